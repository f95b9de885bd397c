import type { DayView, HotelBooking } from '../../../../src/http/hotel-page/hotel-api.ts';

/**
 * Returns the newer of two copies of a booking. The copies may arrive in any order, because they come from the stream,
 * from lists and from responses to steps.
 */
export function newerOf(known: HotelBooking | undefined, next: HotelBooking): HotelBooking {
  if (known === undefined || next.event > known.event) return next;
  if (next.event < known.event) return known;
  // Both copies have the same event number, but one may be from before the booking was marked as received. The service
  // writes no event for this mark, and never removes the mark.
  return known.received.needed || !next.received.needed ? next : known;
}

export interface KnownDay {
  today: string;
  /** The number of the last known event. */
  event: number;
  bookings: ReadonlyMap<string, HotelBooking>;
  hasMore: boolean;
  /** The time of the response. */
  asOf: string;
}

/**
 * Replaces the known bookings with the list of a day from the service. Known bookings that are newer than the list
 * stay.
 */
export function withDay(known: KnownDay | null, day: DayView): KnownDay {
  const bookings = new Map<string, HotelBooking>();
  for (const booking of day.bookings)
    bookings.set(booking.id, newerOf(known?.bookings.get(booking.id), booking));
  for (const booking of known?.bookings.values() ?? [])
    if (booking.event > day.event) bookings.set(booking.id, newerOf(bookings.get(booking.id), booking));
  return {
    today: day.today,
    event: Math.max(day.event, known?.event ?? 0),
    bookings,
    hasMore: day.has_more,
    asOf: day.now,
  };
}

/**
 * Adds a booking to the day. `event` is the number of the stream's event that contained the booking, or 0 if the
 * booking comes from a response to a request.
 */
export function withBooking(known: KnownDay, booking: HotelBooking, event = 0): KnownDay {
  const bookings = new Map(known.bookings);
  bookings.set(booking.id, newerOf(known.bookings.get(booking.id), booking));
  return { ...known, event: Math.max(known.event, event), bookings };
}
