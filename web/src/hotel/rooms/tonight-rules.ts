import type { CalendarRoom, CalendarView, RoomDay } from '../../../../src/http/hotel-page/calendar-api.ts';
import { dayOf } from '../dates.ts';

/** Pure functions that say what can be opened tonight, and why an open night may still sell nothing. */

export interface Tonight {
  room: CalendarRoom;
  day: RoomDay;
}

export function nightsOfToday({ rooms, today }: CalendarView): Tonight[] {
  return rooms.flatMap((room) => room.days.filter(({ day }) => day === today).map((day) => ({ room, day })));
}

/**
 * Whether this person stopped the sales of a night today. Sales that somebody else stopped, or that were stopped before
 * today, may have a reason that this person does not know. Before the page opens such sales together with all others,
 * it asks the person.
 */
export function isOwnStop({ changed }: RoomDay, personName: string, today: string): boolean {
  return changed !== null && changed.by === personName && dayOf(changed.at) === today;
}

export type NothingToSell = 'NO_ROOMS' | 'BLOCKED' | 'PLANS';

/** Why nothing can be booked although the night is open. Null: rooms can be booked, or all rooms are sold. */
export function whyNothingToSell({ room: { plans }, day }: Tonight): NothingToSell | null {
  if (day.state !== 'OPEN') return null;
  if (day.allotment === 0) return 'NO_ROOMS';
  const isPlanOpen = plans.some(({ days }) => days.some((one) => one.day === day.day && !one.closed));
  if (!isPlanOpen) return 'PLANS';
  return day.left === 0 && day.blocked > 0 ? 'BLOCKED' : null;
}
