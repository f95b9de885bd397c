// A partner reads its bookings in pages, newest first.

import type { Queries } from '../../context.ts';
import { decodeCursor, encodeCursor, type Page } from '../../kernel/page.ts';
import { accept, type Outcome } from '../../kernel/refusal.ts';
import type { Caller } from '../partners/authenticate.ts';
import { type BookingFilter, listBookings as readBookings } from './bookings.store.ts';
import { type FoundBooking, withProduct } from './find-own-booking.usecase.ts';

export const USUAL_BOOKINGS = 50;
const BOOKING_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export interface BookingsQuery extends Omit<BookingFilter, 'clientId' | 'afterId' | 'limit'> {
  limit: number | null;
  cursor: string | null;
}

export async function listBookings(
  context: Queries,
  caller: Caller,
  { cursor, limit: wanted, ...filter }: BookingsQuery,
): Promise<Outcome<Page<FoundBooking>>> {
  const limit = wanted ?? USUAL_BOOKINGS;
  const after = cursor === null ? accept(null) : decodeCursor(cursor, BOOKING_ID);
  if (!after.ok) return after;
  const found = await readBookings(context.pool, {
    ...filter,
    clientId: caller.client.id,
    afterId: after.value,
    limit,
  });
  const page = found.slice(0, limit);
  return accept({
    items: page.map((booking) => withProduct(context.snapshot, booking)),
    nextCursor: found.length > limit ? encodeCursor(page.at(-1)!.id) : null,
  });
}
