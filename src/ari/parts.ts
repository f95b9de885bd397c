import { type Day, dayOf, weekdayOf } from '../kernel/day.ts';
import { CALENDAR_DAYS, lastOpenDay } from '../kernel/horizon.ts';
import type { PlannedMessage, PlannedUpdate } from './message.ts';

/**
 * Days of products in one part. A booking of the same hotel waits for one part. Calendars have this many days: all updates of
 * one product are always in one part, so each of them is applied or rejected as a whole.
 */
export const PART_CELLS = CALENDAR_DAYS;

/** The updates of one product. */
export interface ProductUpdates {
  /** The position in the products of the message. */
  product: number;
  updates: PlannedUpdate[];
}

export type Part = ProductUpdates[];

/**
 * Cuts a message into parts: first rate plans, then room types, because a night must not be open before its price is there.
 * The same updates always give the same parts: a message that was interrupted continues by the number of its parts.
 */
export function cutParts(
  { products: known, isAtomic }: Pick<PlannedMessage, 'products' | 'isAtomic'>,
  updates: readonly PlannedUpdate[],
  base: Day,
): Part[] {
  const byProduct = new Map<number, ProductUpdates>();
  for (const update of updates) {
    const same = byProduct.get(update.product);
    if (same !== undefined) same.updates.push(update);
    else byProduct.set(update.product, { product: update.product, updates: [update] });
  }
  const named = [...byProduct.values()];
  const [plans, rooms] = [true, false].map((isPlan) =>
    named.filter(({ product }) => known[product]!.isPlan === isPlan),
  ) as [ProductUpdates[], ProductUpdates[]];
  const products = [...plans, ...rooms];
  if (isAtomic || products.length === 0) return products.length === 0 ? [] : [products];
  const parts: Part[] = [];
  let part: Part = [];
  let cells = 0;
  for (const one of products) {
    const size = countDays(one.updates, base);
    if (part.length > 0 && cells + size > PART_CELLS) {
      parts.push(part);
      part = [];
      cells = 0;
    }
    part.push(one);
    cells += size;
  }
  parts.push(part);
  return parts;
}

/** The days on which at least one of the updates sets something. */
function countDays(updates: readonly PlannedUpdate[], base: Day): number {
  const named = new Uint8Array(CALENDAR_DAYS);
  let count = 0;
  for (const update of updates)
    eachReachable(update, base, (offset) => {
      count += 1 - named[offset]!;
      named[offset] = 1;
    });
  return count;
}

/** Visits the days of an update from `base` to the end of the calendar, as numbers of days after `base`. */
export function eachReachable(
  { first, last, weekdays }: Pick<PlannedUpdate, 'first' | 'last' | 'weekdays'>,
  base: Day,
  visit: (offset: number) => void,
): void {
  const end = Math.min(last, lastOpenDay(base)) - base;
  for (let offset = Math.max(first - base, 0); offset <= end; offset += 1)
    if (weekdays === EVERY_DAY || (weekdays & (1 << weekdayOf(dayOf(base + offset)))) !== 0) visit(offset);
}

/** All seven bits. */
export const EVERY_DAY = 127;
