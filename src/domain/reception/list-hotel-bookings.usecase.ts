// Searches bookings for the hotel page, by voucher code or by day of arrival.

import type { Queries } from '../../context.ts';
import { A_DATE, type Day, formatDay, parseDay } from '../../kernel/day.ts';
import { accept, type Outcome, refuseInput } from '../../kernel/refusal.ts';
import { VOUCHER_ID } from '../booking/voucher.ts';
import { streamOf } from '../staff/person.ts';
import type { HotelBooking } from './hotel-booking.ts';
import { findVouchers, selectArrivals, selectByIds } from './hotel-bookings.store.ts';
import { BOOKINGS_LIMIT } from './read-day.usecase.ts';
import { type Asking, recordForeignBooking } from './record-foreign-booking.usecase.ts';

/**
 * A search by the last characters of a voucher id covers this number of years, up to the present year. A stay begins at
 * most 500 days after it was booked, and a guest may ask about a stay in the last year.
 */
const VOUCHER_YEARS = 4;

/** Exactly one of the two fields is set. */
export interface BookingsQuery {
  /** A whole voucher id or its last six characters, in upper or lower case. */
  code?: string;
  arrival?: string;
}

/** Lists the bookings of the person's hotel that have this voucher code or this day of arrival. */
export async function listHotelBookings(
  context: Queries,
  asking: Asking,
  { code, arrival }: BookingsQuery,
): Promise<Outcome<HotelBooking[]>> {
  if ((code === undefined) === (arrival === undefined))
    return refuseInput([{ field: 'code', code: 'REQUIRED', message: 'send either code or arrival' }]);
  if (code !== undefined) return accept(await findByCode(context, asking, code));
  const day = parseDay(arrival!);
  if (day === null)
    return refuseInput([{ field: 'arrival', code: 'INVALID_FORMAT', message: `arrival ${A_DATE}` }]);
  return accept(
    await selectArrivals(context.pool, streamOf(asking.person), context.today(), day, BOOKINGS_LIMIT),
  );
}

async function findByCode(context: Queries, asking: Asking, code: string): Promise<HotelBooking[]> {
  const { pool, today } = context;
  const vouchers = await findVouchers(pool, voucherIdsOf(code.trim().toUpperCase(), today()));
  const ids = vouchers.map(({ bookingId }) => bookingId);
  const found = await selectByIds(pool, streamOf(asking.person), today(), ids);
  if (found.length === 0 && ids[0] !== undefined) await recordForeignBooking(context, asking, ids[0]);
  return found;
}

/**
 * Returns the voucher ids that end with a code. A voucher id also contains the year of the booking, so there is one id
 * for each year.
 */
function voucherIdsOf(code: string, today: Day): string[] {
  if (VOUCHER_ID.test(code)) return [code];
  const year = Number(formatDay(today).slice(0, 4));
  return Array.from({ length: VOUCHER_YEARS }, (_, ago) => `IHC-${year - ago}-${code}`).filter((id) =>
    VOUCHER_ID.test(id),
  );
}
