import type { BookingsQuery } from '../api/partner/bookings/bookings.schema.ts';
import type { Context } from '../boot/context.ts';
import { decodeCursor, encodeCursor, type Page } from '../kernel/page.ts';
import { accept, type Outcome } from '../kernel/refusal.ts';
import type { Caller } from '../partners/authenticate.ts';
import { listBookings as readBookings } from './bookings.store.ts';
import { showBooking } from './show-booking.ts';

const USUAL_LIMIT = 50;
const BOOKING_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export async function listBookings(
  context: Context,
  caller: Caller,
  query: BookingsQuery,
): Promise<Outcome<Page<object>>> {
  const limit = query.limit ?? USUAL_LIMIT;
  const after = query.cursor === undefined ? accept(null) : decodeCursor(query.cursor, BOOKING_ID);
  if (!after.ok) return after;
  const found = await readBookings(context.pool, {
    clientId: caller.client.id,
    channelReference: query.channelReference ?? null,
    status: query.status ?? null,
    checkInFrom: query.checkInFrom ?? null,
    checkInTo: query.checkInTo ?? null,
    afterId: after.value,
    limit,
  });
  const page = found.slice(0, limit);
  return accept({
    items: page.map((booking) => showBooking(context, booking)),
    nextCursor: found.length > limit ? encodeCursor(page.at(-1)!.id) : null,
  });
}
