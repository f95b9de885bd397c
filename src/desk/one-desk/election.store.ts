// Reads and writes the lock and the row that record which process is the desk.

import type pg from 'pg';
import { commitReplicated, type Queryable } from '../../platform/db/pool.ts';
import { EPOCH_LOCK } from '../locks.store.ts';

/**
 * The key of the desk's lock. No hotel lock has this key, because the key of a hotel lock begins with the number of a
 * ledger, which is at least 1.
 */
const DESK_LOCK = '0, 1';

/** The first part of a candidate's connection name. The second part is the id of the candidate's process. */
export const ELECTION_NAME = 'ihc-election-';

const TAKEOVER_WAIT_MILLISECONDS = 500;
const TAKEOVER_ATTEMPTS = 10;
const LOCK_NOT_AVAILABLE = '55P03';

export interface DeskRow {
  epoch: number;
  process: string | null;
  address: string | null;
  host: string | null;
  /** Milliseconds since the last heartbeat. Infinite when there was never a desk. */
  silentFor: number;
  /** Milliseconds since this process became the desk. */
  heldFor: number;
  /** What the database has lost. Null while nothing is halted. */
  halt: string | null;
}

export interface Candidate {
  process: string;
  address: string;
  host: string;
  /** Returns the name of the connections that the desk of a process uses. */
  deskName: (process: string) => string;
}

const MILLISECONDS_SINCE = (column: string) =>
  `coalesce(extract(epoch from clock_timestamp() - ${column}) * 1000, 'Infinity')::float8`;

/**
 * Reads which process is the desk. If `isCandidate` is true and the desk's lock is free, this takes the lock. This
 * session is then the next desk.
 */
export async function readDesk(
  client: pg.Client,
  isCandidate: boolean,
): Promise<DeskRow & { isOurs: boolean }> {
  const result = await client.query({
    name: 'read-desk',
    text: `select epoch::float8 as epoch, process, address, host, halt, ${MILLISECONDS_SINCE('heartbeat_at')} as silent_for,
        ${MILLISECONDS_SINCE('taken_at')} as held_for, ($1 and pg_try_advisory_lock(${DESK_LOCK})) as is_ours
      from desk`,
    values: [isCandidate],
  });
  const [row] = result.rows;
  const { epoch, process, address, host, halt } = row;
  return {
    ...{ epoch, process, address, host, halt },
    silentFor: row.silent_for,
    heldFor: row.held_for,
    isOurs: row.is_ours,
  };
}

/**
 * Begins the next epoch. The caller must hold the desk's lock. The connections of the old desk's batches are ended
 * first, because a batch that is paused inside its transaction would keep its hotels locked.
 */
