import type { Context } from '../boot/context.ts';
import { accept, type Outcome, refuse } from '../kernel/refusal.ts';
import type { Caller } from '../partners/authenticate.ts';
import type { Booking } from './booking.ts';
import { findBooking, listAudit } from './bookings.store.ts';
import { uuidOrNothing } from './call.ts';
import { showBooking } from './show-booking.ts';
import { VOUCHER_ID } from './voucher.ts';

export async function getBooking(
  context: Context,
  caller: Caller,
  reference: string,
): Promise<Outcome<object>> {
  const booking = await findReferencedBooking(context, caller, reference);
  if (booking === null) return refuse('BOOKING_NOT_FOUND', 'there is no such booking');
  const audit = await listAudit(context.pool, booking);
  return accept({
    ...showBooking(context, booking),
    audit_log: audit.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
  });
}

/** A booking is named by its uuid or by its voucher id, in any case. */
export function findReferencedBooking(
  context: Context,
  caller: Caller,
  reference: string,
): Promise<Booking | null> {
  const asVoucher = reference.toUpperCase();
  const by = VOUCHER_ID.test(asVoucher) ? { voucherId: asVoucher } : { id: uuidOrNothing(reference) };
  return findBooking(context.pool, caller.client.id, by);
}
