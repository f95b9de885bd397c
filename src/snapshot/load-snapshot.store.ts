// Loads into memory all data that read requests need. All data is from the same instant.

import type pg from 'pg';
import { addDays, type Day, dayInBaghdad } from '../kernel/day.ts';
import { inTransaction, type Transaction } from '../platform/db/pool.ts';
import { applyChange } from './apply.ts';
import {
  type Blocks,
  loadCounters,
  loadDayPrices,
  loadNights,
  loadPlanDays,
} from './load-calendars.store.ts';
import { type FeedPosition, SERVER_RUN } from './snapshot.store.ts';
import { Snapshot } from './snapshot.ts';

/**
 * The tables that are small enough to be loaded row by row. The rows have the same form as in the change feed. The
 * largest table is first.
 */
const ROW_TABLES = [
  'rate_plans',
  'room_types',
  'cancellation_policies',
  'contracts',
  'hotels',
  'clients',
  'api_keys',
  'exchange_rates',
];

/**
 * The number of blocks in each part of a calendar table. Without parts, the result of one query would contain a year of
 * every hotel, and three copies of it would be in memory at the same time.
 */
const BLOCKS_AT_ONCE = 1_000;

/**
 * Takes a lock that prevents commands that rewrite a table, such as VACUUM FULL. Such a command would move rows to
 * blocks that this load has not counted.
 */
const LOCK_CALENDARS = 'lock table nights, night_counters, day_prices, plan_days in access share mode';
const LOCK_NOT_AVAILABLE = '55P03';

/** Called after each part of a load, with the number of parts that are in memory and the number of all parts. */
export type LoadProgress = (loaded: number, parts: number) => void;

/** One part of a load. Parts do not depend on each other. */
type Part = (tx: Transaction) => Promise<void>;

/**
 * Loads everything as of one instant, because the snapshot must contain exactly the changes up to its position in the
 * feed. Two connections share the parts: PostgreSQL reads a part for one connection while this process decodes the part
 * from the other connection. The second transaction imports the PostgreSQL snapshot of the first transaction, so both
 * see the same rows.
 */
export function loadSnapshot(
  pool: pg.Pool,
  onProgress: LoadProgress = () => {},
  blocksAtOnce = BLOCKS_AT_ONCE,
): Promise<{ snapshot: Snapshot; position: FeedPosition; clock: number; run: string }> {
  return atOneInstant(pool, async (tx) => {
    await tx.query(LOCK_CALENDARS);
    const start = await tx.query(
      `select pg_current_snapshot()::text as position, pg_export_snapshot() as instant, ${SERVER_RUN} as run,
         extract(epoch from clock_timestamp()) * 1000 as clock, ${blocksOf('nights')} as nights,
         ${blocksOf('night_counters')} as counters, ${blocksOf('day_prices')} as day_prices,
         ${blocksOf('plan_days')} as plan_days`,
    );
    const { position, instant, run, nights, counters } = start.rows[0];
    const { day_prices: dayPrices, plan_days: planDays } = start.rows[0];
    const clock = Number(start.rows[0].clock);
    // Yesterday is also loaded, because a hold may include last night.
    const firstDay = addDays(dayInBaghdad(new Date(clock)), -1);
    const snapshot = new Snapshot();
    const inBlocks = (count: number, load: (tx: Transaction, blocks: Blocks) => Promise<void>) =>
      splitBlocks(count, blocksAtOnce, firstDay).map(
        (blocks): Part =>
          (tx) =>
            load(tx, blocks),
      );
    const load = takeParts(
      [
        ...ROW_TABLES.map(
          (table): Part =>
            (tx) =>
              loadRows(tx, snapshot, table),
        ),
        (tx) => loadRows(tx, snapshot, 'holds', "where status = 'ACTIVE'"),
        ...inBlocks(counters, (tx, blocks) => loadCounters(tx, snapshot, blocks)),
        ...inBlocks(dayPrices, (tx, blocks) => loadDayPrices(tx, snapshot, blocks)),
        ...inBlocks(planDays, (tx, blocks) => loadPlanDays(tx, snapshot, blocks)),
        ...inBlocks(nights, (tx, blocks) => loadNights(tx, snapshot, blocks)),
      ],
      onProgress,
    );
    let onReady = () => {};
    const ready = new Promise<void>((resolve) => {
      onReady = resolve;
    });
    const second = atOneInstant(pool, async (other) => {
      await other.query(`set transaction snapshot '${instant}'`);
      const isShared = await canLock(other);
      onReady();
      if (isShared) await load(other);
    });
    // The load of the first part starts only when the second connection is open. A connection needs several turns of
    // the event loop to open. If each turn had to wait until a part is decoded, the connection could exceed its time
    // limit on a busy machine.
    await Promise.race([ready, second]);
    const ends = await Promise.allSettled([load(tx), second]);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return { snapshot, position, clock, run };
  });
}

function atOneInstant<T>(pool: pg.Pool, load: (tx: Transaction) => Promise<T>): Promise<T> {
  return inTransaction(pool, 'repeatable read', load, 'patient');
}

/**
 * Tries to lock the tables for the second connection. Returns false if another transaction waits to rewrite or alter a
 * table. That transaction waits for our first connection, so our second connection must not wait for that transaction.
 * The first connection then loads all parts alone.
 */
async function canLock(tx: Transaction): Promise<boolean> {
  try {
    await tx.query(`${LOCK_CALENDARS} nowait`);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}

/**
 * Returns the function that each connection runs. The function loads one part after another until no part is left.
 * After an error, it discards all remaining parts.
 */
function takeParts(parts: Part[], onProgress: LoadProgress): (tx: Transaction) => Promise<void> {
  const left = [...parts];
  let loaded = 0;
  return async (tx) => {
    try {
      for (let part = left.shift(); part !== undefined; part = left.shift()) {
        await part(tx);
        loaded += 1;
        onProgress(loaded, parts.length);
      }
    } catch (error) {
      left.length = 0;
      throw error;
    }
  };
}

/**
 * Returns the number of blocks of a table. Every row that this transaction sees is in one of these blocks and stays
 * there. A load by primary key, with 100 hotels at a time, was rejected. That load took almost twice as long, because
 * PostgreSQL also read the index, and read most blocks more than once.
 */
function blocksOf(table: string): string {
  return `(pg_relation_size('${table}') / current_setting('block_size')::int)::int`;
}

function splitBlocks(count: number, blocksAtOnce: number, firstDay: Day): Blocks[] {
  const parts: Blocks[] = [];
  for (let first = 0; first < count; first += blocksAtOnce)
    parts.push({ first, after: first + blocksAtOnce, firstDay });
  return parts;
}

async function loadRows(tx: Transaction, snapshot: Snapshot, table: string, where = ''): Promise<void> {
  const result = await tx.query(`select to_json(t) as payload from ${table} t ${where}`);
  for (const row of result.rows) applyChange(snapshot, { kind: table, deleted: false, payload: row.payload });
}