export async function takeDesk(client: pg.Client, self: Candidate): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like $1 and application_name <> $2
         and xact_start is not null`,
      [self.deskName('%'), self.deskName(self.process)],
    );
    try {
      return await nextEpoch(client, self);
    } catch (error) {
      await client.query('rollback');
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || attempt === TAKEOVER_ATTEMPTS)
        throw error;
    }
  }
}

async function nextEpoch(client: pg.Client, self: Candidate): Promise<number> {
  await client.query('begin');
  await client.query(`set local lock_timeout = ${TAKEOVER_WAIT_MILLISECONDS}`);
  await client.query(`select pg_advisory_xact_lock(${EPOCH_LOCK})`);
  const result = await client.query(
    `update desk set epoch = epoch + 1, process = $1, address = $2, host = $3,
       taken_at = clock_timestamp(), heartbeat_at = clock_timestamp()
     returning epoch::float8 as epoch`,
    [self.process, self.address, self.host],
  );
  // If this commit waits for a synchronous standby, then after this commit the standby also has everything that earlier
  // desks have committed.
  await commitReplicated(client);
  return result.rows[0].epoch;
}

/** Reads the current epoch. Returns null when the database does not respond. */
export async function readEpoch(database: Queryable): Promise<number | null> {
  try {
    const result = await database.query('select epoch::float8 as epoch from desk');
    return result.rows[0].epoch;
  } catch {
    return null;
  }
}

export interface DeskStatus {
  epoch: number;
  /** Null when there was never a desk. */
  process: string | null;
  host: string | null;
  address: string | null;
  takenAt: Date | null;
  /** Milliseconds since the last heartbeat. Null when there was never a heartbeat. */
  silentFor: number | null;
  /** True if a process holds the desk's lock. A desk that stops releases the lock. */
  isLocked: boolean;
  /** The start of the halt, and what the database has lost. Null if the desk is not halted. */
  haltedAt: Date | null;
  halt: string | null;
}

/** Reads the status of the desk for people. Unlike `readDesk`, it never takes the lock. */
export async function readDeskStatus(database: Queryable): Promise<DeskStatus> {
  const result = await database.query<DeskStatus>(
    `select epoch::float8 as epoch, process, host, address, taken_at as "takenAt", halt, halted_at as "haltedAt",
       extract(epoch from clock_timestamp() - heartbeat_at)::float8 * 1000 as "silentFor",
       exists (select from pg_locks l where ${IS_DESK_LOCK}) as "isLocked"
     from desk`,
  );
  return result.rows[0]!;
}

/**
 * Writes a heartbeat. Returns null when another process has become the desk, and otherwise what the database has lost.
 */
export async function beat(client: pg.Client, epoch: number): Promise<Pick<DeskRow, 'halt'> | null> {
  const result = await client.query({
    name: 'desk-beat',
    text: `with asynchronously as materialized (select set_config('synchronous_commit', 'off', true))
      update desk set heartbeat_at = clock_timestamp() from asynchronously where epoch = $1 returning halt`,
    values: [epoch],
  });
  return result.rows[0] ?? null;
}

/** Releases the desk's lock, so that the next desk can begin at once. */
export async function giveUpDesk(client: pg.Client): Promise<void> {
  await client.query(`select pg_advisory_unlock(${DESK_LOCK})`);
}

/**
 * Ends the session that holds the desk's lock, if the desk of this epoch has been silent for too long. The session
 * itself must also have been silent, because it may belong to a process that is about to begin the next epoch.
 */
export async function endSilentDesk(
  client: pg.Client,
  epoch: number,
  silentMilliseconds: number,
): Promise<void> {
  await client.query(
    `${END_HOLDER} where d.epoch = $1 and a.state_change < clock_timestamp() - make_interval(secs => $2::float8 / 1000)
       and coalesce(d.heartbeat_at, '-infinity') < clock_timestamp() - make_interval(secs => $2::float8 / 1000)`,
    [epoch, silentMilliseconds],
  );
}

/**
 * Ends the session with which the desk of this epoch holds the lock. Call this function when the desk is alive, but
 * this process cannot reach the desk. If another process already holds the lock and is about to begin the next epoch,
 * that process keeps the lock.
 */
export async function endUnreachableDesk(client: pg.Client, epoch: number): Promise<void> {
  await client.query(`${END_HOLDER} where d.epoch = $1 and a.application_name = $2 || d.process`, [
    epoch,
    ELECTION_NAME,
  ]);
}

const [LOCK_CLASS, LOCK_OBJECT] = DESK_LOCK.split(', ');
const IS_DESK_LOCK = `l.locktype = 'advisory' and l.granted and l.objsubid = 2
    and l.classid = ${LOCK_CLASS} and l.objid = ${LOCK_OBJECT}
    and l.database = (select oid from pg_database where datname = current_database())`;
const END_HOLDER = `select pg_terminate_backend(a.pid) from desk d
  join pg_locks l on ${IS_DESK_LOCK}
  join pg_stat_activity a on a.pid = l.pid and a.pid <> pg_backend_pid()`;
