import type { HotelBooking } from '../../../../src/http/hotel-page/hotel-api.ts';
import { dayOf } from '../dates.ts';

export interface DayLists {
  /**
   * Bookings that nobody has marked as received. The next arrival is first. The other lists also contain these
   * bookings.
   */
  toReceive: HotelBooking[];
  /**
   * Guests who have not checked in and whose day of arrival is today or earlier. The earliest day of arrival is first.
   */
  arrivals: HotelBooking[];
  inHouse: HotelBooking[];
  departures: HotelBooking[];
  done: HotelBooking[];
}

/** Sorts the bookings of a day into the lists of the reception. */
export function sortDay(bookings: Iterable<HotelBooking>, today: string): DayLists {
  const lists: DayLists = { toReceive: [], arrivals: [], inHouse: [], departures: [], done: [] };
  for (const booking of bookings) {
    if (booking.received.needed) lists.toReceive.push(booking);
    listOf(lists, booking, today)?.push(booking);
  }
  lists.toReceive.sort(by('check_in', 'created_at'));
  lists.arrivals.sort(by('check_in', 'created_at'));
  lists.inHouse.sort(by('check_out', 'created_at'));
  lists.departures.sort(by('check_out', 'created_at'));
  lists.done.sort((a, b) => -compare(a.updated_at, b.updated_at));
  return lists;
}

/** Returns the list to which a booking belongs, apart from `toReceive`. Null if it belongs to no other list. */
function listOf(lists: DayLists, booking: HotelBooking, today: string): HotelBooking[] | null {
  const { status, check_in, check_out, received, updated_at } = booking;
  if (status === 'CONFIRMED') return check_in <= today ? lists.arrivals : null;
  if (status === 'CHECKED_IN') return check_out <= today ? lists.departures : lists.inHouse;
  return !received.needed && dayOf(updated_at) === today ? lists.done : null;
}

type Field = 'check_in' | 'check_out' | 'created_at';

function by(first: Field, second: Field): (a: HotelBooking, b: HotelBooking) => number {
  return (a, b) => compare(a[first], b[first]) || compare(a[second], b[second]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
