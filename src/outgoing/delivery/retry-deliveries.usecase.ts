// An operator sends dead deliveries again.

import type { Operation } from '../../context.ts';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import { recordOperatorChanges } from '../../platform/audit/operator-audit.store.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import {
  countDead,
  type DeadQuery,
  lockDead,
  lockDeliveries,
  retryDeliveries as retryRows,
} from './operate-deliveries.store.ts';

const STEP = 1_000;

/** Sends the given deliveries again. If one of them is not dead, none of them is sent. */
export function retryDeliveries(operation: Operation, ids: number[]): Promise<Outcome<number[], Declined>> {
  const wanted = [...new Set(ids)];
  return inTransaction(operation.pool, 'read committed', async (tx) => {
    const found = new Map((await lockDeliveries(tx, wanted)).map((row) => [row.id, row]));
    const problems = wanted.flatMap((id) => {
      const row = found.get(id);
      if (row === undefined) return noDelivery(id);
      return row.state === 'DEAD'
        ? []
        : `delivery ${id} is ${row.state}: only dead deliveries are sent again`;
    });
    if (problems.length > 0) return decline(...problems);
    await retryRows(tx, wanted, operation.now());
    const changes = wanted.map((id) => {
      const { state, attempts, lastError } = found.get(id)!;
      const before = { state, attempts, last_error: lastError };
      const after = { state: 'PENDING', attempts: 0, last_error: lastError };
      return { who: operation.who, action: 'delivery retry', subject: String(id), before, after };
    });
    await recordOperatorChanges(tx, changes);
    return accept(wanted);
  });
}

/**
 * Sends all dead deliveries again, or all dead deliveries of one channel or destination. Works in steps, and records
 * the ids of each step. If the operator interrupts the command, the deliveries of the completed steps are still sent.
 */
export async function retryDead(
  operation: Operation,
  query: DeadQuery,
  confirm: (count: number) => Promise<boolean>,
  interrupted: AbortSignal,
): Promise<Outcome<number[], Declined> | null> {
  // Only deliveries that were dead before this time are sent again. If a delivery fails again and becomes dead during
  // this command, the command does not send it a second time.
  const upTo = operation.now();
  const dead = await countDead(operation.pool, query, upTo);
  if (dead > 0 && !(await confirm(dead))) return null;
  const retried: number[] = [];
  while (!interrupted.aborted) {
    const ids = await inTransaction(operation.pool, 'read committed', async (tx) => {
      const step = await lockDead(tx, query, upTo, STEP);
      if (step.length === 0) return step;
      await retryRows(tx, step, operation.now());
      const after = { ...query, deliveries: step };
      await recordOperatorChanges(tx, [
        { who: operation.who, action: 'delivery retry', subject: 'dead', before: null, after },
      ]);
      return step;
    });
    retried.push(...ids);
    if (ids.length < STEP) break;
  }
  return accept(retried);
}

export function noDelivery(id: number): string {
  return `delivery ${id} does not exist: ihc delivery list shows those with trouble`;
}
