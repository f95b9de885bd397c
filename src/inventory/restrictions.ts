import type { Day } from '../kernel/day.ts';
import type { RestrictionReason } from '../kernel/refusal.ts';
import { nightDays, nightsOf, type Stay } from '../kernel/stay.ts';
import type { Night } from './night.ts';

/** Why a hotel does not accept this stay, rooms left or not. `nightOn` must also know the day of departure. */
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
  if (nights < arrival.minStay) reasons.push({ code: 'MIN_STAY', day });
  if (arrival.maxStay > 0 && nights > arrival.maxStay) reasons.push({ code: 'MAX_STAY', day });
  return reasons;
}

/** What makes a stay too late to sell. */
export interface SaleTimes {
  today: Day;
  /** The time of day in Baghdad, as HH:MM. */
  timeOfDay: string;
  /** The last minute in which a stay that begins today is sold. */
  sameDayCutoff: string;
  /** Nights in fewer days than this are not sold. */
  releaseDays: number;
}

/** Why it is too late to sell this stay. The nights nearest to today come first. */
export function latenessOf(stay: Stay, times: SaleTimes): RestrictionReason[] {
  const reasons: RestrictionReason[] = [];
  if (stay.checkIn === times.today && times.timeOfDay > times.sameDayCutoff)
    reasons.push({ code: 'SAME_DAY_CUTOFF', day: stay.checkIn });
  for (const day of nightDays(stay))
    if (day - times.today < times.releaseDays) reasons.push({ code: 'RELEASE_PERIOD', day });
  return reasons;
}
