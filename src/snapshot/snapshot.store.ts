import type { Queryable, Transaction } from '../platform/db/pool.ts';
import type { Change } from './apply.ts';

/**
 * A reader's position in the feed. The position is a PostgreSQL snapshot, which describes the transactions whose
 * changes the reader has seen.
 */
export type FeedPosition = string;

/**
 * Identifies one run of a server with one database. The value changes when a server is restored, replaces another
 * server, or recovers from a crash. The server may then have lost transactions that a reader has seen, and may use
 * their ids again. If a single backend process crashes and the server does not, the server recovers without a new
 * start. This recovery resets the statistics, so the value also contains the time of the last reset.
 */
export const SERVER_RUN = `extract(epoch from pg_postmaster_start_time()) || ' ' ||
  extract(epoch from pg_stat_get_bgwriter_stat_reset_time()) || ' ' ||
  (select oid from pg_database where datname = current_database())`;

/**
 * Returns the changes that were committed since a position, and the new position. Changes from connections with the
 * name `ownOrigin` are left out.
 */
export async function readChanges(
  database: Queryable,
  since: FeedPosition,
  ownOrigin: string,
): Promise<{ changes: Change[]; position: FeedPosition; clock: number; run: string }> {
  const result = await database.query({
    name: 'read-changes',
    text: `with here as materialized (select pg_current_snapshot() as position, ${SERVER_RUN} as run)
      select here.position::text, here.run, extract(epoch from clock_timestamp()) * 1000 as clock,
        c.kind, c.deleted, c.payload
      from here left join changes c
        on c.transaction_id >= pg_snapshot_xmin($1::pg_snapshot)
        and c.transaction_id < pg_snapshot_xmax(here.position)
        and not pg_visible_in_snapshot(c.transaction_id, $1::pg_snapshot)
        and c.origin <> $2
      order by c.position`,
    values: [since, ownOrigin],
  });
  const changes = result.rows.filter((row) => row.kind !== null);
  const { position, clock, run } = result.rows[0];
  return { changes, position, clock: Number(clock), run };
}

/**
 * Deletes the changes and marks that a restored dump has brought from another server. On this server, their transaction
 * ids are in the future. Readers would apply such changes again and again. Because of such marks, `pruneChanges` would
 * delete new changes before every reader has read them.
 */
export async function deleteForeignChanges(tx: Transaction): Promise<void> {
  const next = 'pg_snapshot_xmax(pg_current_snapshot())';
  await tx.query(`delete from changes where transaction_id >= ${next}`);
  await tx.query(`delete from feed_marks where ended_before > ${next}`);
}

/**
 * Deletes changes that every reader has had time to read. The age of a change does not show whether it was read. A
 * transaction that was open for an hour commits changes that are an hour old and that no reader has seen. Therefore
 * each call of this function stores a mark, which records the transactions that have ended. When a mark is old enough,
 * the function deletes the changes of transactions that had ended before the mark was stored.
 */
export async function pruneChanges(tx: Transaction, limit: number, keepMinutes: number): Promise<number> {
  await tx.query('insert into feed_marks (ended_before) values (pg_snapshot_xmin(pg_current_snapshot()))');
  const old = 'at < clock_timestamp() - make_interval(mins => $1)';
  const result = await tx.query(
    `delete from changes where position in (
      select position from changes
      where transaction_id < (select max(ended_before) from feed_marks where ${old})
      order by transaction_id limit $2)`,
    [keepMinutes, limit],
  );
  await tx.query(`delete from feed_marks where at < (select max(at) from feed_marks where ${old})`, [
    keepMinutes,
  ]);
  return result.rowCount ?? 0;
}
