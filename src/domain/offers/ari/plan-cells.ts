// Applies updates to the prices and restrictions of a rate plan, day by day.

import { addDays } from '../../../kernel/day.ts';
import { idOf } from '../../../kernel/ids.ts';
import { type PlanDay, UNRESTRICTED } from '../../inventory/plan-day.ts';
import { isOutlier } from '../../pricing/percent-of-prices.ts';
import { type Prices, pricesFrom } from '../../pricing/rate-plan.ts';
import { isSamePrice } from '../offer-draft.ts';
import {
  CHILD,
  CTA,
  CTD,
  DOUBLE,
  EXTRA_ADULT,
  MAX_STAY,
  MIN_STAY,
  MIN_STAY_THROUGH,
  PRICE_FIELDS,
  SINGLE,
  STOP_SELL,
  USUAL_PRICE,
} from './fields.ts';
import type { Layout } from './layout.ts';
import type { PartNotes } from './part-notes.ts';
import type { LoadedPlan, PartChanges, PartState } from './part-state.ts';
import { DayFields } from './sent-times.ts';

const STAY_FIELDS = [MIN_STAY, MIN_STAY_THROUGH, MAX_STAY];

/** Computes the changed prices, restrictions and marks of a rate plan. */
export function changePlan(
  ratePlanId: string,
  plan: LoadedPlan,
  layout: Layout,
  state: PartState,
  notes: PartNotes,
  changes: PartChanges,
): void {
  const { today, base } = state;
  const fields = new DayFields(layout, notes, state);
  for (const offset of layout.days) {
    const day = addDays(base, offset);
    if (day < today) continue;
    fields.open(offset, day, plan.sent.get(day));
    const ownPrices = plan.prices.get(day) ?? null;
    const prices = pricesAfter(ownPrices, plan.usual, fields);
    if (prices !== null && isOutlier(prices, plan.usual)) fields.note('PRICE_OUTLIER', PRICE_FIELDS);
    const before = plan.restrictions.get(day) ?? null;
    const after = restrictionsAfter(before ?? UNRESTRICTED, fields);
    if (after.maxStay > 0 && after.maxStay < Math.max(after.minStay, after.minStayThrough))
      fields.note('MIN_ABOVE_MAX', STAY_FIELDS);
    const isPriced = !isSamePrice(ownPrices, prices);
    const isRestricted = !isSamePlanDay(before ?? UNRESTRICTED, after);
    if (isPriced)
      changes.prices.push({ ratePlanId: idOf(ratePlanId), day, before: ownPrices, after: prices });
    if (isRestricted) {
      const kept = isSamePlanDay(after, UNRESTRICTED) ? null : after;
      changes.planDays.push({ ratePlanId, day, before, after: kept });
    }
    const sent = fields.sentAfter(isPriced || isRestricted);
    if (isPriced || isRestricted || sent !== null) changes.marks.push({ productId: ratePlanId, day, sent });
  }
}

/**
 * Returns the prices after the update. Prices that the update does not contain stay the same. Null: the usual prices
 * apply.
 */
function pricesAfter(own: Prices | null, usual: Prices, fields: DayFields): Prices | null {
  const inForce = own ?? usual;
  let isUsual = true;
  const read = (field: number, now: number, usualPrice: number) => {
    const value = fields.read(field, now);
    if (!fields.isApplied(field)) isUsual &&= own === null;
    else if (value !== USUAL_PRICE) isUsual = false;
    return value === USUAL_PRICE ? usualPrice : value;
  };
  const after = pricesFrom(
    read(SINGLE, inForce.single, usual.single),
    read(DOUBLE, inForce.double, usual.double),
    read(EXTRA_ADULT, inForce.extraAdult, usual.extraAdult),
    read(CHILD, inForce.child, usual.child),
  );
  return isUsual ? null : after;
}

function restrictionsAfter(before: PlanDay, fields: DayFields): PlanDay {
  return {
    stopSell: fields.read(STOP_SELL, Number(before.stopSell)) === 1,
    closedToArrival: fields.read(CTA, Number(before.closedToArrival)) === 1,
    closedToDeparture: fields.read(CTD, Number(before.closedToDeparture)) === 1,
    minStay: fields.read(MIN_STAY, before.minStay),
    minStayThrough: fields.read(MIN_STAY_THROUGH, before.minStayThrough),
    maxStay: fields.read(MAX_STAY, before.maxStay),
  };
}

function isSamePlanDay(one: PlanDay, other: PlanDay): boolean {
  return (
    one.stopSell === other.stopSell &&
    one.closedToArrival === other.closedToArrival &&
    one.closedToDeparture === other.closedToDeparture &&
    one.minStay === other.minStay &&
    one.minStayThrough === other.minStayThrough &&
    one.maxStay === other.maxStay
  );
}
