import { formatDay } from '../kernel/day.ts';
import { nightsOf, type Stay } from '../kernel/stay.ts';
import type { Night } from './calendar.ts';

export interface RestrictionReason {
  code:
    | 'STOP_SELL'
    | 'CLOSED_TO_ARRIVAL'
    | 'CLOSED_TO_DEPARTURE'
    | 'MIN_STAY'
    | 'MAX_STAY'
    | 'OCCUPANCY_EXCEEDED'
    | 'HOTEL_NOT_ACTIVE';
  date?: string;
}

/** Why a hotel does not take this stay, whether or not rooms are left. `nightOn` also knows the day of departure. */
export function restrictionsOn(stay: Stay, nightOn: (day: number) => Night): RestrictionReason[] {
  const reasons: RestrictionReason[] = [];
  for (let day = stay.checkIn; day < stay.checkOut; day += 1)
    if (nightOn(day).stopSell) reasons.push({ code: 'STOP_SELL', date: formatDay(day) });
  const arrival = nightOn(stay.checkIn);
  const date = formatDay(stay.checkIn);
  if (arrival.closedToArrival) reasons.push({ code: 'CLOSED_TO_ARRIVAL', date });
  if (nightOn(stay.checkOut).closedToDeparture)
    reasons.push({ code: 'CLOSED_TO_DEPARTURE', date: formatDay(stay.checkOut) });
  const nights = nightsOf(stay);
  if (nights < arrival.minStay) reasons.push({ code: 'MIN_STAY', date });
  if (arrival.maxStay > 0 && nights > arrival.maxStay) reasons.push({ code: 'MAX_STAY', date });
  return reasons;
}
