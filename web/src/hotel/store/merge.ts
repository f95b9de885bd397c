import type { DayView, HotelBooking } from '../../../../src/http/hotel-page/hotel-api.ts';

/** Of two copies of a booking the newer one: the stream, a list and a step may arrive in any order. */
export function newerOf(known: HotelBooking | undefined, next: HotelBooking): HotelBooking {
  if (known === undefined || next.event > known.event) return next;
  if (next.event < known.event) return known;
  // The same revision: receiving it has no event of its own, and is never taken back.
  return known.received.needed || !next.received.needed ? next : known;
}

export interface KnownDay {
  today: string;
  /** The last event that was heard of. */
  event: number;
  bookings: ReadonlyMap<string, HotelBooking>;
  hasMore: boolean;
  /** When the service said this. */
  asOf: string;
}

/** A whole day replaces what was known, except for bookings that are newer than the day. */
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

/** `event`: the number of the event in the stream. A response to a request has none. */
export function withBooking(known: KnownDay, booking: HotelBooking, event = 0): KnownDay {
  const bookings = new Map(known.bookings);
  bookings.set(booking.id, newerOf(known.bookings.get(booking.id), booking));
  return { ...known, event: Math.max(known.event, event), bookings };
}
