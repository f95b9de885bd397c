// Finds a hold by its token, finds holds whose rooms must be given back, and deletes old holds. The desk does not use
// these queries in its batches.

import type { ClientId } from '../../kernel/ids.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import type { HotelLedger } from './command.ts';
import type { Hold } from './hold.ts';
import { type HoldRow, holdOf } from './rows.ts';

export async function findHold(database: Queryable, clientId: ClientId, token: string): Promise<Hold | null> {
  const result = await database.query<HoldRow>('select * from holds where token = $1 and client_id = $2', [
    token,
    clientId,
  ]);
  return result.rows[0] === undefined ? null : holdOf(result.rows[0]);
}

/**
 * Finds the hotels and ledgers that have due holds: holds that have expired and whose rooms must be given back. One
 * call reads at most 500 due holds.
 */
export async function findDueHotelLedgers(database: Queryable, now: number): Promise<HotelLedger[]> {
  const result = await database.query(
    `select distinct d.ledger_id, d.hotel_id, h.lock_number
     from (select ledger_id, hotel_id from holds
           where status = 'ACTIVE' and expires_at <= to_timestamp($1::float8 / 1000) limit 500) d
     join hotels h on h.id = d.hotel_id`,
    [now],
  );
  return result.rows.map((row) => ({
    ledgerId: row.ledger_id,
    hotelId: row.hotel_id,
    hotelLockNumber: row.lock_number,
  }));
}

/**
 * Deletes old holds. A hold that has ended stays in the database for `keepDays` days, so that the partner can still
 * read the hold by its token.
 */
export async function pruneHolds(
  tx: Transaction,
  limit: number,
  now: Date,
  keepDays: number,
): Promise<number> {
  const result = await tx.query(
    `delete from holds where (ledger_id, hotel_id, id) in (
       select ledger_id, hotel_id, id from holds
       where status <> 'ACTIVE' and ended_at < $1::timestamptz - make_interval(days => $2) limit $3)`,
    [now, keepDays, limit],
  );
  return result.rowCount ?? 0;
}
