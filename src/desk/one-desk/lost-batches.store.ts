// Compares what a process remembers with the database, and halts the desk when the database has lost something.

import type pg from 'pg';
import type { BatchMemory, RememberedBatch } from './batch-memory.ts';

/** One statement stores at most this many lost batches. A batch can have 256 responses of some kilobytes each. */
const STORED_AT_ONCE = 8;

/** What a comparison has found. */
export interface Compared {
  /** The number of remembered batches that belong to another database. */
  setAside: number;
  /** What is missing in the database, for people. Null if nothing is missing. */
  missing: string | null;
  /** True if the desk is halted because of this. False if an operator has already ended this halt. */
  isHalted: boolean;
  /** False if this process has already reported the same. */
  isNew: boolean;
}

/** The server to which a connection leads. An operator can see from it what a failover has done. */
interface Server {
  isStandby: boolean;
  database: string;
  epoch: number;
  process: string | null;
}

/**
 * Compares the memory with the database of a new connection. Throws if the server is a standby, because nothing can be
 * written there.
 */
export async function compareMemory(client: pg.Client, memory: BatchMemory): Promise<Compared> {
  const server = await readServer(client);
  if (server.isStandby)
    throw new Error('this database server is a standby, which accepts no writes: check DATABASE_URL');
  const setAside = memory.moveTo(server.database);
  const { desk } = memory;
  const lost = await findLost(client, memory.all());
  const isEpochLost =
    desk !== null &&
    (desk.epoch > server.epoch || (desk.epoch === server.epoch && desk.process !== server.process));
  if (lost.length === 0 && !isEpochLost) return { setAside, missing: null, isHalted: false, isNew: false };
  const reasons = [
    ...(lost.length === 0 ? [] : [`${lost.length} batches that callers were told of`]),
    ...(isEpochLost ? [`epoch ${desk.epoch} of the desk`] : []),
  ];
  const missing = reasons.join(' and ');
  const knownEpoch = Math.max(isEpochLost ? desk.epoch : 0, ...lost.map(({ epoch }) => epoch));
  return { setAside, missing, ...(await writeHalt(client, { lost, missing, knownEpoch })) };
}

async function readServer(client: pg.Client): Promise<Server> {
  const result = await client.query(
    `select pg_is_in_recovery() as "isStandby", epoch::float8 as epoch, process,
       (select value #>> '{}' from deployment where key = 'database') as database from desk`,
  );
  return result.rows[0];
}

/**
 * Returns the remembered batches without a marker. If all markers of that time were deleted, the batch is not lost: the
 * oldest marker of the epoch that is left has a higher number.
 */
async function findLost(client: pg.Client, remembered: RememberedBatch[]): Promise<RememberedBatch[]> {
  if (remembered.length === 0) return [];
  const result = await client.query<{ id: string }>(
    `with oldest as materialized (
        select epoch, min(number) as number from desk_batches where epoch = any($2::bigint[]) group by 1
      )
      select r.id from unnest($1::uuid[], $2::bigint[], $3::bigint[]) r(id, epoch, number)
        left join oldest o using (epoch)
      where r.number >= coalesce(o.number, 0) and not exists (select from desk_batches b where b.id = r.id)`,
    [
      remembered.map(({ id }) => id),
      remembered.map(({ epoch }) => epoch),
      remembered.map(({ number }) => number),
    ],
  );
  const lost = new Set(result.rows.map(({ id }) => id));
  return remembered.filter(({ id }) => lost.has(id));
}

interface Finding {
  lost: RememberedBatch[];
  missing: string;
  knownEpoch: number;
}

/** The condition is checked when the row is locked, so that a late finding does not undo the end of a halt. */
async function writeHalt(
  client: pg.Client,
  { lost, missing, knownEpoch }: Finding,
): Promise<Pick<Compared, 'isHalted' | 'isNew'>> {
  const halted = await client.query(
    `update desk set halt = case when halted_at is null then $1 else halt end,
       halted_at = coalesce(halted_at, clock_timestamp()), known_epoch = greatest(known_epoch, $2)
     where $2 >= resumed_epoch`,
    [missing, knownEpoch],
  );
  return { isHalted: halted.rowCount === 1, isNew: await keepLost(client, lost) };
}

/**
 * Stores what is lost, after the halt and in parts: the responses of many batches are too large for one statement.
 * Returns true if something was not stored before. A process that reads the same journal after each restart stores
 * nothing new, because the rows name the process that wrote the journal.
 */
async function keepLost(client: pg.Client, lost: RememberedBatch[]): Promise<boolean> {
  let stored = 0;
  for (let from = 0; from < lost.length; from += STORED_AT_ONCE) {
    const part = lost.slice(from, from + STORED_AT_ONCE);
    const result = await client.query(
      `insert into lost_batches (batch, process, epoch, number, lines)
       select (b ->> 'id')::uuid, (b ->> 'process')::uuid, (b ->> 'epoch')::bigint, (b ->> 'number')::bigint,
         array(select jsonb_array_elements_text(b -> 'lines'))
       from jsonb_array_elements($1::jsonb) b on conflict do nothing`,
      [JSON.stringify(part)],
    );
    stored += result.rowCount ?? 0;
  }
  return stored > 0;
}
