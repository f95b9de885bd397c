// The lock that protects the numbering of events.

import type { Transaction } from '../../platform/db/pool.ts';

/** Ledgers are numbered from 1 and a hotel lock begins with the ledger, so no hotel lock has this key. */
const SEQUENCE_LOCK = '0, 4';

/**
 * A transaction that numbers events for partners, or that deletes events, holds this lock until its commit. Numbers
 * therefore become visible in order, and no event gets a number while it is deleted. The lock is taken after hotel and
 * client locks, in a separate statement.
 */
export async function lockSequence(tx: Transaction): Promise<void> {
  await tx.query({ name: 'lock-sequence', text: `select pg_advisory_xact_lock(${SEQUENCE_LOCK})` });
}

/**
 * Takes the same lock, in the transaction of a sequencer. A plan from the time when the tables were empty would later
 * read the whole tables, so the rest of the transaction prefers indexes. Planning takes longer than a small pass, so
 * plans are kept.
 */
export async function beginSequencing(tx: Transaction): Promise<void> {
  await tx.query({
    name: 'begin-sequencing',
    text: `select pg_advisory_xact_lock(${SEQUENCE_LOCK}), set_config('enable_seqscan', 'off', true),
      set_config('jit', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`,
  });
}
