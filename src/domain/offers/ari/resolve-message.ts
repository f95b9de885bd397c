import { hash } from 'node:crypto';
import type { Day } from '../../../kernel/day.ts';
import { weekdayOf } from '../../../kernel/day.ts';
import { readId } from '../../../kernel/ids.ts';
import { type Currency, DECIMALS, formatMoney, minor, parseMoney } from '../../../kernel/money.ts';
import type { RoomType } from '../../catalog/room-type.ts';
import { HIGHEST_PRICE } from '../../pricing/percent-of-prices.ts';
import type { RatePlan } from '../../pricing/rate-plan.ts';
import {
  BLOCKED,
  CHILD,
  CTA,
  CTD,
  DOUBLE,
  EXTRA_ADULT,
  FIELDS,
  MAX_STAY,
  MIN_STAY,
  MIN_STAY_THROUGH,
  PRICE_FIELDS,
  ROOMS,
  roomsValue,
  SINGLE,
  STOP_SELL,
  USUAL_PRICE,
} from './fields.ts';
import { findConflicts } from './find-conflicts.ts';
import type {
  Message,
  NamedProduct,
  Note,
  Rejection,
  ResolvedMessage,
  ResolvedUpdate,
  Update,
  UpdateFields,
} from './message.ts';
import { EVERY_DAY, PART_CELLS } from './parts.ts';
import { writeSeen } from './seen-cells.ts';

/** The products of one hotel. */
export interface Catalogue {
  roomTypes: Iterable<Pick<RoomType, 'id' | 'code'>>;
  plans: Iterable<Pick<RatePlan, 'id' | 'code' | 'roomTypeId' | 'currency'>>;
}

type Plan = Pick<RatePlan, 'id' | 'code' | 'roomTypeId' | 'currency'>;

/** Finds the products of a message. Rejects updates that are invalid or that contradict each other. */
export function resolveMessage(message: Message, catalogue: Catalogue, today: Day): ResolvedMessage {
  const { messageId, requestHash, sentAt, isAtomic, seenEvent, seen } = message;
  const products = new Products(catalogue);
  const rejected: Note[] = [];
  const resolved: ResolvedUpdate[] = [];
  let cells = 0;
  for (const [index, update] of message.updates.entries()) {
    if ('problems' in update) {
      rejected.push(...update.problems.map((problem) => ({ at: index, ...problem })));
      continue;
    }
    const days = countDays(update);
    cells += days;
    const found = products.find(update);
    const set: number[] = [];
    const prices = readSet(update, found.plan, set).map(({ field, message: text }) => ({
      code: 'INVALID_PRICE' as const,
      path: `updates.${index}.set.prices.${field}`,
      message: text,
    }));
    const codes = [...problemsOf(update, days), ...found.problems].map((code) => ({ code }));
    if (codes.length + prices.length === 0) resolved.push(resolvedUpdate(index, update, found.product, set));
    else rejected.push(...[...codes, ...prices].map((problem) => ({ at: index, ...problem })));
  }
  const conflicts = findConflicts(resolved, today);
  for (const conflict of conflicts.values()) rejected.push(conflict);
  const updates = resolved.filter(({ index }) => !conflicts.has(index));
  if (isAtomic && rejected.length > 0)
    rejected.push(...updates.map(({ index }) => ({ at: index, code: 'NOT_APPLIED' as const })));
  const accepted = isAtomic && rejected.length > 0 ? [] : updates;
  return {
    ...{ messageId, requestHash, sentAt, isAtomic, seenEvent },
    ...(seen !== null && { seen: writeSeen(seen, products.named) }),
    planHash: hash('sha256', JSON.stringify([PART_CELLS, products.named, accepted]), 'hex'),
    products: products.named,
    updates: accepted,
    count: message.updates.length,
    cells,
    rejected,
  };
}

/**
 * Counts the days of an update, including days after the end of the calendar. If `last` is before `first`, the result
 * is 0.
 */
export function countDays({ first, last, weekdays }: Pick<Update, 'first' | 'last' | 'weekdays'>): number {
  const days = Math.max(0, last - first + 1);
  if (weekdays === null) return days;
  let count = Math.floor(days / 7) * new Set(weekdays).size;
  for (let day = first + days - (days % 7); day < first + days; day += 1)
    if (weekdays.includes(weekdayOf(day as Day))) count += 1;
  return count;
}

/**
 * Finds a hotel's products by code and id. `named` contains the products that occur in the message, in the order of
 * their first occurrence.
 */
class Products {
  readonly named: NamedProduct[] = [];
  private readonly positions = new Map<string, number>();
  private readonly rooms = new Map<string, string>();
  private readonly plans = new Map<string, Plan>();

  constructor({ roomTypes, plans }: Catalogue) {
    for (const { id, code } of roomTypes) {
      this.rooms.set(`code ${code}`, id);
      this.rooms.set(`id ${id}`, id);
    }
    for (const plan of plans) {
      this.plans.set(`${plan.roomTypeId} code ${plan.code}`, plan);
      this.plans.set(`${plan.roomTypeId} id ${plan.id}`, plan);
    }
  }

