import type { Day } from '../kernel/day.ts';
import type { RestrictionReason } from '../kernel/refusal.ts';
import { nightDays, nightsOf, type Stay } from '../kernel/stay.ts';
import type { Night } from './night.ts';

/** Why a hotel does not accept this stay, rooms left or not. `nightOn` must also know the day of departure. */
export function restrictionsOn(stay: Stay, nightOn: (day: Day) => Night): RestrictionReason[] {
  const reasons: RestrictionReason[] = [];
  for (const day of nightDays(stay)) if (nightOn(day).stopSell) reasons.push({ code: 'STOP_SELL', day });
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
