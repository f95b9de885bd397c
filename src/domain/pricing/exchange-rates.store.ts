import { type ExchangeRate, formatRate, parseRate } from '../../kernel/exchange.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';

/** Reads all exchange rates, newest first. */
export async function readRates(database: Queryable): Promise<ExchangeRate[]> {
  const result = await database.query('select as_of, iqd_for_a_usd from exchange_rates order by as_of desc');
  return result.rows.map((row) => parseRate(row.iqd_for_a_usd, row.as_of.toISOString()));
}

/**
 * Prevents other changes of rates until the transaction ends. Reads need not wait. Returns the time of the database's
 * clock after the lock was taken. The time is in whole milliseconds, because the rates in memory also begin at whole
 * milliseconds.
 */
export async function lockRates(tx: Transaction): Promise<number> {
  await tx.query('lock table exchange_rates in share row exclusive mode');
  const result = await tx.query('select floor(extract(epoch from clock_timestamp()) * 1000) as now');
  return Number(result.rows[0].now);
}

export async function writeRate(tx: Transaction, rate: ExchangeRate): Promise<void> {
  await tx.query(
    `insert into exchange_rates (as_of, iqd_for_a_usd) values ($1, $2)
     on conflict (as_of) do update set iqd_for_a_usd = excluded.iqd_for_a_usd`,
    [rate.asOf, formatRate(rate)],
  );
}
