// Checks the invariants of the rows and reports violations.

import type pg from 'pg';
import { inTransaction, type Transaction } from '../../platform/db/pool.ts';
import {
  beReadOnly,
  cancelStatement,
  findViolations,
  INVARIANTS,
  sessionOf,
  type Violation,
} from './invariants.store.ts';

export interface InvariantResult {
  name: string;
  violations: number;
  /** The first violations. */
  examples: Violation[];
  seconds: number;
}

export interface Checking {
  /** Called after each invariant. */
  onResult?: (result: InvariantResult, index: number) => void;
  /**
   * Aborting this signal ends the running check at once. The promise is then rejected with the reason of the signal.
   */
  signal?: AbortSignal;
}

/** Checks every invariant in one snapshot. Bookings do not wait for the check. */
export async function checkInvariants(pool: pg.Pool, checking: Checking = {}): Promise<InvariantResult[]> {
  const { signal } = checking;
  let cancel = () => {};
  try {
    return await inTransaction(
      pool,
      'repeatable read',
      async (tx) => {
        const session = await sessionOf(tx);
        // Cancel the statement in PostgreSQL. Closing the connection would not be enough, because PostgreSQL notices a
        // closed connection only when it sends the result.
        cancel = () => {
          cancelStatement(pool, session).catch(() => {});
        };
        signal?.addEventListener('abort', cancel);
        return checkAll(tx, checking);
      },
      'patient',
    );
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

/** Checks every invariant, prints the results and returns the number of violations. */
export async function verify(pool: pg.Pool, say: (line: string) => void): Promise<number> {
  const results = await checkInvariants(pool, {
    onResult: (result, index) => linesOf(result, index).forEach(say),
  });
  return countViolations(results);
}

export function countViolations(results: InvariantResult[]): number {
  return results.reduce((sum, { violations }) => sum + violations, 0);
}

/** Returns one result as lines for people. */
export function linesOf({ name, violations, examples, seconds }: InvariantResult, index: number): string[] {
  const outcome = violations === 0 ? 'ok' : `${violations} violations`;
  return [
    `${index + 1}/${INVARIANTS.length} ${name}: ${outcome} (${seconds.toFixed(1)} s)`,
    ...examples.map(({ what, problem }) => `    ${what}: ${problem}`),
    ...(violations > examples.length ? [`    … and ${violations - examples.length} more`] : []),
  ];
}

async function checkAll(tx: Transaction, { onResult, signal }: Checking): Promise<InvariantResult[]> {
  await beReadOnly(tx);
  const results: InvariantResult[] = [];
  for (const [index, invariant] of INVARIANTS.entries()) {
    signal?.throwIfAborted();
    const startedAt = performance.now();
    const { count, shown } = await findViolations(tx, invariant);
    const seconds = (performance.now() - startedAt) / 1000;
    const examples = shown.map(({ what, problem }) => ({ what, problem }));
    const result = { name: invariant.name, violations: count, examples, seconds };
    results.push(result);
    onResult?.(result, index);
  }
  return results;
}
