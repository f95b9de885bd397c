// The lock that protects the numbering of events.

import type { Transaction } from '../../platform/db/pool.ts';

/**
 * No hotel lock has this key, because the key of a hotel lock begins with the number of a ledger, and the first ledger
 * has the number 1.
 */
const SEQUENCE_LOCK = '0, 4';

/**
 * Takes the sequence lock. A transaction that numbers events for partners, or that deletes events, holds this lock
 * until its commit. Therefore readers see the numbers in order, and no event receives a number while another
 * transaction deletes the event. A transaction takes this lock after its hotel and client locks, in a separate
 * statement.
 */
export async function lockSequence(tx: Transaction): Promise<void> {
  await tx.query({ name: 'lock-sequence', text: `select pg_advisory_xact_lock(${SEQUENCE_LOCK})` });
}

/**
 * Takes the same lock at the start of a transaction that numbers events, and changes the planner settings of this
 * transaction. With these settings, PostgreSQL reuses its plans, because planning takes longer than a small pass. A
 * plan from the time when the tables were empty could later read whole tables, so sequential scans are off.
 */
export async function beginSequencing(tx: Transaction): Promise<void> {
  await tx.query({
    name: 'begin-sequencing',
    text: `select pg_advisory_xact_lock(${SEQUENCE_LOCK}), set_config('enable_seqscan', 'off', true),
      set_config('jit', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`,
  });
}
