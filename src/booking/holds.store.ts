import type { Queryable } from '../db/pool.ts';
import type { Place } from './command.ts';
import type { Hold } from './hold.ts';
import { type HoldRow, holdOf } from './rows.ts';

export async function findHold(database: Queryable, clientId: string, token: string): Promise<Hold | null> {
  const result = await database.query<HoldRow>('select * from holds where token = $1 and client_id = $2', [
    token,
    clientId,
  ]);
  return result.rows[0] === undefined ? null : holdOf(result.rows[0]);
}

/** Hotels with locks that are due: their rooms wait to be given back. */
export async function findDuePlaces(database: Queryable, now: number): Promise<Place[]> {
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
