// Reads the number of free rooms on each day for a partner.

import type { Reads } from '../../context.ts';
import { type Day, daysFrom } from '../../kernel/day.ts';
import { DEFAULT_CALENDAR_DAYS, dayWithinHorizon } from '../../kernel/horizon.ts';
import { type HotelId, type RoomTypeId, readId } from '../../kernel/ids.ts';
import { accept, type Outcome, refuse } from '../../kernel/refusal.ts';
import type { Caller } from '../partners/authenticate.ts';
import { contractedHotel } from '../partners/hotel-access.ts';
import type { Night } from './night.ts';

export interface AvailabilityQuery {
  hotelId: string;
  roomTypeId: string;
  days?: number;
  startDate?: string;
}

export interface CalendarDay {
  day: Day;
  night: Night;
  booked: number;
  held: number;
}

export interface AvailabilityCalendar {
  hotelId: HotelId;
  roomTypeId: RoomTypeId;
  startDay: Day;
  days: CalendarDay[];
}

export function getAvailability(
  context: Reads,
  caller: Caller,
  query: AvailabilityQuery,
): Outcome<AvailabilityCalendar> {
  const { snapshot } = context;
  const today = context.today();
  const found = contractedHotel(snapshot, caller.client, query.hotelId, 'VIEW', today);
  if (!found.ok) return found;
  const roomType = snapshot.roomTypes.find(readId(query.roomTypeId));
  if (roomType === null || roomType.hotelId !== found.value.hotel.id || !roomType.active)
    return refuse('ROOM_TYPE_NOT_FOUND', 'this hotel does not have this room type');
  const start = dayWithinHorizon('startDate', query.startDate, today);
  if (!start.ok) return start;

  const calendar = snapshot.calendarOf(roomType.id);
  const { ledgerId } = caller.client;
  const now = context.now().getTime();
  const counters = snapshot.findCounters(ledgerId, roomType.id);
  const days = daysFrom(start.value, query.days ?? DEFAULT_CALENDAR_DAYS).map((day) => {
    // `snapshot.heldOn` must look for expired holds. Most nights have no held rooms, so the method is not called for
    // these nights.
    const anyHeld = counters !== null && counters.heldOn(day) > 0;
    const held = anyHeld ? snapshot.heldOn(ledgerId, roomType.id, day, now) : 0;
    return { day, night: shownNight(calendar.get(day)), booked: counters?.bookedOn(day) ?? 0, held };
  });
  return accept({ hotelId: found.value.hotel.id, roomTypeId: roomType.id, startDay: start.value, days });
}

/**
 * Returns the night as partners see it. If the night is not open, its allotment is shown as 0, not as the usual
 * allotment.
 */
function shownNight(night: Night): Night {
  return night.open ? night : { ...night, allotment: 0 };
}
