// Runs a transaction. After a dry run or a refusal, the transaction is rolled back.

import type pg from 'pg';
import type { Declined, Outcome } from '../../kernel/refusal.ts';
import { inTransaction, type Transaction } from './pool.ts';

/** This error ends a transaction without a commit. The error contains the outcome of the work. */
class RolledBack<T> extends Error {
  readonly outcome: Outcome<T, Declined>;
  constructor(outcome: Outcome<T, Declined>) {
    super('rolled back on purpose');
    this.outcome = outcome;
  }
}

/**
 * Runs `work` in a transaction. If `work` returns a refusal, the transaction is rolled back. In a dry run, `work` is
 * executed and the transaction is always rolled back.
 */
export async function commitUnless<T>(
  dryRun: boolean,
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<Outcome<T, Declined>>,
): Promise<Outcome<T, Declined>> {
  try {
    return await inTransaction(pool, 'read committed', async (tx) => {
      const outcome = await work(tx);
      if (dryRun || !outcome.ok) throw new RolledBack(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome;
    throw error;
  }
}
