import { FLAGS_COLUMN } from '../domain/inventory/night.ts';
import { PACKED_PLAN_DAY } from '../domain/inventory/plan-day.ts';
import { pricesFrom } from '../domain/pricing/rate-plan.ts';
import { type Day, dayOf, formatDay } from '../kernel/day.ts';
import type { DayRange } from '../kernel/day-range.ts';
import { CALENDAR_DAYS } from '../kernel/horizon.ts';
import type { Transaction } from '../platform/db/pool.ts';
import type { Snapshot } from './snapshot.ts';

/** A range of consecutive blocks of a table, and the first day that read requests need. */
export interface Blocks {
  first: number;
  after: number;
  firstDay: Day;
}

/**
 * Days before `firstDay` are not loaded. The database stores the past year, so that people can look up past stays, but
 * the past year would double the memory of the snapshot.
 */
const IN_BLOCKS = 'ctid >= $1::tid and ctid < $2::tid and day >= $3';

/**
 * An SQL expression for the number of a day. Each query returns one row per calendar, and all days of the calendar are
 * in one binary value. This value contains a few integers for each day, and the first of these is the number of the
 * day. One row per day was rejected, because the driver would have to parse ten text values for each day.
 */
const DAY_NUMBER = "(day - date '1970-01-01')";

/**
 * Encodes two integers as 8 bytes. `second` must not be negative. A separate call of int4send or int2send for each
 * column was rejected, because PostgreSQL allocates memory for every call and for every `||` operator. With seven calls
 * per night, the load took 50 % longer.
 */
const twoIntegers = (first: string, second: string) => `int8send(${first} * 4294967296 + (${second}))`;

const ROOMS = 'allotment * 65536 + blocked';
const RULES = `coalesce(max_stay, 0::int2) * 65536 + min_stay * 256 + ${FLAGS_COLUMN}`;

/**
 * Loads nights. The nights of one calendar may arrive in several parts. The first part reserves memory for all days
 * that the calendar can have.
 */
export async function loadNights(tx: Transaction, snapshot: Snapshot, blocks: Blocks): Promise<void> {
  const rows = await readPacked(
    tx,
    `select room_type_id,
       string_agg(${twoIntegers(DAY_NUMBER, ROOMS)} || ${twoIntegers('version', RULES)}, null) as packed
     from nights n where ${IN_BLOCKS} group by room_type_id`,
    blocks,
  );
  for (const row of rows) {
    const days = integersOf(row.packed);
    const calendar = snapshot.calendarOf(row.room_type_id);
    calendar.reserve(blocks.firstDay, CALENDAR_DAYS + 1);
    for (let at = 0; at < days.length; at += 4)
      calendar.setPacked(dayOf(days[at]!), days[at + 1]!, days[at + 3]!, days[at + 2]!);
  }
}

export async function loadCounters(tx: Transaction, snapshot: Snapshot, blocks: Blocks): Promise<void> {
  const rows = await readPacked(
    tx,
    `select ledger_id, room_type_id,
       string_agg(${twoIntegers(DAY_NUMBER, 'booked')} || ${twoIntegers('version', 'held')}, null) as packed
     from night_counters where ${IN_BLOCKS} group by ledger_id, room_type_id`,
    blocks,
  );
  for (const row of rows) {
    const days = integersOf(row.packed);
    const counters = snapshot.countersOf(row.ledger_id, row.room_type_id);
    reserve(counters, days, 4);
    for (let at = 0; at < days.length; at += 4)
      counters.set(dayOf(days[at]!), days[at + 1]!, days[at + 3]!, days[at + 2]!);
  }
}

export async function loadDayPrices(tx: Transaction, snapshot: Snapshot, blocks: Blocks): Promise<void> {
  const rows = await readPacked(
    tx,
    `select rate_plan_id,
       string_agg(${twoIntegers(DAY_NUMBER, 'single_price')}
         || ${twoIntegers('double_price', 'extra_adult_price')} || int4send(child_price), null) as packed
     from day_prices where ${IN_BLOCKS} group by rate_plan_id`,
    blocks,
  );
  for (const row of rows) {
    const days = integersOf(row.packed);
    snapshot.changeDayPrices(row.rate_plan_id, (prices) => {
      reserve(prices, days, 5);
      for (let at = 0; at < days.length; at += 5)
        prices.set(dayOf(days[at]!), pricesFrom(days[at + 1]!, days[at + 2]!, days[at + 3]!, days[at + 4]!));
    });
  }
}

export async function loadPlanDays(tx: Transaction, snapshot: Snapshot, blocks: Blocks): Promise<void> {
  const rows = await readPacked(
    tx,
    `select rate_plan_id, string_agg(${twoIntegers(DAY_NUMBER, PACKED_PLAN_DAY)}, null) as packed
     from plan_days d where ${IN_BLOCKS} group by rate_plan_id`,
    blocks,
  );
  for (const row of rows) {
    const days = integersOf(row.packed);
    snapshot.changePlanDays(row.rate_plan_id, (planDays) => {
      reserve(planDays, days, 2);
      for (let at = 0; at < days.length; at += 2) planDays.set(dayOf(days[at]!), days[at + 1]!);
    });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the ids of a calendar, and its days as `packed`.
async function readPacked(tx: Transaction, text: string, { first, after, firstDay }: Blocks): Promise<any[]> {
  const result = await tx.query(text, [`(${first},0)`, `(${after},0)`, formatDay(firstDay)]);
  return result.rows;
}

/** Decodes integers, which PostgreSQL sends in network byte order. */
function integersOf(packed: Buffer): Int32Array {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  const integers = new Int32Array(packed.length / 4);
  for (let index = 0; index < integers.length; index += 1) integers[index] = view.getInt32(index * 4);
  return integers;
}

function reserve(range: DayRange, days: Int32Array, integersADay: number): void {
  let first = days[0]!;
  let last = first;
  for (let at = integersADay; at < days.length; at += integersADay) {
    first = Math.min(first, days[at]!);
    last = Math.max(last, days[at]!);
  }
  range.reserve(dayOf(first), last - first + 1);
}
