// Converts entries of the audit to the form that managers see. The form contains facts instead of the stored JSON.

import type { Reads } from '../../context.ts';
import { auditAuthor, type PageAuditRow } from '../../domain/staff/audit-author.ts';
import type { AuditFact, AuditFactField, AuditLine, AuditProduct } from './audit-api.ts';

/** Converts one entry. The stored id is a bigint, but its values fit into a number. */
export function auditLine({ snapshot }: Reads, row: PageAuditRow): AuditLine {
  const { id, at, action, subject, before, after } = row;
  const author = auditAuthor(row);
  // The audit contains the client ids of hotel systems. Managers see the names of the systems.
  const who = author.by === 'OTHER' ? (snapshot.findClient(author.who)?.name ?? author.who) : author.who;
  const hotel = snapshot.findHotel(subject);
  const rooms = hotel === null ? [] : [...snapshot.roomTypes.in(hotel.id)];
  const plans = hotel === null ? [] : [...snapshot.ratePlans.in(hotel.id)];
  const productOf = (what: string): AuditProduct | null => {
    const [, roomCode, planCode] = /^(?:room type|rate plan) ([^/]+)(?:\/(.+))?$/.exec(what) ?? [];
    const room = rooms.find(({ code }) => code === roomCode);
    if (room === undefined) return null;
    const plan = plans.find(({ roomTypeId, code }) => roomTypeId === room.id && code === planCode);
    return {
      name_en: room.nameEn,
      name_ar: room.nameAr,
      name_ckb: room.nameCkb,
      board: plan?.pricingModel ?? null,
    };
  };
  return {
    id: Number(id),
    at: at.toISOString(),
    ...author,
    who,
    action,
    facts: auditFacts(before, after, productOf),
  };
}

type Stored = Record<string, unknown>;

/** The stored names of facts about accounts and bookings. Ids that people cannot read are left out. */
const PLAIN: Record<string, AuditFactField> = {
  name: 'name',
  email: 'email',
  role: 'role',
  status: 'status',
  address: 'address',
  voucher_id: 'voucher',
  check_in: 'check_in',
  check_out: 'check_out',
  rooms: 'rooms',
  reason: 'reason',
};
const NIGHT: Record<string, AuditFactField> = {
  allotment: 'allotment',
  blocked: 'blocked',
  cta: 'closed_to_arrival',
  ctd: 'closed_to_departure',
  min_stay: 'min_stay',
  max_stay: 'max_stay',
};
const PRICES = ['single', 'double', 'extra_adult', 'child'] as const;

/** Returns the facts of an entry with their old and new values. A fact that the page cannot explain is left out. */
export function auditFacts(
  before: unknown,
  after: unknown,
  productOf: (what: string) => AuditProduct | null,
): AuditFact[] {
  const [old, fresh] = [recordOf(before), recordOf(after)];
  return [
    ...factsIn(PLAIN, old, fresh),
    ...seasonFacts(recordOf(old.season), recordOf(fresh.season)),
    ...dayFacts(old.days, fresh.days, productOf),
  ];
}

function factsIn(fields: Record<string, AuditFactField>, old: Stored, fresh: Stored): AuditFact[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    name in old || name in fresh ? [fact(field, textOf(old[name]), textOf(fresh[name]))] : [],
  );
}

function seasonFacts(old: Stored, fresh: Stored): AuditFact[] {
  const season = { ...old, ...fresh };
  if (season.name === undefined) return [];
  const range = { first: textOf(season.from), last: textOf(season.to) };
  return [
    { ...fact('season', textOf(old.name), textOf(fresh.name)), ...range },
    ...factsIn({ price_percent: 'price_percent', min_stay: 'min_stay' }, old, fresh),
  ].filter(({ before, after }) => before !== null || after !== null);
}

/** Returns the facts of each range of days: the values that changed, each with its product and the range. */
function dayFacts(
  before: unknown,
  after: unknown,
  productOf: (what: string) => AuditProduct | null,
): AuditFact[] {
  const [olds, news] = [listOf(before), listOf(after)];
  return news.flatMap((fresh, index) => {
    const old = olds[index] ?? {};
    const place = {
      product: productOf(String(fresh.what)),
      first: textOf(fresh.from),
      last: textOf(fresh.to),
    };
    const facts = [...salesFacts(old, fresh), ...factsIn(NIGHT, old, fresh), ...priceFacts(old, fresh)];
    return facts.map((one) => ({ ...one, ...place }));
  });
}

/**
 * Combines the stored flags `open` and `stop_sell` into the state that people see. Only flags that changed are stored.
 */
function salesFacts(old: Stored, fresh: Stored): AuditFact[] {
  if (!('open' in fresh) && !('stop_sell' in fresh)) return [];
  const stateOf = ({ open, stop_sell }: Stored) =>
    open === false ? 'NOT_OPEN' : stop_sell === true ? 'CLOSED' : 'OPEN';
  return [fact('sales', 'open' in fresh || 'stop_sell' in old ? stateOf(old) : null, stateOf(fresh))];
}

function priceFacts(old: Stored, fresh: Stored): AuditFact[] {
  if (!('prices' in fresh) && !('prices' in old)) return [];
  const [was, is] = [recordOf(old.prices), recordOf(fresh.prices)];
  // If the day has no prices of its own, only `usual` is stored. The amounts at that time are therefore not known.
  const amount = (prices: unknown, of: Stored, name: string) =>
    prices === 'usual' ? 'USUAL' : textOf(of[name]);
  const currency = textOf(is.currency ?? was.currency);
  return PRICES.map((name) => ({
    ...fact(`price_${name}`, amount(old.prices, was, name), amount(fresh.prices, is, name)),
    currency,
  })).filter((one) => one.before !== one.after);
}

function fact(field: AuditFactField, before: string | null, after: string | null): AuditFact {
  return { field, product: null, first: null, last: null, before, after, currency: null };
}

function textOf(value: unknown): string | null {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : null;
}

function listOf(value: unknown): Stored[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}

function recordOf(value: unknown): Stored {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Stored) : {};
}
