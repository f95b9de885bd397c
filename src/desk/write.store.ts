import { holdRow } from '../booking/rows.ts';
import type { Transaction } from '../db/pool.ts';
import { type Day, formatDay } from '../kernel/day.ts';
import type { LedgerId, RoomTypeId } from '../kernel/ids.ts';
import { deleteAlerts, insertAlerts } from './alerts.store.ts';
import { BatchConflict } from './batch-conflict.ts';
import type { DeskState, LedgerNight } from './desk-state.ts';
import { insertBookings } from './insert-bookings.store.ts';
import { insertRecords } from './records.store.ts';
import type { Tenure } from './run-batch.ts';
import { updateBookings } from './update-bookings.store.ts';

export interface CounterValue {
  ledgerId: LedgerId;
  roomTypeId: RoomTypeId;
  day: Day;
  booked: number;
  held: number;
  version: number;
}

/** Writes what a batch decided, in set-based statements. They are pipelined; each result is checked before COMMIT. */
export async function writeState(
  tx: Transaction,
  state: DeskState,
  batch: { id: string; tenure: Tenure | null },
  guard: boolean,
): Promise<CounterValue[]> {
  const nights = state.changedNights();
  const insertedCounters = insertCounters(
    tx,
    nights.filter((night) => !night.hasCounter),
    guard,
  );
  const updatedCounters = updateCounters(
    tx,
    nights.filter((night) => night.hasCounter),
    guard,
  );
  await allSettled([
    insertRecords(tx, state.newRecords, state.now),
    insertedCounters,
    updatedCounters,
    insertHolds(tx, state),
    endHolds(tx, state),
    insertBookings(tx, state),
    updateBookings(tx, state),
    deleteAlerts(tx, state),
    insertAlerts(tx, state),
    tx.query({
      name: 'desk-marker',
      text: 'insert into desk_batches (id, committed_at, epoch, process) values ($1, clock_timestamp(), $2, $3)',
      values: [batch.id, batch.tenure?.epoch ?? null, batch.tenure?.process ?? null],
    }),
  ]);
  return [...(await insertedCounters), ...(await updatedCounters)];
}

/**
 * Waits for all statements of a pipeline, then throws the first real error. After one statement has failed, the others
 * fail with "current transaction is aborted".
 */
async function allSettled(statements: Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(statements);
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  const first = reasons.find((reason) => reason?.code !== '25P02') ?? reasons[0];
  if (first !== undefined) throw first;
}

const NIGHT_COLUMNS = `unnest($1::int[], $2::uuid[], $3::uuid[], $4::date[], $5::int2[], $6::int2[])
  as w(ledger_id, hotel_id, room_type_id, day, booked, held)`;
const COUNTER_RESULT = `c.ledger_id, c.room_type_id, c.day - date '1970-01-01' as day, c.booked, c.held, c.version`;

/** Inserts the counters of nights that had none. With `guard`, the database itself refuses to oversell. */
async function insertCounters(
  tx: Transaction,
  nights: LedgerNight[],
  guard: boolean,
): Promise<CounterValue[]> {
  if (nights.length === 0) return [];
  const result = await tx.query<CounterRow>({
    name: `desk-insert-counters-${guard}`,
    text: `insert into night_counters as c (ledger_id, hotel_id, room_type_id, day, booked, held)
      select w.ledger_id, w.hotel_id, w.room_type_id, w.day, w.booked, w.held from ${NIGHT_COLUMNS}
      join nights n on n.hotel_id = w.hotel_id and n.room_type_id = w.room_type_id and n.day = w.day
      ${guard ? 'where w.booked + w.held + n.blocked <= n.allotment' : ''}
      on conflict do nothing returning ${COUNTER_RESULT}`,
    values: nightValues(nights),
  });
  return checked(result.rows, nights.length);
}

/** Giving rooms back is never guarded: a hotel may have lowered its allotment below what it sold. */
async function updateCounters(
  tx: Transaction,
  nights: LedgerNight[],
  guard: boolean,
): Promise<CounterValue[]> {
  if (nights.length === 0) return [];
  const result = await tx.query<CounterRow>({
    name: `desk-update-counters-${guard}`,
    text: `update night_counters c
      set booked = c.booked + w.booked, held = c.held + w.held, version = c.version + 1
      from ${NIGHT_COLUMNS}
      left join nights n on n.hotel_id = w.hotel_id and n.room_type_id = w.room_type_id and n.day = w.day
      where c.ledger_id = w.ledger_id and c.hotel_id = w.hotel_id and c.room_type_id = w.room_type_id and c.day = w.day
        ${guard ? 'and (w.booked + w.held <= 0 or c.booked + c.held + w.booked + w.held + n.blocked <= n.allotment)' : ''}
      returning ${COUNTER_RESULT}`,
    values: nightValues(nights),
  });
  return checked(result.rows, nights.length);
}

function nightValues(nights: LedgerNight[]): unknown[] {
  return [
    nights.map((night) => night.ledgerId),
    nights.map((night) => night.hotelId),
    nights.map((night) => night.roomTypeId),
    nights.map((night) => formatDay(night.day)),
    nights.map((night) => night.bookedDelta),
    nights.map((night) => night.heldDelta),
  ];
}

interface CounterRow {
  ledger_id: LedgerId;
  room_type_id: RoomTypeId;
  day: Day;
  booked: number;
  held: number;
  version: number;
}

function checked(rows: CounterRow[], expected: number): CounterValue[] {
  if (rows.length !== expected) throw new BatchConflict('the database rejected a sale: no room is left');
  return rows.map((row) => ({
    ledgerId: row.ledger_id,
    roomTypeId: row.room_type_id,
    day: row.day,
    booked: row.booked,
    held: row.held,
    version: row.version,
  }));
}

const insertHoldsStatement = (columns: string) =>
  `insert into holds (${columns}) select ${columns} from json_populate_recordset(null::holds, $1)`;

async function insertHolds(tx: Transaction, state: DeskState): Promise<void> {
  const rows = [...state.newHolds.values()].map((hold) =>
    holdRow(hold, hold.status === 'ACTIVE' ? null : state.now),
  );
  const [first] = rows;
  if (first === undefined) return;
  await tx.query({
    name: 'desk-insert-holds',
    text: insertHoldsStatement(Object.keys(first).join(', ')),
    values: [JSON.stringify(rows)],
  });
}

async function endHolds(tx: Transaction, state: DeskState): Promise<void> {
  const holds = [...state.endedHolds.values()];
  if (holds.length === 0) return;
  const result = await tx.query({
    name: 'desk-end-holds',
    text: `update holds h set status = e.status, booking_id = e.booking_id, ended_at = to_timestamp($6::float8 / 1000)
      from unnest($1::int[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[]) as e(ledger_id, hotel_id, id, status, booking_id)
      where h.ledger_id = e.ledger_id and h.hotel_id = e.hotel_id and h.id = e.id and h.status = 'ACTIVE'`,
    values: [
      holds.map((hold) => hold.ledgerId),
      holds.map((hold) => hold.hotelId),
      holds.map((hold) => hold.id),
      holds.map((hold) => hold.status),
      holds.map((hold) => hold.bookingId),
      state.now,
    ],
  });
  if (result.rowCount !== holds.length) throw new BatchConflict('a hold was ended by another transaction');
}
