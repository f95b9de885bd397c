// A partner reads a booking with its history.

import type { Queries } from '../../context.ts';
import { accept, type Outcome, refuse } from '../../kernel/refusal.ts';
import type { Caller } from '../partners/authenticate.ts';
import { listAudit, type StoredAuditEntry } from './bookings.store.ts';
import { type FoundBooking, findOwnBooking } from './find-own-booking.usecase.ts';

export interface BookingHistory extends FoundBooking {
  audit: StoredAuditEntry[];
}

export async function getBooking(
  context: Queries,
  caller: Caller,
  reference: string,
): Promise<Outcome<BookingHistory>> {
  const found = await findOwnBooking(context, caller, reference);
  if (found === null) return refuse('BOOKING_NOT_FOUND', 'booking not found');
  return accept({ ...found, audit: await listAudit(context.pool, found.booking) });
}
