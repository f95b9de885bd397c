import type { Queryable, Transaction } from '../db/pool.ts';
import { FLAGS_COLUMN, nightOf } from '../inventory/night.ts';
import { dayOf } from '../kernel/day.ts';
import { pricesFrom } from '../pricing/rate-plan.ts';
import { applyChange, type Change } from './apply.ts';
import { Snapshot } from './snapshot.ts';

/** Tables small enough to load row by row, in the same form as in the change feed. */
const ROW_TABLES = [
  'clients',
  'api_keys',
  'contracts',
  'hotels',
  'room_types',
  'cancellation_policies',
  'rate_plans',
  'exchange_rates',
];

/** Calendars are loaded in parts: a year of every hotel in one result would be in memory three times at once. */
const HOTELS_AT_ONCE = 100;

/** A reader's position in the feed: a PostgreSQL snapshot, which is the set of transactions already seen. */
export type FeedPosition = string;

/** Called repeatedly during a large load, with the number of hotels whose calendars are in memory. */
export type LoadProgress = (loaded: number, hotels: number) => void;

/** Loads everything at one instant. Needs REPEATABLE READ: position and content must be from the same moment. */
export async function loadSnapshot(
  tx: Transaction,
  onProgress: LoadProgress = () => {},
): Promise<{ snapshot: Snapshot; position: FeedPosition; clock: number }> {
  const snapshot = new Snapshot();
  const start = await tx.query(
    'select pg_current_snapshot()::text as position, extract(epoch from clock_timestamp()) * 1000 as clock',
  );
  for (const table of ROW_TABLES) {
    const rows = await tx.query(`select to_jsonb(t) as payload from ${table} t`);
    for (const row of rows.rows) applyChange(snapshot, { kind: table, deleted: false, payload: row.payload });
  }
  const holds = await tx.query("select to_jsonb(h) as payload from holds h where status = 'ACTIVE'");
  for (const row of holds.rows)
    applyChange(snapshot, { kind: 'holds', deleted: false, payload: row.payload });
  await loadCounters(tx, snapshot);
  const hotels = [...snapshot.hotels.all()].map((hotel) => hotel.id);
  for (let loaded = 0; loaded < hotels.length; loaded += HOTELS_AT_ONCE) {
    const some = hotels.slice(loaded, loaded + HOTELS_AT_ONCE);
    await loadNights(tx, snapshot, some);
    await loadDayPrices(tx, snapshot, some);
    onProgress(loaded + some.length, hotels.length);
  }
  return { snapshot, position: start.rows[0].position, clock: Number(start.rows[0].clock) };
}

/** What others committed since a position, and the new position. */
export async function readChanges(
  database: Queryable,
  since: FeedPosition,
  ownOrigin: string,
): Promise<{ changes: Change[]; position: FeedPosition; clock: number }> {
  const result = await database.query({
    name: 'read-changes',
    text: `with here as materialized (select pg_current_snapshot() as position)
      select here.position::text, extract(epoch from clock_timestamp()) * 1000 as clock, c.kind, c.deleted, c.payload
      from here left join changes c
        on c.transaction_id >= pg_snapshot_xmin($1::pg_snapshot)
        and not pg_visible_in_snapshot(c.transaction_id, $1::pg_snapshot)
        and c.origin <> $2
      order by c.position`,
    values: [since, ownOrigin],
  });
  const changes = result.rows.filter((row) => row.kind !== null);
  return { changes, position: result.rows[0].position, clock: Number(result.rows[0].clock) };
}

/**
 * Deletes changes that every reader has had time to read. Not by the time they were written: a transaction that was
 * open for an hour commits changes that are an hour old and that no reader has seen. Each call stores a mark of the
 * transactions that have ended. Changes from before a mark that is old enough are deleted.
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

/**
 * Nights are packed, one row per room type: 18 bytes each in network order. Rejected: one row per night, where the
 * driver parses ten text values for each night.
 */
async function loadNights(tx: Transaction, snapshot: Snapshot, hotels: string[]): Promise<void> {
  const result = await tx.query({
    name: 'load-nights',
    text: `select room_type_id, min(day) - date '1970-01-01' as first, max(day) - min(day) + 1 as days, string_agg(
        int4send(day - date '1970-01-01') || int2send(allotment) || int2send(blocked)
        || int2send(${FLAGS_COLUMN}::int2)
        || int2send(min_stay) || int2send(coalesce(max_stay, 0::int2)) || int4send(version), ''::bytea) as packed
      from nights n where hotel_id = any($1::uuid[]) group by room_type_id`,
    values: [hotels],
  });
  for (const row of result.rows) {
    const packed: Buffer = row.packed;
    const calendar = snapshot.calendarOf(row.room_type_id);
    calendar.reserve(row.first, row.days);
    for (let at = 0; at < packed.length; at += 18) {
      const night = nightOf(
        packed.readInt16BE(at + 4),
        packed.readInt16BE(at + 6),
        packed.readInt16BE(at + 8),
        packed.readInt16BE(at + 10),
        packed.readInt16BE(at + 12),
      );
      calendar.set(dayOf(packed.readInt32BE(at)), night, packed.readInt32BE(at + 14));
    }
  }
}

async function loadCounters(tx: Transaction, snapshot: Snapshot): Promise<void> {
  const result = await tx.query(
    `select ledger_id, room_type_id, string_agg(
        int4send(day - date '1970-01-01') || int2send(booked) || int2send(held) || int4send(version),
        ''::bytea) as packed
      from night_counters group by ledger_id, room_type_id`,
  );
  for (const row of result.rows) {
    const packed: Buffer = row.packed;
    const counters = snapshot.countersOf(row.ledger_id, row.room_type_id);
    for (let at = 0; at < packed.length; at += 12)
      counters.set(
        dayOf(packed.readInt32BE(at)),
        packed.readInt16BE(at + 4),
        packed.readInt16BE(at + 6),
        packed.readInt32BE(at + 8),
      );
  }
}

async function loadDayPrices(tx: Transaction, snapshot: Snapshot, hotels: string[]): Promise<void> {
  const result = await tx.query({
    name: 'load-day-prices',
    text: `select d.rate_plan_id, min(day) - date '1970-01-01' as first, max(day) - min(day) + 1 as days, string_agg(
        int4send(day - date '1970-01-01') || int4send(d.single_price) || int4send(d.double_price)
        || int4send(d.extra_adult_price) || int4send(d.child_price), ''::bytea) as packed
      from rate_plans p join day_prices d on d.rate_plan_id = p.id
      where p.hotel_id = any($1::uuid[]) group by d.rate_plan_id`,
    values: [hotels],
  });
  for (const row of result.rows) {
    const packed: Buffer = row.packed;
    snapshot.changeDayPrices(row.rate_plan_id, (prices) => {
      prices.reserve(row.first, row.days);
      for (let at = 0; at < packed.length; at += 20)
        prices.set(
          dayOf(packed.readInt32BE(at)),
          pricesFrom(
            packed.readInt32BE(at + 4),
            packed.readInt32BE(at + 8),
            packed.readInt32BE(at + 12),
            packed.readInt32BE(at + 16),
          ),
        );
    });
  }
}
