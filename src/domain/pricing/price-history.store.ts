import { type Day, formatDay } from '../../kernel/day.ts';
import type { Transaction } from '../../platform/db/pool.ts';

/**
 * Prices are kept for this number of days after the night. These prices are needed to explain amounts to hotels and
 * partners, and to verify bookings.
 */
export const PRICE_HISTORY_KEPT_DAYS = 400;

/**
 * Deletes the history of day prices for days before `before`. The history of the usual prices of plans is kept, because
 * it has only a few rows.
 */
export async function pruneHistory(tx: Transaction, limit: number, before: Day): Promise<number> {
  const result = await tx.query(
    `delete from price_history where ctid in (
       select ctid from price_history where day < $1 order by day limit $2)`,
    [formatDay(before), limit],
  );
  return result.rowCount ?? 0;
}

/** Deletes special prices of days before `before`. */
export async function pruneDayPrices(tx: Transaction, limit: number, before: Day): Promise<number> {
  const result = await tx.query(
    `delete from day_prices where (rate_plan_id, day) in (
       select p.rate_plan_id, p.day from rate_plans r
       -- Because of the inner limit, PostgreSQL reads only the first prices of each plan. Without the inner limit, it
       -- reads every price in the table.
       cross join lateral (select * from day_prices where rate_plan_id = r.id and day < $1 limit $2) p
       limit $2)`,
    [formatDay(before), limit],
  );
  return result.rowCount ?? 0;
}

export async function pruneAlerts(
  tx: Transaction,
  limit: number,
  now: Date,
  keepMinutes: number,
): Promise<number> {
  const result = await tx.query(
    `delete from price_alerts where ctid in (
       select ctid from price_alerts where alerted_at < $1::timestamptz - make_interval(mins => $2)
       order by alerted_at limit $3)`,
    [now, keepMinutes, limit],
  );
  return result.rowCount ?? 0;
}
