// Stores which person has seen a revision of a booking.

import type { BookingId } from '../../kernel/ids.ts';
import type { Transaction } from '../../platform/db/pool.ts';
import { type EventStream, NOTICED } from '../booking/events/event.ts';
import { insertReceipt } from './receipts.store.ts';

const NOTICED_KINDS = `('${NOTICED.join("', '")}')`;

/** A revision of a booking, the person who has seen the revision, and the time. */
export interface SeenRevision {
  bookingId: BookingId;
  revision: number;
  by: string;
  at: Date;
}

/**
 * Acknowledges a revision and all earlier revisions. The first statement inserts the notices that the sequencer has not
 * written yet. The sequencer later skips these notices. The second statement updates the other notices, including a
 * notice that the sequencer writes between the two statements.
 */
export async function receiveRevision(
  tx: Transaction,
  { ledgerId, hotelId }: EventStream,
  { bookingId, revision, by, at }: SeenRevision,
): Promise<void> {
  const values = [ledgerId, hotelId, bookingId, revision, at, by];
  const early = await tx.query({
    name: 'receive-unsequenced',
    text: `insert into front_desk_notices as n (ledger_id, hotel_id, booking_id, revision, event_number, check_in, check_out, at,
        acknowledged_at, acknowledged_by)
      select e.ledger_id, e.hotel_id, e.booking_id, e.revision, e.number, (e.booking ->> 'check_in')::date,
        (e.booking ->> 'check_out')::date, e.at, $5, $6
      from events e
      where e.booking_id = $3 and e.revision <= $4 and e.ledger_id = $1 and e.hotel_id = $2 and e.kind in ${NOTICED_KINDS}
        and e.number > coalesce((select last from sequenced_events s where s.ledger_id = $1 and s.hotel_id = $2), 0)
      on conflict (hotel_id, booking_id, revision) do update
        set acknowledged_at = excluded.acknowledged_at, acknowledged_by = excluded.acknowledged_by
        where n.acknowledged_at is null`,
    values,
  });
  const noticed = await tx.query({
    name: 'receive-noticed',
    text: `update front_desk_notices set acknowledged_at = $5, acknowledged_by = $6
      where ledger_id = $1 and hotel_id = $2 and booking_id = $3 and revision <= $4 and acknowledged_at is null`,
    values,
  });
  if (early.rowCount! + noticed.rowCount! > 0) await insertReceipt(tx, { ledgerId, hotelId }, bookingId, at);
}
