import type { Command } from '../domain/booking/command.ts';
import type { Transaction } from '../platform/db/pool.ts';
import type { Tenure } from './tenure.ts';

/**
 * Takes the locks of a batch and holds them until its transaction ends. Hotels come first, then clients. Each group is
 * sorted, so that two batches cannot deadlock. The locks are advisory locks, because the database grants advisory locks
 * in the order of the requests. The database grants row locks in another order: in each of 20 runs, 40 transactions
 * that waited for a row received the lock in nearly random order.
 */
export function lockHotelLedgers(tx: Transaction, commands: Command[]): Promise<unknown> {
  const pairs = new Map(
    commands.map(({ hotelLedger: { ledgerId, hotelLockNumber } }) => [
      `${ledgerId}/${hotelLockNumber}`,
      [ledgerId, hotelLockNumber] as const,
    ]),
  );
  const sorted = [...pairs.values()].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  const hotels = tx.query({
    name: 'desk-lock-hotels',
    text: 'select pg_advisory_xact_lock(ledger, hotel) from unnest($1::int[], $2::int[]) as k(ledger, hotel)',
    values: [sorted.map(([ledger]) => ledger), sorted.map(([, hotel]) => hotel)],
  });
  const clients = [
    ...new Set(commands.flatMap((command) => (command.kind === 'hold' ? [command.client.lockNumber] : []))),
  ];
  if (clients.length === 0) return hotels;
  return Promise.all([
    hotels,
    tx.query({
      name: 'desk-lock-clients',
      text: 'select pg_advisory_xact_lock(client::bigint) from unnest($1::int[]) as k(client)',
      values: [clients.sort((one, other) => one - other)],
    }),
  ]);
}

/**
 * The key of the epoch lock. Every batch takes it in shared mode. A process that becomes the desk takes the epoch lock
 * in exclusive mode, and so waits until the batches of the old desk have ended. No hotel lock has this key, because the
 * key of a hotel lock begins with the number of a ledger, which is at least 1.
 */
export const EPOCH_LOCK = '0, 2';

/**
 * Takes the epoch lock in shared mode. Call this function after the hotel locks were taken. After a later statement of
 * the transaction has read the epoch, the epoch cannot change before the transaction ends.
 */
export function shareEpoch(tx: Transaction): Promise<unknown> {
  return tx.query({ name: 'desk-share-epoch', text: `select pg_advisory_xact_lock_shared(${EPOCH_LOCK})` });
}

export interface Marker {
  batchId: string;
  tenure: Tenure | null;
  /** The number of the batch in its epoch. Null only in tests without a tenure. */
  number: number | null;
}

/** Sends the last write of a batch, which also checks that the database has executed all other writes of the batch. */
export function insertMarker(
  tx: Transaction,
  { batchId, tenure, number }: Marker,
  writes: number,
): Promise<unknown> {
  return tx.query({
    name: 'desk-marker',
    text: `with marker as (
        insert into desk_batches (id, committed_at, epoch, process, number) values ($1, clock_timestamp(), $2, $3, $4)
        returning 1
      ) select expect_writes($5) from marker`,
    values: [batchId, tenure?.epoch ?? null, tenure?.process ?? null, number, writes],
  });
}

/**
 * Returns whether a batch was committed. The locks of the batch are taken first, which proves that the transaction of
 * the batch has ended. If the batch has no marker after that, its transaction was rolled back.
 *
 * The marker is written again. The commit of the batch may be missing on the synchronous standby: if the PostgreSQL
 * process of a connection is ended while it waits for the standby, the commit is on the primary server, but not always
 * on the standby. When the second write is committed, the standby has both commits.
 */
export async function didBatchCommit(
  tx: Transaction,
  commands: Command[],
  batchId: string,
): Promise<boolean> {
  await lockHotelLedgers(tx, commands);
  const result = await tx.query('update desk_batches set process = process where id = $1', [batchId]);
  return result.rowCount === 1;
}

/** How many batches a process remembers, and how many markers of each epoch are always kept. */
export const BATCHES_REMEMBERED = 64;

/**
 * Deletes old markers, but never the last markers of an epoch, because a process may look for these markers later. The
 * markers that are left in an epoch have consecutive numbers. A batch is therefore lost if its marker is missing and a
 * marker with a lower number exists. During a halt all markers are kept, because they show what is missing.
 */
export async function pruneBatches(tx: Transaction, keepMinutes: number): Promise<void> {
  await tx.query("select set_config('ihc.prunes_batches', 'yes', true)");
  await tx.query(
    `with kept as materialized (
        select epoch, number is null as unnumbered, least(max(number) - $2 + 1,
          min(number) filter (where committed_at >= clock_timestamp() - make_interval(mins => $1))) as first
        from desk_batches group by 1, 2
      )
      delete from desk_batches b using kept k, desk d
      where b.epoch is not distinct from k.epoch and (b.number is null) = k.unnumbered and d.halted_at is null
        and b.committed_at < clock_timestamp() - make_interval(mins => $1) and (b.number is null or b.number < k.first)`,
    [keepMinutes, BATCHES_REMEMBERED],
  );
}
