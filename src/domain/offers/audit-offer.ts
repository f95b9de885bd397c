// Converts changes of nights and prices to ranges of days: to text for people, and to values for the audit.

import { type Day, formatDay } from '../../kernel/day.ts';
import { type Currency, formatMoney, type Minor } from '../../kernel/money.ts';
import type { Night } from '../inventory/night.ts';
import type { Prices } from '../pricing/rate-plan.ts';
import type { OfferDecision } from './decide-offer.ts';
import type { ChangedNight, ChangedPrice, OfferState } from './offer-draft.ts';
import type { Season } from './season.ts';

/** Consecutive days on which one room type or rate plan changed in the same way. */
interface Run {
  what: string;
  first: Day;
  last: Day;
  before: Record<string, unknown> | null;
  after: Record<string, unknown>;
}

type Names = Pick<OfferState, 'roomTypes' | 'plans'>;

/**
 * Describes at most `most` changes. Each change is one line of text, such as `room type DBL 2027-01-01 to 2027-01-31:
 * min_stay 1 → 3`.
 */
export function linesOfOffer(decision: OfferDecision, names: Names, most: number): string[] {
  const runs = runsOf(decision, names);
  const lines = runs.slice(0, most).map(({ what, first, last, before, after }) => {
    const days = first === last ? formatDay(first) : `${formatDay(first)} to ${formatDay(last)}`;
    const fields = Object.entries(after).map(
      ([name, value]) => `${name} ${shown(before?.[name])} → ${shown(value)}`,
    );
    return `${what} ${days}: ${fields.join(', ')}`;
  });
  return runs.length > most ? [...lines, `… and ${runs.length - most} more`] : lines;
}

function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Object.values(value).join(' / ');
  return value === undefined ? '–' : String(value);
}

/**
 * Returns the old and the new values of a change for the audit, in ranges of days. Leaves out values that stay the
 * same.
 */
export function auditOfOffer(
  decision: Omit<OfferDecision, 'warnings'>,
  names: Names,
): { before: object; after: object } {
  const { endedSeason, newSeason } = decision;
  const runs = runsOf(decision, names);
  const side = (of: 'before' | 'after', season: Season | null) => ({
    ...(season !== null && { season: shownSeason(season) }),
    ...(runs.length > 0 && {
      days: runs.map((run) => ({
        what: run.what,
        from: formatDay(run.first),
        to: formatDay(run.last),
        ...run[of],
      })),
    }),
  });
  return { before: side('before', endedSeason), after: side('after', newSeason?.season ?? null) };
}

function runsOf({ nights, prices }: Pick<OfferDecision, 'nights' | 'prices'>, names: Names): Run[] {
  return joinDays([
    ...nights.map((night) => nightRun(night, names)),
    ...prices.map((price) => priceRun(price, names)),
  ]);
}

const COLUMNS: Record<keyof Night, string> = {
  open: 'open',
  allotment: 'allotment',
  blocked: 'blocked',
  stopSell: 'stop_sell',
  closedToArrival: 'cta',
  closedToDeparture: 'ctd',
  minStay: 'min_stay',
  maxStay: 'max_stay',
};

function nightRun({ roomTypeId, day, before, after }: ChangedNight, { roomTypes }: Names): Run {
  const names = (Object.keys(after) as (keyof Night)[]).filter(
    (name) => before === null || before[name] !== after[name],
  );
  const pick = (night: Night) => Object.fromEntries(names.map((name) => [COLUMNS[name], night[name]]));
  return {
    what: `room type ${roomTypes.get(roomTypeId)!.code}`,
    first: day,
    last: day,
    before: before === null ? null : pick(before),
    after: pick(after),
  };
}

function priceRun({ ratePlanId, day, before, after }: ChangedPrice, { plans, roomTypes }: Names): Run {
  const { code, roomTypeId, currency } = plans.get(ratePlanId)!;
  return {
    what: `rate plan ${roomTypes.get(roomTypeId)!.code}/${code}`,
    first: day,
    last: day,
    before: shownPrices(before, currency),
    after: shownPrices(after, currency),
  };
}

function shownPrices(prices: Prices | null, currency: Currency): Record<string, unknown> {
  if (prices === null) return { prices: 'usual' };
  const money = (price: Minor) => formatMoney(price, currency);
  return {
    prices: {
      single: money(prices.single),
      double: money(prices.double),
      extra_adult: money(prices.extraAdult),
      child: money(prices.child),
      currency,
    },
  };
}

function shownSeason({ name, first, last, opens, pricePercent, minStay }: Season): object {
  return {
    name,
    from: formatDay(first),
    to: formatDay(last),
    opens,
    price_percent: pricePercent,
    min_stay: minStay,
  };
}

function joinDays(runs: Run[]): Run[] {
  const sorted = runs
    .map((run) => ({ run, key: `${run.what} ${JSON.stringify([run.before, run.after])}` }))
    .sort((one, other) =>
      one.run.what < other.run.what
        ? -1
        : one.run.what > other.run.what
          ? 1
          : one.run.first - other.run.first,
    );
  const joined: { run: Run; key: string }[] = [];
  for (const next of sorted) {
    const last = joined.at(-1);
    if (last?.key === next.key && last.run.last + 1 === next.run.first) last.run.last = next.run.last;
    else joined.push(next);
  }
  return joined.map(({ run }) => run);
}
