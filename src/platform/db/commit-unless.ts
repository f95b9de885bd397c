import type pg from 'pg';
import type { Answer } from '../../kernel/answer.ts';
import { inTransaction, type Transaction } from './pool.ts';

/** Ends a transaction without committing it, and carries its answer out. */
class RolledBack<T> extends Error {
  readonly answer: Answer<T>;
  constructor(answer: Answer<T>) {
    super('rolled back on purpose');
    this.answer = answer;
  }
}

/** Runs `work` in a transaction. It is rolled back when `work` declines, and in a dry run, which does everything else. */
export async function commitUnless<T>(
  dryRun: boolean,
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<Answer<T>>,
): Promise<Answer<T>> {
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
