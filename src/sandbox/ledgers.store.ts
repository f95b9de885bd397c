import type { Queryable, Transaction } from '../db/pool.ts';

/** Ledgers of sandbox clients that nobody has used for so many days; a few at a time. */
export async function findIdleLedgers(
  database: Queryable,
  now: Date,
  idleDays: number,
  keptClientId: string,
): Promise<number[]> {
  const result = await database.query(
    `select l.id from ledgers l join clients c on c.ledger_id = l.id
     where c.contract_holder_id is not null and c.client_id <> $3
       and l.last_used_at < $1::timestamptz - make_interval(days => $2)
     order by l.last_used_at limit 20`,
    [now, idleDays, keptClientId],
  );
  return result.rows.map((row) => row.id);
}

const LEDGER_TABLES = [
  'quotes',
  'holds',
  'bookings',
  'vouchers',
  'guests',
  'booking_audit',
  'outbox',
  'idempotency_records',
  'night_counters',
];

/** A ledger with its client, keys and everything that was ever sold in it. */
export async function deleteLedger(tx: Transaction, ledgerId: number): Promise<void> {
  for (const table of LEDGER_TABLES) await tx.query(`delete from ${table} where ledger_id = $1`, [ledgerId]);
  await tx.query('delete from clients where ledger_id = $1', [ledgerId]);
  await tx.query('delete from ledgers where id = $1', [ledgerId]);
}
