import type { Day } from '../../kernel/day.ts';
import type { RatePlanId } from '../../kernel/ids.ts';
import type { RestrictionReason } from '../../kernel/refusal.ts';
import { nightDays, nightsOf, type Stay } from '../../kernel/stay.ts';
import type { Night } from './night.ts';
import { type PlanDay, UNRESTRICTED } from './plan-day.ts';

/**
 * Returns the reasons why the restrictions of a room type do not allow this stay. Does not check whether rooms are
 * free. `nightOn` must also return a value for the day of departure.
 */
export function restrictionsOn(stay: Stay, nightOn: (day: Day) => Night): RestrictionReason[] {
  const reasons: RestrictionReason[] = [];
  for (const day of nightDays(stay)) {
    const night = nightOn(day);
    if (!night.open) reasons.push({ code: 'NOT_OPEN', day });
    if (night.stopSell) reasons.push({ code: 'STOP_SELL', day });
  }
  const arrival = nightOn(stay.checkIn);
  const day = stay.checkIn;
  if (arrival.closedToArrival) reasons.push({ code: 'CLOSED_TO_ARRIVAL', day });
  if (nightOn(stay.checkOut).closedToDeparture)
    reasons.push({ code: 'CLOSED_TO_DEPARTURE', day: stay.checkOut });
  const nights = nightsOf(stay);
  if (nights < arrival.minStay) reasons.push({ code: 'MIN_STAY', day, minStay: arrival.minStay });
  if (arrival.maxStay > 0 && nights > arrival.maxStay)
    reasons.push({ code: 'MAX_STAY', day, maxStay: arrival.maxStay });
  return reasons;
}

/**
 * Returns the reasons why the restrictions of a rate plan do not allow this stay. Does not check the room type. `dayOn`
 * must also return a value for the day of departure.
 */
export function planRestrictionsOn(
  stay: Stay,
  ratePlanId: RatePlanId,
  dayOn: (day: Day) => PlanDay,
): RestrictionReason[] {
  const reasons: RestrictionReason[] = [];
  const nights = nightsOf(stay);
  let strictest: { day: Day; minStayThrough: number } | null = null;
  for (const day of nightDays(stay)) {
    const found = dayOn(day);
    if (found === UNRESTRICTED) continue;
    if (found.stopSell) reasons.push({ code: 'STOP_SELL', day, ratePlanId });
    if (found.minStayThrough > (strictest?.minStayThrough ?? nights))
      strictest = { day, minStayThrough: found.minStayThrough };
  }
  const arrival = dayOn(stay.checkIn);
  const day = stay.checkIn;
  if (arrival.closedToArrival) reasons.push({ code: 'CLOSED_TO_ARRIVAL', day, ratePlanId });
  if (dayOn(stay.checkOut).closedToDeparture)
    reasons.push({ code: 'CLOSED_TO_DEPARTURE', day: stay.checkOut, ratePlanId });
  if (nights < arrival.minStay) reasons.push({ code: 'MIN_STAY', day, ratePlanId, minStay: arrival.minStay });
  if (strictest !== null) reasons.push({ code: 'MIN_STAY_THROUGH', ratePlanId, ...strictest });
  if (arrival.maxStay > 0 && nights > arrival.maxStay)
    reasons.push({ code: 'MAX_STAY', day, ratePlanId, maxStay: arrival.maxStay });
  return reasons;
}

/** The present time and the limits that decide whether it is too late to sell a stay. */
export interface SaleTimes {
  today: Day;
  /** The time of day in Baghdad, as HH:MM. */
  timeOfDay: string;
  /** The last minute in which a stay that begins today is sold. */
  sameDayCutoff: string;
  /**
   * A night is not sold if it is fewer than this number of days ahead. This is the limit of the room type, which
   * applies to all its plans. `plan` contains the limit of the plan.
   */
  releaseDays: number;
  plan: { id: RatePlanId; releaseDays: number };
}

/** Returns the reasons why it is too late to sell this stay. The reasons are sorted by night. */
export function latenessOf(stay: Stay, times: SaleTimes): RestrictionReason[] {
  const reasons: RestrictionReason[] = [];
  const { today, sameDayCutoff, releaseDays, plan } = times;
  if (stay.checkIn === today && times.timeOfDay > sameDayCutoff)
    reasons.push({ code: 'SAME_DAY_CUTOFF', day: stay.checkIn, sameDayCutoff });
  for (const day of nightDays(stay))
    if (day - today < releaseDays) reasons.push({ code: 'RELEASE_PERIOD', day, releaseDays });
    else if (day - today < plan.releaseDays)
      reasons.push({ code: 'RELEASE_PERIOD', day, ratePlanId: plan.id, releaseDays: plan.releaseDays });
  return reasons;
}
