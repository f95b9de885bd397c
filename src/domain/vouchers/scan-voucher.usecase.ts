// Finds the booking for the QR code that a person at the hotel has scanned from a guest's voucher.

import type { Queries, Vouchers } from '../../context.ts';
import { accept, type Outcome, refuse } from '../../kernel/refusal.ts';
import { staffWho } from '../../platform/audit/staff-who.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { signingKeysOf } from '../../platform/secrets/accepted-secrets.ts';
import { findHotelBooking, type HotelBookingDetail } from '../reception/find-hotel-booking.usecase.ts';
import { findVouchers } from '../reception/hotel-bookings.store.ts';
import type { Asking } from '../reception/record-foreign-booking.usecase.ts';
import { insertUsedVoucher } from '../staff/page-audit.store.ts';
import { type PageFailure, refusePage } from '../staff/page-refusal.ts';
import { streamOf } from '../staff/person.ts';
import { publicIdOf, recordPageRefusal } from '../staff/record-page-refusal.usecase.ts';
import { namedVoucher, readScanned } from './scanned-text.ts';
import { voucherKeysOf } from './statement.ts';

export interface Scanned {
  detail: HotelBookingDetail;
  /** True when the booking was changed or cancelled after the voucher was printed. */
  isOutdated: boolean;
}

/**
 * If the booking has one of these statuses, the audit records that its voucher was scanned. A guest who has already
 * checked in, or whose booking is cancelled, has no reason to show the voucher.
 */
const USED: readonly string[] = ['CHECKED_IN', 'CHECKED_OUT', 'CANCELLED'];
/** The actions that change the printed content of a voucher. A check-in does not change the printed content. */
const CHANGES: readonly string[] = ['MODIFIED', 'CANCELLED', 'NOT_HONOURED'];

/**
 * Finds the booking of a voucher whose QR code was scanned. `host` is the host name in the address of the hotel page.
 */
export async function scanVoucher(
  context: Vouchers,
  asking: Asking,
  text: string,
  host: string,
): Promise<Outcome<Scanned, PageFailure>> {
  const { config, secrets, pool } = context;
  const scanned = readScanned(text, {
    hosts: [new URL(config.publicUrl).host, host],
    signingKeys: signingKeysOf(secrets),
    publicKeys: voucherKeysOf(secrets),
  });
  if (scanned === null) return refuseForged(context, asking, namedVoucher(text));
  const { voucherId, statement } = scanned;
  const [voucher] = await findVouchers(pool, [voucherId]);
  // This service has signed the voucher but no longer stores it, because a reset of the sandbox has deleted its
  // booking.
  if (voucher === undefined) return refuse('BOOKING_NOT_FOUND', 'the booking of this voucher was deleted');
  if (statement !== null && statement.hotel !== publicIdOf(context, voucher.hotelId))
    return refuseForged(context, asking, voucherId);
  const own = streamOf(asking.person);
  if (voucher.hotelId !== own.hotelId || voucher.ledgerId !== own.ledgerId) {
    await recordPageRefusal(context, 'voucher of another hotel', asking, { voucher_id: voucherId });
    return refusePage('VOUCHER_OF_OTHER_HOTEL', 'this voucher is for another hotel');
  }
  const detail = await findHotelBooking(context, asking, voucher.bookingId);
  if (!detail.ok) return detail;
  await recordUsed(context, asking, detail.value);
  const isOutdated = detail.value.history.some(
    ({ action, revision }) => statement !== null && revision > statement.revision && CHANGES.includes(action),
  );
  return accept({ detail: detail.value, isOutdated });
}

async function refuseForged(
  context: Queries,
  asking: Asking,
  voucherId: string | null,
): Promise<Outcome<never, PageFailure>> {
  await recordPageRefusal(context, 'forged voucher', asking, { voucher_id: voucherId });
  return refusePage('VOUCHER_FORGED', 'this is no voucher of ours, or somebody has changed it');
}

async function recordUsed(
  context: Queries,
  { person }: Asking,
  { found }: HotelBookingDetail,
): Promise<void> {
  const { id, voucherId, status } = found.booking;
  if (!USED.includes(status)) return;
  const after = { voucher_id: voucherId, booking_id: id, status };
  const entry = { who: staffWho(person.staffId), subject: publicIdOf(context, person.hotelId), after };
  await inTransaction(context.pool, 'read committed', (tx) => insertUsedVoucher(tx, entry));
}
