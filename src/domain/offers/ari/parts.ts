import { type Day, dayOf, weekdayOf } from '../../../kernel/day.ts';
import { CALENDAR_DAYS, lastOpenDay } from '../../../kernel/horizon.ts';
import { MAX_STAY, MIN_STAY, MIN_STAY_THROUGH, ROOMS } from './fields.ts';
import type { ResolvedMessage, ResolvedUpdate } from './message.ts';

/**
 * The approximate number of days in one part. If a part contains two products, a day is counted once for each product.
 * A booking of the same hotel waits until one part is written, not until the whole message is written. The database
 * writes 250 days with prices and restrictions in about 22 ms (see ADR 24).
 */
export const PART_CELLS = 250;

/** The updates of one product in a part. The updates contain only those days that belong to this part. */
export interface ProductUpdates {
  /** The position of the product in the message's `products`. */
  product: number;
  updates: ResolvedUpdate[];
}

export type Part = ProductUpdates[];

/**
 * Cuts a message into parts. Rate plans come before room types, because a night must not be open before its price is
 * set. The same updates must always give the same parts, because an interrupted message continues after the last part
 * that was executed.
 */
export function cutParts(
  { products: known, isAtomic }: Pick<ResolvedMessage, 'products' | 'isAtomic'>,
  updates: readonly ResolvedUpdate[],
  base: Day,
): Part[] {
  const byProduct = new Map<number, ProductUpdates>();
  for (const update of updates) {
    const same = byProduct.get(update.product);
    if (same !== undefined) same.updates.push(update);
    else byProduct.set(update.product, { product: update.product, updates: [update] });
  }
  const named = [...byProduct.values()];
  const products = [true, false].flatMap((isPlan) =>
    named.filter(({ product }) => known[product]!.isPlan === isPlan),
  );
  if (isAtomic) return products.length === 0 ? [] : [products];
  const parts: Part[] = [];
  let cells = 0;
  for (const piece of products.flatMap((one) => cutProduct(one, base))) {
    if (parts.length === 0 || cells + piece.cells > PART_CELLS) {
      parts.push([]);
      cells = 0;
    }
    parts.at(-1)!.push(piece);
    cells += piece.cells;
  }
  return parts;
}

interface Piece extends ProductUpdates {
  cells: number;
}

/** Cuts the days of one product into pieces of about PART_CELLS days. An update that can be rejected is never cut. */
function cutProduct({ product, updates }: ProductUpdates, base: Day): Piece[] {
  const named = new Uint8Array(CALENDAR_DAYS);
  /** 1: do not cut after this day, because an update that can be rejected contains this day and the next day. */
  const joined = new Uint8Array(CALENDAR_DAYS);
  for (const update of updates) {
    eachReachable(update, base, (offset) => {
      named[offset] = 1;
    });
    if (canBeRejected(update))
      joined.fill(1, Math.max(0, update.first - base), Math.max(0, update.last - base));
  }
  const total = named.reduce((sum, one) => sum + one, 0);
  if (total <= PART_CELLS) return [{ product, updates, cells: total }];
  const pieces: Piece[] = [];
  let first = Number.NEGATIVE_INFINITY;
  let cells = 0;
  for (let offset = 0; offset < CALENDAR_DAYS; offset += 1) {
    cells += named[offset]!;
    const isLast = offset === CALENDAR_DAYS - 1;
    if (!isLast && (cells < PART_CELLS || joined[offset] === 1)) continue;
    const last = isLast ? Number.POSITIVE_INFINITY : base + offset;
    if (cells > 0) pieces.push({ product, updates: within(updates, first, last), cells });
    else if (isLast && pieces.length > 0) {
      // Add days after the end of the calendar to the last piece. The decision about this piece then adds a warning
      // about these days.
      const before = pieces.pop()!;
      pieces.push({ ...before, updates: [...before.updates, ...within(updates, first, last)] });
    }
    first = base + offset + 1;
    cells = 0;
  }
  return pieces;
}

/**
 * Whether one of the days of an update can be a reason to reject the update. All days of such an update must be in one
 * part, so that a rejected update changes no day.
 */
export function canBeRejected({ set }: ResolvedUpdate): boolean {
  return set.some((field, at) => at % 2 === 0 && REJECTED_FIELDS.includes(field));
}

const REJECTED_FIELDS = [ROOMS, MIN_STAY, MIN_STAY_THROUGH, MAX_STAY];

function within(updates: ResolvedUpdate[], first: number, last: number): ResolvedUpdate[] {
  return updates
    .filter((update) => update.first <= last && update.last >= first)
    .map((update) =>
      update.first >= first && update.last <= last
        ? update
        : {
            ...update,
            first: dayOf(Math.max(update.first, first)),
            last: dayOf(Math.min(update.last, last)),
          },
    );
}

/**
 * Calls `visit` for each day of an update from `base` to the end of the calendar. `offset` is the number of days after
 * `base`.
 */
export function eachReachable(
  { first, last, weekdays }: Pick<ResolvedUpdate, 'first' | 'last' | 'weekdays'>,
  base: Day,
  visit: (offset: number) => void,
): void {
  const end = Math.min(last, lastOpenDay(base)) - base;
  for (let offset = Math.max(first - base, 0); offset <= end; offset += 1)
    if (weekdays === EVERY_DAY || (weekdays & (1 << weekdayOf(dayOf(base + offset)))) !== 0) visit(offset);
}

/** Whether all days of an update are before `base`. */
export function isPast(
  { first, last, weekdays }: Pick<ResolvedUpdate, 'first' | 'last' | 'weekdays'>,
  base: Day,
): boolean {
  if (first >= base) return false;
  // This loop makes at most seven steps, because seven consecutive days contain every day of the week.
  for (let day = last; day >= base; day = dayOf(day - 1))
    if (weekdays === EVERY_DAY || (weekdays & (1 << weekdayOf(day))) !== 0) return false;
  return true;
}

/** The bit mask with all seven weekdays. */
export const EVERY_DAY = 127;
