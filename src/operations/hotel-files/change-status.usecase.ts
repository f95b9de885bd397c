// An operator starts or stops the sales of a hotel.

import type { Operation } from '../../context.ts';
import type { HotelStatus } from '../../domain/catalog/hotel.ts';
import { noHotel } from '../../domain/partners/no-hotel.ts';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import { recordOperatorChanges } from '../../platform/audit/operator-audit.store.ts';
import { commitUnless } from '../../platform/db/commit-unless.ts';
import { lockHotel } from './hotel-rows.store.ts';
import {
  countArrivals,
  type HotelSummary,
  readHotelSummary,
  readStatus,
  writeStatus,
} from './operate-hotels.store.ts';

const DAYS_OF_ARRIVALS = 7;

/**
 * Changes the status of a hotel. Only a hotel with the status ACTIVE sells rooms. Existing bookings stay as they are.
 * If the change stops the sales and guests arrive soon, the operator must confirm the change, because the hotel may
 * have meant something else.
 */
export async function changeHotelStatus(
  operation: Operation,
  reference: string,
  status: HotelStatus,
  confirm: (question: string) => Promise<boolean>,
): Promise<Outcome<HotelSummary, Declined>> {
  const { pool, who, today } = operation;
  const hotel = await readHotelSummary(pool, today(), reference);
  if (hotel === null) return decline(noHotel(reference));
  if (status !== 'ACTIVE' && hotel.status === 'ACTIVE') {
    const arrivals = await countArrivals(pool, hotel.id, today(), DAYS_OF_ARRIVALS);
    const bookings = arrivals === 1 ? '1 booking arrives' : `${arrivals} bookings arrive`;
    const question = `${bookings} at ${hotel.publicId} within ${DAYS_OF_ARRIVALS} days; they stay booked. Stop selling?`;
    if (arrivals > 0 && !(await confirm(question))) return decline('not confirmed: nothing was changed');
  }
  return commitUnless(false, pool, async (tx) => {
    await lockHotel(tx, hotel.lockNumber);
    const before = await readStatus(tx, hotel.id);
    if (before !== status) {
      await writeStatus(tx, hotel.id, status);
      await recordOperatorChanges(tx, [
        {
          who,
          action: 'hotel status',
          subject: hotel.publicId,
          before: { status: before },
          after: { status },
        },
      ]);
    }
    return accept((await readHotelSummary(tx, today(), hotel.publicId))!);
  });
}
