// Writes the end of a halt to the database.

import { EPOCH_LOCK } from '../../desk/locks.store.ts';
import { lockSequence } from '../../outgoing/events/sequence-lock.store.ts';
import { recordOperatorChanges } from '../../platform/audit/operator-audit.store.ts';
import type { Transaction } from '../../platform/db/pool.ts';

/**
 * After a halt, the new epoch is a multiple of this number. The new epoch exceeds every known epoch by at least this
 * number.
 */
const EPOCH_STEP = 1_000;
/**
 * After a halt, event numbers continue after the product of the new epoch and this number. The SQL function
 * `number_base()` contains the same factor.
 */
const NUMBERS_PER_EPOCH = 10_000;
/** The new event numbers exceed every stored event number by at least this number. */
const NUMBER_MARGIN = 1_000_000;

export interface Halt {
  epoch: number;
  haltedAt: Date | null;
  halt: string | null;
}

/** Waits until no batch is running. No new batch begins before this transaction ends. */
export async function lockDesk(tx: Transaction): Promise<Halt> {
  await tx.query(`select pg_advisory_xact_lock(${EPOCH_LOCK})`);
  const result = await tx.query<Halt>(
    'select epoch::float8 as epoch, halted_at as "haltedAt", halt from desk for update',
  );
  return result.rows[0]!;
}

/**
 * Begins a new epoch and returns it. The new epoch is higher than every epoch in the database, and higher than
 * `knownEpoch`. A report about a missing batch of a lower epoch then causes no further halt.
 */
export async function resume(
  tx: Transaction,
  { who, reason, before, knownEpoch }: { who: string; reason: string; before: Halt; knownEpoch: number },
): Promise<number> {
  const known = await tx.query<{ epoch: number; number: number }>(
    `select greatest(d.epoch, d.known_epoch, (select max(epoch) from lost_batches),
         (select max(epoch) from desk_batches))::float8 as epoch,
       coalesce(greatest((select max(last) from event_numbers), (select max(last) from client_event_numbers)), 0)::float8
         as number
     from desk d`,
  );
  const { epoch, number } = known.rows[0]!;
  const steps = Math.max(
    Math.ceil((Math.max(epoch, knownEpoch) + EPOCH_STEP) / EPOCH_STEP),
    Math.ceil((number + NUMBER_MARGIN) / (EPOCH_STEP * NUMBERS_PER_EPOCH)),
  );
  const next = steps * EPOCH_STEP;
  await lockSequence(tx);
  await tx.query(
    `insert into number_jumps (base, stream, last)
     select $1::bigint, '', 0
     union all select $1, ledger_id || '/' || hotel_id, last from event_numbers
     union all select $1, client_id::text, last from client_event_numbers`,
    [next * NUMBERS_PER_EPOCH],
  );
  // If an acknowledged number is higher than the last stored event number, the acknowledged event was lost.
  await tx.query(
    `update supply_acknowledgements a set up_to = coalesce(n.last, 0)
     from clients c left join event_numbers n using (ledger_id)
     where c.id = a.client_id and n.hotel_id = a.hotel_id and a.up_to > n.last`,
  );
  await tx.query(
    `update desk set epoch = $1, resumed_epoch = $1, process = null, address = null,
       halted_at = null, halt = null`,
    [next],
  );
  await recordOperatorChanges(tx, [
    { who, action: 'desk resume', subject: 'desk', before, after: { epoch: next, reason } },
  ]);
  return next;
}
