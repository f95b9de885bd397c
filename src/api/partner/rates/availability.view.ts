import type { AvailabilityCalendar, CalendarDay } from '../../../inventory/get-availability.usecase.ts';
import { availableRooms } from '../../../inventory/night.ts';
import { formatDay } from '../../../kernel/day.ts';
import { joinWritten, type WrittenJson } from '../../../kernel/written-json.ts';

export function calendarMeta({ hotelId, roomTypeId, startDay }: AvailabilityCalendar) {
  return { hotel_id: hotelId, room_type_id: roomTypeId, start_date: formatDay(startDay) };
}

/** Contains only digits, dates and booleans: nothing needs escaping. */
export function writeCalendarDay({ day, night, booked, held }: CalendarDay): WrittenJson {
  // In the specification, available = allotment - booked - blocked. Therefore blocked includes the rooms on hold.
  const blocked = night.blocked + held;
  const available = availableRooms(night, booked + held);
  return joinWritten(
    `{"date":"${formatDay(day)}","allotment":${night.allotment},"booked":${booked},"blocked":${blocked},` +
      `"held":${held},"available":${available},"stop_sell":${night.stopSell},"cta":${night.closedToArrival},` +
      `"ctd":${night.closedToDeparture},"min_stay":${night.minStay},"max_stay":${night.maxStay || null}}`,
  );
}
