// Writes the new and the ended holds of a batch.

import type { Hold } from '../../domain/booking/hold.ts';
import { holdRow } from '../../domain/booking/rows.ts';
import type { Transaction } from '../../platform/db/pool.ts';

const insertStatement = (columns: string) => `with written as (
    insert into holds (${columns}) select ${columns} from json_populate_recordset(null::holds, $1) returning 1
  ) select expect_rows(count(*), $2, 'a hold is missing') from written`;

export function insertHolds(tx: Transaction, holds: Hold[], now: number): Promise<unknown> {
  const rows = holds.map((hold) => holdRow(hold, hold.status === 'ACTIVE' ? null : now));
  return tx.query({
    name: 'desk-insert-holds',
    text: insertStatement(Object.keys(rows[0]!).join(', ')),
    values: [JSON.stringify(rows), rows.length],
  });
}

export function endHolds(tx: Transaction, holds: Hold[], now: number): Promise<unknown> {
  return tx.query({
    name: 'desk-end-holds',
    text: `with written as (
        update holds h set status = e.status, booking_id = e.booking_id, ended_at = to_timestamp($6::float8 / 1000)
        from unnest($1::int[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[]) as e(ledger_id, hotel_id, id, status, booking_id)
        where h.ledger_id = e.ledger_id and h.hotel_id = e.hotel_id and h.id = e.id and h.status = 'ACTIVE' returning 1
      ) select expect_rows(count(*), cardinality($1), 'a hold was ended by another transaction') from written`,
    values: [
      holds.map((hold) => hold.ledgerId),
      holds.map((hold) => hold.hotelId),
      holds.map((hold) => hold.id),
      holds.map((hold) => hold.status),
      holds.map((hold) => hold.bookingId),
      now,
    ],
  });
}
