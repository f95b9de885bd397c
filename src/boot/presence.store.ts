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
  /** Where it accepts requests. */
  address: string;
  startedAt: Date;
  isDesk: boolean;
  feedLateMilliseconds: number;
  /** Commands in the queue of the desk; 0 in other processes. */
  waiting: number;
  /**
   * Fingerprints of the secrets that the process accepts, and of the secrets that it uses for new hashes and
   * signatures.
   */
  accepts: string[];
  makes: string[];
  /** True while the process loads and does not serve yet. */
  isStarting: boolean;
}

/** A process as other processes see it. */
export interface SeenProcess extends Omit<Presence, 'accepts' | 'makes'> {
  /** Milliseconds since the process wrote its row. */
  seenFor: number;
}

/** The fingerprints that a production database remembers. */
export type RememberedSecrets = Record<SecretName, string | null>;

const FORGOTTEN_AFTER = "interval '60 seconds'";

/**
 * Writes the row of a process. The desk also deletes rows of processes that ended without doing so. The write does not
 * wait for the disk, because after a crash of the database the next regular write restores the row.
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

export async function deletePresence(database: Queryable, process: string): Promise<void> {
  await database.query('delete from processes where process = $1', [process]);
}

/** Returns the processes grouped by node, oldest first. */
export async function readProcesses(database: Queryable): Promise<SeenProcess[]> {
  const result = await database.query<SeenProcess>(
    `select process, node, host, process_id as "processId", version, address, started_at as "startedAt",
       is_desk as "isDesk", starting as "isStarting", feed_late_ms as "feedLateMilliseconds", waiting,
       extract(epoch from clock_timestamp() - seen_at)::float8 * 1000 as "seenFor"
     from processes order by min(started_at) over (partition by node), node, started_at, process`,
  );
  return result.rows;
}
