import { DEFAULT_DAYS } from '../api/partner/rates/availability.schema.ts';
import type { Context } from '../boot/context.ts';
import { type Day, formatDay } from '../kernel/day.ts';
import { dayWithinHorizon } from '../kernel/horizon.ts';
import { accept, type Outcome, refuse } from '../kernel/refusal.ts';
import type { WrittenJson } from '../kernel/written-json.ts';
import type { Caller } from '../partners/authenticate.ts';
import { contractedHotel } from '../partners/hotel-access.ts';
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
  days: WrittenJson[];
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
  const days: WrittenJson[] = [];
  for (let day = start.value; day < start.value + (query.days ?? DEFAULT_DAYS); day += 1) {
    // Nearly always nothing is held, and then nobody needs to ask which locks are due.
    const anyHeld = counters !== null && counters.heldOn(day) > 0;
    const held = anyHeld ? snapshot.heldOn(ledgerId, roomType.id, day, now) : 0;
    days.push(writeDay(day, calendar.get(day), counters?.bookedOn(day) ?? 0, held));
  }
  return accept({ hotelId: found.value.hotel.id, roomTypeId: roomType.id, startDay: start.value, days });
}

/** Digits, dates and truth values alone: nothing here needs escaping. */
function writeDay(day: Day, night: Night, booked: number, held: number): WrittenJson {
  // A reader who knows only the specification computes allotment - booked - blocked, so holds count in.
  const blocked = night.blocked + held;
  const available = availableRooms(night, booked, held);
  return (
    `{"date":"${formatDay(day)}","allotment":${night.allotment},"booked":${booked},"blocked":${blocked},` +
    `"held":${held},"available":${available},"stop_sell":${night.stopSell},"cta":${night.closedToArrival},` +
    `"ctd":${night.closedToDeparture},"min_stay":${night.minStay},"max_stay":${night.maxStay || null}}`
  );
}
