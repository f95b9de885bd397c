import type { Queries } from '../../context.ts';
import { type BookingId, readId } from '../../kernel/ids.ts';
import { type FieldProblem, type Outcome, refuseInput } from '../../kernel/refusal.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { streamOf } from '../staff/person.ts';
import { findHotelBooking, type HotelBookingDetail } from './find-hotel-booking.usecase.ts';
import { receiveRevision } from './received.store.ts';
import type { Asking } from './record-foreign-booking.usecase.ts';

/**
 * Records that a person has seen a revision of a booking. The record also covers all earlier revisions of the booking.
 * A later revision stays unread. If a second person has also seen the revision, the record keeps the first person.
 */
export async function receiveBooking(
  context: Queries,
  asking: Asking,
  reference: string,
  revision: number,
): Promise<Outcome<HotelBookingDetail>> {
  const stream = streamOf(asking.person);
  const seen = {
    bookingId: readId<BookingId>(reference),
    revision,
    by: asking.person.name,
    at: context.now(),
  };
  const detail = await findHotelBooking(context, asking, reference);
  if (!detail.ok) return detail;
  const { revision: present } = detail.value.found.booking;
  if (revision > present) return refuseInput([notThere(present)]);
  await inTransaction(context.pool, 'read committed', (tx) => receiveRevision(tx, stream, seen));
  return findHotelBooking(context, asking, reference);
}

/**
 * Returns the problem with a request that names a revision which does not exist yet. The person cannot have read this
 * revision.
 */
function notThere(present: number): FieldProblem {
  const message = `revision must be at most ${present}, which is the present one`;
  return { field: 'revision', code: 'TOO_LARGE', message };
}
