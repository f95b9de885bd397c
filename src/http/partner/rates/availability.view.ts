import type {
  AvailabilityCalendar,
  CalendarDay,
} from '../../../domain/inventory/get-availability.usecase.ts';
import { availableRooms, type Night, UNOPENED } from '../../../domain/inventory/night.ts';
import { formatDay } from '../../../kernel/day.ts';

/** Writes the days as JSON text. They consist of digits, dates, booleans and identifiers, so nothing needs escaping. */
export function writeCalendar({ days }: AvailabilityCalendar): string {
  let written = '';
  for (const day of days) written += written === '' ? writeDay(day) : `,${writeDay(day)}`;
  return `[${written}]`;
}

export function writeCalendarMeta({ hotelId, roomTypeId, startDay, days }: AvailabilityCalendar): string {
  return (
    `{"count":${days.length},"hotel_id":"${hotelId}","room_type_id":"${roomTypeId}",` +
    `"start_date":"${formatDay(startDay)}"}`
  );
}

function writeDay({ day, night, booked, held }: CalendarDay): string {
  // The specification defines available = allotment - booked - blocked. Therefore the field `blocked` of the response
  // includes the rooms on hold.
  const blocked = night.blocked + held;
  const available = availableRooms(night, booked + held);
  return (
    `{"date":"${formatDay(day)}","allotment":${night.allotment},"booked":${booked},"blocked":${blocked},` +
    `"held":${held},"available":${available},${isUnrestricted(night) ? UNRESTRICTED : writeRestrictions(night)}}`
  );
}

/** Most nights have no restrictions, so the text for "no restrictions" is written once and used again. */
const UNRESTRICTED = writeRestrictions(UNOPENED);

function isUnrestricted(night: Night): boolean {
  const isClosed = night.stopSell || night.closedToArrival || night.closedToDeparture;
  return !isClosed && night.minStay === UNOPENED.minStay && night.maxStay === UNOPENED.maxStay;
}

function writeRestrictions(night: Night): string {
  return (
    `"stop_sell":${night.stopSell},"cta":${night.closedToArrival},"ctd":${night.closedToDeparture},` +
    `"min_stay":${night.minStay},"max_stay":${night.maxStay || null}`
  );
}
