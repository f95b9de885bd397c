import type pg from 'pg';
import { inTransaction, type Transaction } from '../db/pool.ts';
import { beReadOnly, findViolations, INVARIANTS } from './invariants.store.ts';

/** Checks every invariant at one instant, prints the results and returns the number of violations. */
export async function verify(pool: pg.Pool, say: (line: string) => void): Promise<number> {
  return inTransaction(pool, 'repeatable read', (tx) => verifyAll(tx, say), 'patient');
}

async function verifyAll(tx: Transaction, say: (line: string) => void): Promise<number> {
  await beReadOnly(tx);
  let total = 0;
  for (const [index, invariant] of INVARIANTS.entries()) {
    const startedAt = performance.now();
    const { count, shown } = await findViolations(tx, invariant);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    say(
      `${index + 1}/${INVARIANTS.length} ${invariant.name}: ${count === 0 ? 'ok' : `${count} violations`} (${seconds} s)`,
    );
    for (const { what, problem } of shown) say(`    ${what}: ${problem}`);
    if (count > shown.length) say(`    … and ${count - shown.length} more`);
    total += count;
  }
  return total;
}
