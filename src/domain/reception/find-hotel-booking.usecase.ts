// The hotel page opens one booking with its history.

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

/** Finds a booking of the person's hotel in its present state. Bookings of other hotels are not found. */
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
  // The history is read after the booking, so it contains every revision up to the booking's revision. Later revisions
  // are left out.
  const history = await selectHistory(pool, stream, id);
  return accept({ found, history: history.filter(({ revision }) => revision <= found.booking.revision) });
}
