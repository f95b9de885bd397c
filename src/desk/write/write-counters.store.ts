// Inserts, updates and reads the counters of booked and held rooms per night.

import { type Day, formatDay } from '../../kernel/day.ts';
import type { LedgerId, RoomTypeId } from '../../kernel/ids.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import type { LedgerNight } from '../desk-state.ts';

export interface CounterValue {
  ledgerId: LedgerId;
  roomTypeId: RoomTypeId;
  day: Day;
  booked: number;
  held: number;
  version: number;
}

const NIGHT_COLUMNS = `unnest($1::int[], $2::uuid[], $3::uuid[], $4::date[], $5::int2[], $6::int2[])
  as w(ledger_id, hotel_id, room_type_id, day, booked, held)`;
const COUNTER_COLUMNS = 'c.ledger_id, c.room_type_id, c.day, c.booked, c.held, c.version';
/**
 * Returns one row with all counters in one JSON value. The driver would parse each value of a row separately, which is
 * slower than JSON.parse.
 */
const COUNTERS = `json_agg(json_build_object('ledgerId', ledger_id, 'roomTypeId', room_type_id,
  'day', day - date '1970-01-01', 'booked', booked, 'held', held, 'version', version)) as counters`;
const COUNTERS_EXPECTED = `select ${COUNTERS},
  expect_rows(count(*), cardinality($1), 'the database rejected a sale: no room is left') from written`;

/**
 * Inserts counters for nights that had no counters. With `guard`, the database itself rejects a sale of more rooms than
 * are free.
 */
export async function insertCounters(
  tx: Transaction,
  nights: LedgerNight[],
  guard: boolean,
): Promise<CounterValue[]> {
  const result = await tx.query<{ counters: CounterValue[] }>({
    name: `desk-insert-counters-${guard}`,
    text: `with written as (
      insert into night_counters as c (ledger_id, hotel_id, room_type_id, day, booked, held)
      select w.ledger_id, w.hotel_id, w.room_type_id, w.day, w.booked, w.held from ${NIGHT_COLUMNS}
      join nights n on n.hotel_id = w.hotel_id and n.room_type_id = w.room_type_id and n.day = w.day
      ${guard ? 'where w.booked + w.held + n.blocked <= n.allotment' : ''}
      on conflict do nothing returning ${COUNTER_COLUMNS}
    ) ${COUNTERS_EXPECTED}`,
    values: nightValues(nights),
  });
  return result.rows[0]!.counters;
}

/**
 * Updates counters. `guard` does not apply when rooms are returned, because a hotel may have lowered its allotment
 * below the number of sold rooms.
 */
export async function updateCounters(
  tx: Transaction,
  nights: LedgerNight[],
  guard: boolean,
): Promise<CounterValue[]> {
  const result = await tx.query<{ counters: CounterValue[] }>({
    name: `desk-update-counters-${guard}`,
    text: `with written as (
      update night_counters c
      set booked = c.booked + w.booked, held = c.held + w.held, version = c.version + 1
      from ${NIGHT_COLUMNS}
      left join nights n on n.hotel_id = w.hotel_id and n.room_type_id = w.room_type_id and n.day = w.day
      where c.ledger_id = w.ledger_id and c.hotel_id = w.hotel_id and c.room_type_id = w.room_type_id and c.day = w.day
        ${guard ? 'and (w.booked + w.held <= 0 or c.booked + c.held + w.booked + w.held + n.blocked <= n.allotment)' : ''}
      returning ${COUNTER_COLUMNS}
    ) ${COUNTERS_EXPECTED}`,
    values: nightValues(nights),
  });
  return result.rows[0]!.counters;
}

/** Reads the current counters of nights that a batch has changed. */
export async function readCounters(database: Queryable, nights: LedgerNight[]): Promise<CounterValue[]> {
  const result = await database.query<{ counters: CounterValue[] | null }>({
    name: 'desk-read-counters',
    text: `select ${COUNTERS} from unnest($1::int[], $2::uuid[], $3::uuid[], $4::date[]) as w(ledger_id, hotel_id, room_type_id, day)
      join night_counters c using (ledger_id, hotel_id, room_type_id, day)`,
    values: nightKeys(nights),
  });
  return result.rows[0]!.counters ?? [];
}

function nightKeys(nights: LedgerNight[]): unknown[][] {
  return [
    nights.map((night) => night.ledgerId),
    nights.map((night) => night.hotelId),
    nights.map((night) => night.roomTypeId),
    nights.map((night) => formatDay(night.day)),
  ];
}

function nightValues(nights: LedgerNight[]): unknown[][] {
  return [
    ...nightKeys(nights),
    nights.map((night) => night.bookedDelta),
    nights.map((night) => night.heldDelta),
  ];
}
