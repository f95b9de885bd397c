import type { Queries } from '../../context.ts';
import type { Day } from '../../kernel/day.ts';
import { lastEvents } from '../booking/events/events.store.ts';
import type { SignedIn } from '../staff/person.ts';
import { streamOf } from '../staff/person.ts';
import type { HotelBooking } from './hotel-booking.ts';
import { selectDay } from './hotel-bookings.store.ts';

/** The maximum number of bookings that are shown at once. */
export const BOOKINGS_LIMIT = 500;

export interface HotelDay {
  now: Date;
  today: Day;
  /**
   * The number of an event. The bookings include the changes of all events up to this event, and possibly changes of
   * later events.
   */
  event: number;
  bookings: HotelBooking[];
  hasMore: boolean;
}

/** Reads the bookings that the reception needs today. */
export async function readDay(context: Queries, signedIn: SignedIn): Promise<HotelDay> {
  const stream = streamOf(signedIn);
  const [now, today] = [context.now(), context.today()];
  // Read the number of the last event first, so that the second statement sees every event up to this number.
  const [event] = (await lastEvents(context.pool, [stream])) as [number];
  const found = await selectDay(context.pool, stream, today, BOOKINGS_LIMIT + 1);
  const bookings = found.slice(0, BOOKINGS_LIMIT);
  return { now, today, event, bookings, hasMore: found.length > BOOKINGS_LIMIT };
}
