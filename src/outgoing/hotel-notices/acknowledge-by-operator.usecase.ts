// Acknowledges the notices of a booking for an operator, after the operator has telephoned the reception.

import type { Operation } from '../../context.ts';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import { recordOperatorChanges } from '../../platform/audit/operator-audit.store.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { acknowledgeNotices } from './notices.store.ts';
import { lockNotices } from './operate-notices.store.ts';

export interface AcknowledgedByOperator {
  hotel: string;
  bookingId: string;
  revision: number;
  /** The number of revisions that this operation has acknowledged. */
  acknowledged: number;
}

/**
 * Acknowledges all revisions of the booking that exist now. If the operation is repeated, the second operation changes
 * nothing.
 */
export async function acknowledgeByOperator(
  { pool, who, now }: Operation,
  reference: string,
): Promise<Outcome<AcknowledgedByOperator, Declined>> {
  return inTransaction(pool, 'read committed', async (tx) => {
    const notices = await lockNotices(tx, reference);
    const newest = notices.at(-1);
    if (newest === undefined)
      return decline(
        `no front desk was told of a booking "${reference}": give a booking id or a voucher number`,
      );
    const { hotel, hotelId, bookingId, revision } = newest;
    const acknowledged = await acknowledgeNotices(tx, { hotelId, bookingId }, revision, now());
    const last = notices.findLast(({ acknowledgedAt }) => acknowledgedAt !== null)?.revision ?? null;
    if (acknowledged > 0)
      await recordOperatorChanges(tx, [
        {
          ...{ who, action: 'delivery acknowledge', subject: bookingId },
          before: { hotel, acknowledged_revision: last },
          after: { hotel, acknowledged_revision: revision },
        },
      ]);
    return accept({ hotel, bookingId, revision, acknowledged });
  });
}
