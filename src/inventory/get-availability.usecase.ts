import type { Context } from '../context.ts';
import { type Day, formatDay } from '../kernel/day.ts';
import { dayWithinHorizon } from '../kernel/horizon.ts';
import { accept, type Outcome, refuse } from '../kernel/refusal.ts';
import type { Caller } from '../partners/authenticate.ts';
import { contractedHotel } from '../partners/hotel-access.ts';
import { type AvailabilityDay, DEFAULT_DAYS } from './availability.schema.ts';
import { availableRooms } from './availability.ts';
import type { Night } from './calendar.ts';

export interface AvailabilityQuery {
  hotelId: string;
  roomTypeId: string;
  days?: number;
  startDate?: string;
}

export interface AvailabilityCalendar {
  hotelId: string;
  roomTypeId: string;
  startDay: Day;
  days: AvailabilityDay[];
}

export function getAvailability(
  context: Context,
  caller: Caller,
  query: AvailabilityQuery,
): Outcome<AvailabilityCalendar> {
  const { snapshot } = context;
  const today = context.today();
  const found = contractedHotel(snapshot, caller.client, query.hotelId, 'VIEW', today);
  if (!found.ok) return found;
  const roomType = snapshot.roomTypes.find(query.roomTypeId.toLowerCase());
  if (roomType === null || roomType.hotelId !== found.value.hotel.id || !roomType.active)
    return refuse('ROOM_TYPE_NOT_FOUND', 'this hotel has no such room type');
  const start = dayWithinHorizon('startDate', query.startDate, today);
  if (!start.ok) return start;

  const calendar = snapshot.calendarOf(roomType.id);
  const { ledgerId } = caller.client;
  const now = context.now().getTime();
  const counters = snapshot.findCounters(ledgerId, roomType.id);
  const days = Array.from({ length: query.days ?? DEFAULT_DAYS }, (_, index) => {
    const day = start.value + index;
    const held = snapshot.heldOn(ledgerId, roomType.id, day, now);
    return availabilityDay(day, calendar.get(day), counters?.bookedOn(day) ?? 0, held);
  });
  return accept({ hotelId: found.value.hotel.id, roomTypeId: roomType.id, startDay: start.value, days });
}

function availabilityDay(day: Day, night: Night, booked: number, held: number): AvailabilityDay {
  return {
    date: formatDay(day),
    allotment: night.allotment,
    booked,
    // A reader who knows only the specification computes allotment - booked - blocked, so holds count in.
    blocked: night.blocked + held,
    held,
    available: availableRooms(night, booked, held),
    stop_sell: night.stopSell,
    cta: night.closedToArrival,
    ctd: night.closedToDeparture,
    min_stay: night.minStay,
    max_stay: night.maxStay === 0 ? null : night.maxStay,
  };
}
