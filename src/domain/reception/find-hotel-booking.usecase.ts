// Reads one booking and its history for the hotel page.

import type { Queries } from '../../context.ts';
import { type BookingId, readId } from '../../kernel/ids.ts';
import { accept, type Outcome, refuse } from '../../kernel/refusal.ts';
import { streamOf } from '../staff/person.ts';
import type { HistoryEntry, HotelBooking } from './hotel-booking.ts';
import { selectByIds, selectHistory } from './hotel-bookings.store.ts';
import { type Asking, recordForeignBooking } from './record-foreign-booking.usecase.ts';

export interface HotelBookingDetail {
  found: HotelBooking;
  history: HistoryEntry[];
}

/** Finds a booking of the person's hotel, in the booking's present state. Does not find bookings of other hotels. */
export async function findHotelBooking(
  context: Queries,
  asking: Asking,
  reference: string,
): Promise<Outcome<HotelBookingDetail>> {
  const { pool, today } = context;
  const stream = streamOf(asking.person);
  const id = readId<BookingId>(reference);
  const [found] = await selectByIds(pool, stream, today(), [id]);
  if (found === undefined) {
    await recordForeignBooking(context, asking, id);
    return refuse('BOOKING_NOT_FOUND', 'booking not found');
  }
  // The history is read after the booking, so it contains the revision of the booking and all earlier revisions.
  // Revisions that are newer than the booking are removed.
  const history = await selectHistory(pool, stream, id);
  return accept({ found, history: history.filter(({ revision }) => revision <= found.booking.revision) });
}
