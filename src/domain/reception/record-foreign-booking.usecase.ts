import type { Queries } from '../../context.ts';
import type { BookingId } from '../../kernel/ids.ts';
import type { SignedIn } from '../staff/person.ts';
import { recordPageRefusal } from '../staff/record-page-refusal.usecase.ts';
import { doesBookingExist } from './hotel-bookings.store.ts';

/** Who sends a request: a person with a session, and the network address of the request. */
export interface Asking {
  person: SignedIn;
  address: string;
}

/**
 * Records that somebody asked for a booking of another hotel. A booking that does not exist is not recorded, because a
 * reset of the sandbox may have deleted it while the page was open.
 */
export async function recordForeignBooking(context: Queries, asking: Asking, id: BookingId): Promise<void> {
  if (await doesBookingExist(context.pool, id))
    await recordPageRefusal(context, 'booking of another hotel', asking, { booking_id: id });
}
