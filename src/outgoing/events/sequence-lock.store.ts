// The lock under which events get their numbers.

import type { Transaction } from '../../platform/db/pool.ts';

/** Ledgers are numbered from 1 and a hotel lock begins with the ledger, so no hotel lock has this key. */
const SEQUENCE_LOCK = '0, 4';

/**
 * Whoever gives events their numbers among the events of a partner, or deletes events, holds this lock until its
 * commit. So numbers become visible in their order, and no event is given a number while it is deleted. It is taken after
 * hotel locks and client locks, by a statement of its own.
 */
export async function lockSequence(tx: Transaction): Promise<void> {
  await tx.query({ name: 'lock-sequence', text: `select pg_advisory_xact_lock(${SEQUENCE_LOCK})` });
}

/**
 * The same, for a sequencer. A plan that was made while the tables were empty would read them from end to end when they
 * are large, so the rest of the transaction prefers indexes. Planning takes longer than a small pass: plans are kept.
 */
export async function beginSequencing(tx: Transaction): Promise<void> {
  await tx.query({
    name: 'begin-sequencing',
    text: `select pg_advisory_xact_lock(${SEQUENCE_LOCK}), set_config('enable_seqscan', 'off', true),
      set_config('jit', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`,
  });
}
