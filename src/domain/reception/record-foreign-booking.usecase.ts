import type { Queries } from '../../context.ts';
import type { BookingId } from '../../kernel/ids.ts';
import type { SignedIn } from '../staff/person.ts';
import { recordPageRefusal } from '../staff/record-page-refusal.usecase.ts';
import { doesBookingExist } from './hotel-bookings.store.ts';

/** The sender of a request: a person with a session, and the network address of the request. */
export interface Asking {
  person: SignedIn;
  address: string;
}

/**
 * Records that somebody tried to open a booking of another hotel. If the booking does not exist, nothing is recorded: a
 * reset of the sandbox may have deleted the booking while the person had the page open.
 */
export async function recordForeignBooking(context: Queries, asking: Asking, id: BookingId): Promise<void> {
  if (await doesBookingExist(context.pool, id))
    await recordPageRefusal(context, 'booking of another hotel', asking, { booking_id: id });
}
