import type { CalendarRoom, CalendarView, RoomDay } from '../../../../src/http/hotel-page/calendar-api.ts';
import { dayOf } from '../dates.ts';

/** Pure functions about tonight: who stopped the sales, and why no room can be booked although the night is open. */

export interface Tonight {
  room: CalendarRoom;
  day: RoomDay;
}

export function nightsOfToday({ rooms, today }: CalendarView): Tonight[] {
  return rooms.flatMap((room) => room.days.filter(({ day }) => day === today).map((day) => ({ room, day })));
}

/**
 * Whether this person stopped the sales of a night today. Sales that somebody else stopped, or that were stopped before
 * today, may have a reason that this person does not know. If there are such sales, the page asks the person before it
 * opens all room types.
 */
export function isOwnStop({ changed }: RoomDay, personName: string, today: string): boolean {
  return changed !== null && changed.by === personName && dayOf(changed.at) === today;
}

export type NothingToSell = 'NO_ROOMS' | 'BLOCKED' | 'PLANS';

/**
 * Returns why nothing can be booked although the night is open. Null if rooms can be booked, if all rooms are sold, or
 * if the night is not open.
 */
export function whyNothingToSell({ room: { plans }, day }: Tonight): NothingToSell | null {
  if (day.state !== 'OPEN') return null;
  if (day.allotment === 0) return 'NO_ROOMS';
  const isPlanOpen = plans.some(({ days }) => days.some((one) => one.day === day.day && !one.closed));
  if (!isPlanOpen) return 'PLANS';
  return day.left === 0 && day.blocked > 0 ? 'BLOCKED' : null;
}