  find({ roomType, ratePlan }: Update): { product: number; plan: Plan | null; problems: Rejection[] } {
    const roomTypeId = this.rooms.get(`code ${roomType}`) ?? this.rooms.get(`id ${readId(roomType)}`);
    if (roomTypeId === undefined) return { product: -1, plan: null, problems: ['UNKNOWN_ROOM_TYPE'] };
    if (ratePlan === null) return { product: this.positionOf(roomTypeId, false), plan: null, problems: [] };
    const plan =
      this.plans.get(`${roomTypeId} code ${ratePlan}`) ??
      this.plans.get(`${roomTypeId} id ${readId(ratePlan)}`);
    if (plan === undefined) return { product: -1, plan: null, problems: ['UNKNOWN_RATE_PLAN'] };
    return { product: this.positionOf(plan.id, true), plan, problems: [] };
  }

  private positionOf(id: string, isPlan: boolean): number {
    const known = this.positions.get(id);
    if (known !== undefined) return known;
    this.positions.set(id, this.named.length);
    this.named.push({ id, isPlan });
    return this.named.length - 1;
  }
}

function problemsOf({ first, last, ratePlan, set }: Update, days: number): Rejection[] {
  const problems: Rejection[] = [];
  if (first > last) problems.push('FROM_AFTER_TO');
  else if (days === 0) problems.push('NO_DAYS');
  if (set.allotment !== undefined && set.roomsLeft !== undefined) problems.push('ALLOTMENT_AND_ROOMS_LEFT');
  if (Object.values(set).every(isNothing)) problems.push('NOTHING_SET');
  const ofRooms = set.allotment !== undefined || set.roomsLeft !== undefined || set.blocked !== undefined;
  if (ratePlan !== null && ofRooms) problems.push('NOT_FOR_RATE_PLAN');
  if (ratePlan === null && (set.prices !== undefined || set.minStayThrough !== undefined))
    problems.push('NOT_FOR_ROOM_TYPE');
  return problems;
}

/** Whether a field has no value. A `prices` object without a price does not count as a value. */
function isNothing(value: UpdateFields[keyof UpdateFields]): boolean {
  if (typeof value !== 'object' || value === null) return value === undefined;
  return Object.values(value).every((price) => price === undefined);
}

function resolvedUpdate(index: number, update: Update, product: number, set: number[]): ResolvedUpdate {
  const { first, last, weekdays } = update;
  const bits = weekdays?.reduce((mask, weekday) => mask | (1 << weekday), 0) ?? EVERY_DAY;
  return { index, product, first, last, weekdays: bits, set };
}

interface PriceProblem {
  field: string;
  message: string;
}

/**
 * Adds the fields and values of an update to `into` as numbers: field, value, field, value, … Returns a problem for
 * each price that is not valid.
 */
function readSet({ set }: Update, plan: Plan | null, into: number[]): PriceProblem[] {
  const { allotment, roomsLeft, blocked, stopSell, cta, ctd, minStay, minStayThrough, maxStay } = set;
  if (allotment !== undefined) into.push(ROOMS, roomsValue(allotment, false));
  if (roomsLeft !== undefined) into.push(ROOMS, roomsValue(roomsLeft, true));
  if (blocked !== undefined) into.push(BLOCKED, blocked);
  if (stopSell !== undefined) into.push(STOP_SELL, stopSell === true ? 1 : 0);
  if (cta !== undefined) into.push(CTA, cta === true ? 1 : 0);
  if (ctd !== undefined) into.push(CTD, ctd === true ? 1 : 0);
  if (minStay !== undefined) into.push(MIN_STAY, minStay ?? 1);
  if (minStayThrough !== undefined) into.push(MIN_STAY_THROUGH, minStayThrough ?? 1);
  if (maxStay !== undefined) into.push(MAX_STAY, maxStay ?? 0);
  if (set.prices === null) for (const field of PRICE_FIELDS) into.push(field, USUAL_PRICE);
  else if (set.prices !== undefined && plan !== null) return readPrices(set.prices, plan.currency, into);
  return [];
}

function readPrices(
  prices: NonNullable<UpdateFields['prices']>,
  currency: Currency,
  into: number[],
): PriceProblem[] {
  const { single, double, extraAdult, child } = prices;
  const problems: PriceProblem[] = [];
  const read = (field: number, text: string | undefined, least: number): void => {
    if (text === undefined) return;
    const price = parseMoney(text, currency);
    if (price !== null && price >= least && price <= HIGHEST_PRICE) into.push(field, price);
    else problems.push(priceProblem(FIELDS[field]!, currency, least));
  };
  read(SINGLE, single, 1);
  read(DOUBLE, double, 1);
  read(EXTRA_ADULT, extraAdult, 0);
  read(CHILD, child, 0);
  return problems;
}

function priceProblem(field: string, currency: Currency, least: number): PriceProblem {
  const decimals = DECIMALS[currency];
  const form = decimals === 0 ? 'without decimals' : `with at most ${decimals} decimals`;
  const range = `${least > 0 ? 'above 0' : '0 or more'} and at most ${formatMoney(minor(HIGHEST_PRICE), currency)}`;
  return { field, message: `prices.${field} must be an amount in ${currency} ${form}, ${range}` };
}
