import type { Transaction } from '../db/pool.ts';
import { type Day, formatDay } from '../kernel/day.ts';

/** Rows a step deletes at most: each is over in milliseconds, and the next step goes on. */
const STEP = 5_000;

export async function pruneRecords(tx: Transaction, now: Date, keepDays: number): Promise<number> {
  const result = await tx.query(
    `delete from idempotency_records where (client_id, operation, key) in (
       select client_id, operation, key from idempotency_records
       where created_at < $1::timestamptz - make_interval(days => $2) order by created_at limit ${STEP})`,
    [now, keepDays],
  );
  return result.rowCount ?? 0;
}

/** Locks that have ended stay readable for a while, for whoever asks what became of a token. */
export async function pruneHolds(tx: Transaction, now: Date, keepDays: number): Promise<number> {
  const result = await tx.query(
    `delete from holds where (ledger_id, hotel_id, id) in (
       select ledger_id, hotel_id, id from holds
       where status <> 'ACTIVE' and ended_at < $1::timestamptz - make_interval(days => $2) limit ${STEP})`,
    [now, keepDays],
  );
  return result.rowCount ?? 0;
}

export async function pruneAlerts(tx: Transaction, now: Date, keepMinutes: number): Promise<number> {
  const result = await tx.query(
    `delete from price_alerts where ctid in (
       select ctid from price_alerts where alerted_at < $1::timestamptz - make_interval(mins => $2)
       order by alerted_at limit ${STEP})`,
    [now, keepMinutes],
  );
  return result.rowCount ?? 0;
}

/** For statements and questions, and for the verification of what was booked. */
export const PRICE_HISTORY_KEPT_DAYS = 400;

/** Of days that ended before `before`; a plan's usual prices are few and stay. */
export async function pruneHistory(tx: Transaction, before: Day): Promise<number> {
  const result = await tx.query(
    `delete from price_history where ctid in (
       select ctid from price_history where day < $1 order by day limit ${STEP})`,
    [formatDay(before)],
  );
  return result.rowCount ?? 0;
}
