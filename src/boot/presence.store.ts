import { hostname } from 'node:os';
import type { SecretName } from '../kernel/fingerprint.ts';
import type { Queryable } from '../platform/db/pool.ts';

/** The facts that a process writes about itself. */
export interface Presence {
  process: string;
  /** All processes of a node have the same value. */
  node: string;
  host: string;
  processId: number;
  version: string;
  /** The host and port at which the process accepts requests. */
  address: string;
  startedAt: Date;
  isDesk: boolean;
  feedLateMilliseconds: number;
  /** The number of commands in the queue of the desk. In all other processes, it is 0. */
  waiting: number;
  /**
   * Fingerprints of the secrets that the process accepts, and of the secrets that it uses for new hashes and
   * signatures.
   */
  accepts: string[];
  makes: string[];
  /** True while the process loads data and does not serve requests yet. */
  isStarting: boolean;
}

/** A process as other processes see it. */
export interface SeenProcess extends Omit<Presence, 'accepts' | 'makes'> {
  /** Milliseconds since the process wrote its row. */
  seenFor: number;
}

/** The fingerprints of the secrets that belong to a production database. */
export type RememberedSecrets = Record<SecretName, string | null>;

const FORGOTTEN_AFTER = "interval '60 seconds'";

/**
 * Writes the row of a process. The desk also deletes the rows of processes that ended without deleting their rows. The
 * write does not wait for the disk, because after a crash of the database the next regular write restores the row.
 */
export async function writePresence(database: Queryable, presence: Presence): Promise<RememberedSecrets> {
  const result = await database.query({
    name: 'presence',
    text: `with asynchronously as materialized (select set_config('synchronous_commit', 'off', true)),
      forgotten as (delete from processes where $9 and process <> $1 and seen_at < clock_timestamp() - ${FORGOTTEN_AFTER})
      insert into processes (process, node, host, process_id, version, address, started_at, feed_late_ms, is_desk, waiting,
        accepts, makes, starting, seen_at)
      select $1::uuid, $2, $3, $4::int, $5, $6, $7::timestamptz, $8::int, $9::boolean, $10::int, $11::text[], $12::text[], $13::boolean, clock_timestamp()
      from asynchronously
      on conflict (process) do update set address = excluded.address, seen_at = excluded.seen_at,
        is_desk = excluded.is_desk, feed_late_ms = excluded.feed_late_ms, waiting = excluded.waiting,
        starting = excluded.starting
      returning (select value #>> '{}' from deployment where key = 'pepper') as pepper,
        (select value #>> '{}' from deployment where key = 'signing_key') as signing_key`,
    values: [
      presence.process,
      presence.node,
      presence.host,
      presence.processId,
      presence.version,
      presence.address,
      presence.startedAt,
      presence.feedLateMilliseconds,
      presence.isDesk,
      presence.waiting,
      presence.accepts,
      presence.makes,
      presence.isStarting,
    ],
  });
  return result.rows[0];
}

/**
 * Returns the processes that may remember batches, without `self`. The list leaves out a process of this machine if the
 * process has ended or does not serve requests yet.
 */
export async function readWitnesses(database: Queryable, self: string): Promise<string[]> {
  const seen = await readProcesses(database);
  return seen
    .filter(
      (one) => one.process !== self && !(one.host === hostname() && (one.isStarting || !runs(one.processId))),
    )
    .map((one) => one.process);
}

/**
 * Returns whether a process with this operating system id runs on this machine. After a restart of a container, the id
 * of this process may also be in the row of an earlier process. That earlier process has ended.
 */
function runs(processId: number): boolean {
  if (processId === process.pid) return false;
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export async function deletePresence(database: Queryable, process: string): Promise<void> {
  await database.query('delete from processes where process = $1', [process]);
}

/** Returns the release and the machine of each process that has written its row lately. Works on an older schema. */
export async function readRunningReleases(database: Queryable): Promise<{ version: string; host: string }[]> {
  const known = await database.query("select to_regclass('processes') is not null as exists");
  if (!known.rows[0].exists) return [];
  const result = await database.query<{ version: string; host: string }>(
    `select distinct version, host from processes where seen_at >= clock_timestamp() - ${FORGOTTEN_AFTER} order by 1, 2`,
  );
  return result.rows;
}

/** Returns the processes grouped by node. The oldest node is first, and the oldest process is first within its node. */
export async function readProcesses(database: Queryable): Promise<SeenProcess[]> {
  const result = await database.query<SeenProcess>(
    `select process, node, host, process_id as "processId", version, address, started_at as "startedAt",
       is_desk as "isDesk", starting as "isStarting", feed_late_ms as "feedLateMilliseconds", waiting,
       extract(epoch from clock_timestamp() - seen_at)::float8 * 1000 as "seenFor"
     from processes order by min(started_at) over (partition by node), node, started_at, process`,
  );
  return result.rows;
}
