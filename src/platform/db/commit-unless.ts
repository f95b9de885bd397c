import type pg from 'pg';
import type { Declined, Outcome } from '../../kernel/refusal.ts';
import { inTransaction, type Transaction } from './pool.ts';

/** Ends a transaction without committing it, and carries its answer out. */
class RolledBack<T> extends Error {
  readonly answer: Outcome<T, Declined>;
  constructor(answer: Outcome<T, Declined>) {
    super('rolled back on purpose');
    this.answer = answer;
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
      const answer = await work(tx);
      if (dryRun || !answer.ok) throw new RolledBack(answer);
      return answer;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.answer;
    throw error;
  }
}
