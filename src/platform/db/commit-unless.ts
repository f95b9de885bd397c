// A transaction that a dry run or a refusal rolls back.

import type pg from 'pg';
import type { Declined, Outcome } from '../../kernel/refusal.ts';
import { inTransaction, type Transaction } from './pool.ts';

/** Ends a transaction without committing it, and carries its outcome out. */
class RolledBack<T> extends Error {
  readonly outcome: Outcome<T, Declined>;
  constructor(outcome: Outcome<T, Declined>) {
    super('rolled back on purpose');
    this.outcome = outcome;
  }
}

/** Runs `work` in a transaction. It is rolled back when `work` declines, and in a dry run, which does everything else. */
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
