// Loads all data of the memory, as it is at one instant.

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

/** Tables that are small enough to load row by row, in the form that the change feed uses. The largest table is first. */
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

/** Calendars are loaded in parts. One result with a year of every hotel would be in memory three times at once. */
const BLOCKS_AT_ONCE = 1_000;

/** The lock keeps a table from being rewritten (VACUUM FULL), because its blocks would then differ from those counted. */
const LOCK_CALENDARS = 'lock table nights, night_counters, day_prices, plan_days in access share mode';
const LOCK_NOT_AVAILABLE = '55P03';

/** Called repeatedly during a large load, with the number of parts that are in memory. */
export type LoadProgress = (loaded: number, parts: number) => void;

/** One part of a load. Parts do not depend on each other. */
type Part = (tx: Transaction) => Promise<void>;

/**
 * Loads everything at one instant, because position and content must be from the same moment. Two connections share the
 * parts. PostgreSQL then reads the next part while this process decodes the last one. The second transaction imports
 * the snapshot of the first, so both see the same rows.
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
    // Load yesterday too, because a stay that began last night may still be held.
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
    // Opening a connection takes several turns of the event loop. If each turn waited until a part is decoded, a busy
    // machine would exceed the connection timeout.
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
 * False when another transaction waits to rewrite or change a table. That transaction waits for our first connection,
 * so our second connection must not wait for it. The first connection then loads alone.
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

/** Returns the work of each connection: it takes the next part until none is left. After an error, no part is left. */
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
 * Returns the number of blocks of a table. A row that this transaction sees is in one of these blocks and does not
 * move. Rejected: parts of 100 hotels, found by the primary key. These parts took almost twice as long, because
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
