import type { Command } from '../domain/booking/command.ts';
import type { Queryable, Transaction } from '../platform/db/pool.ts';
import type { Tenure } from './tenure.ts';

/**
 * Takes the locks of a batch and holds them until its transaction ends. Hotels come first, then clients. Each group is
 * sorted, so that two batches cannot deadlock. Advisory locks are granted in the order of the requests. Row locks are
 * granted in another order: in 20 runs of 20, 40 waiters on a row were served in nearly random order.
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
 * Every batch shares this lock. A takeover takes it exclusively, so the takeover waits until the batches of the old
 * desk have ended. Ledgers are numbered from 1 and a hotel lock begins with the ledger, so no hotel lock has this key.
 */
export const EPOCH_LOCK = '0, 2';

/** Call this after the hotel locks. A later statement reads an epoch that cannot change before the transaction ends. */
export function shareEpoch(tx: Transaction): Promise<unknown> {
  return tx.query({ name: 'desk-share-epoch', text: `select pg_advisory_xact_lock_shared(${EPOCH_LOCK})` });
}

export interface Marker {
  batchId: string;
  tenure: Tenure | null;
}

/** Sends the last write of a batch. Also checks that the database has executed all other writes. */
export function insertMarker(tx: Transaction, { batchId, tenure }: Marker, writes: number): Promise<unknown> {
  return tx.query({
    name: 'desk-marker',
    text: `with marker as (
        insert into desk_batches (id, committed_at, epoch, process) values ($1, clock_timestamp(), $2, $3) returning 1
      ) select expect_writes($4) from marker`,
    values: [batchId, tenure?.epoch ?? null, tenure?.process ?? null, writes],
  });
}

/**
 * Returns whether a batch was committed. Takes the same locks first, which proves that the unknown transaction has
 * ended. Only then does a missing marker mean that the transaction was rolled back.
 */
export async function didBatchCommit(
  tx: Transaction,
  commands: Command[],
  batchId: string,
): Promise<boolean> {
  await lockHotelLedgers(tx, commands);
  const result = await tx.query('select 1 from desk_batches where id = $1', [batchId]);
  return result.rowCount === 1;
}

export async function pruneBatches(database: Queryable, keepMinutes: number): Promise<void> {
  await database.query(
    'delete from desk_batches where committed_at < clock_timestamp() - make_interval(mins => $1)',
    [keepMinutes],
  );
}
