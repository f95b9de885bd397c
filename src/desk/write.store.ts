import type { Hold } from '../booking/hold.ts';
import type { Transaction } from '../db/pool.ts';
import { type Day, formatDay } from '../kernel/day.ts';
import { deleteAlerts, insertAlerts } from './alerts.store.ts';
import { BatchConflict } from './batch-conflict.ts';
import type { Cell, DeskState } from './desk-state.ts';
import { insertBookings } from './write-bookings.store.ts';
import { updateBookings } from './write-revisions.store.ts';

export interface CounterValue {
  ledgerId: number;
  roomTypeId: string;
  day: Day;
  booked: number;
  held: number;
  version: number;
}

/** Everything a batch decided, in set-based statements. They travel together; each result is checked before COMMIT. */
export async function writeState(
  tx: Transaction,
  state: DeskState,
  batchId: string,
  guard: boolean,
): Promise<CounterValue[]> {
  const cells = state.changedCells();
  const results = await settled([
    insertRecords(tx, state),
    insertCounters(
      tx,
      cells.filter((cell) => !cell.hasCounter),
      guard,
    ),
    updateCounters(
      tx,
      cells.filter((cell) => cell.hasCounter),
      guard,
    ),
    insertHolds(tx, state),
    endHolds(tx, state),
    insertBookings(tx, state),
    updateBookings(tx, state),
    deleteAlerts(tx, state),
    insertAlerts(tx, state),
    tx.query({
      name: 'desk-marker',
      text: 'insert into desk_batches (id, committed_at) values ($1, clock_timestamp())',
      values: [batchId],
    }),
  ]);
  return [...(results[1] as CounterValue[]), ...(results[2] as CounterValue[])];
}

/**
 * Waits for all of a pipeline, then fails with its first real error. Once one statement has failed, the others
 * fail too, with nothing but "current transaction is aborted" to say.
 */
async function settled(statements: Promise<unknown>[]): Promise<unknown[]> {
  const outcomes = await Promise.allSettled(statements);
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  const first = reasons.find((reason) => reason?.code !== '25P02') ?? reasons[0];
  if (first !== undefined) throw first;
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value);
}

/** Never inside JSON text, where it would be written \u001e: bodies joined by it need no escaping. */
const BETWEEN_BODIES = '\u001e';

/** In sorted order, so that two batches with the same keys wait for each other in one direction only. */
async function insertRecords(tx: Transaction, state: DeskState): Promise<void> {
  if (state.newRecords.length === 0) return;
  const rows = state.newRecords.map((record) => ({
    client_id: record.clientId,
    operation: record.scope.operation,
    key: record.scope.key,
    hash: record.requestHash,
    status: record.status,
    ledger_id: record.ledgerId,
    booking_id: record.bookingId,
  }));
  const result = await tx.query({
    name: 'desk-insert-records',
    text: `insert into idempotency_records (client_id, operation, key, request_hash, status, body, ledger_id, booking_id, created_at)
      select client_id, operation, key, decode(hash, 'hex'), status, body, ledger_id, booking_id, to_timestamp($3::float8 / 1000)
      from rows from (
        json_to_recordset($1) as (client_id uuid, operation text, key text, hash text, status int2, ledger_id int, booking_id uuid),
        string_to_table($2, '${BETWEEN_BODIES}')
      ) as r(client_id, operation, key, hash, status, ledger_id, booking_id, body)
      order by client_id, operation, key on conflict do nothing`,
    values: [
      JSON.stringify(rows),
      state.newRecords.map((record) => record.body).join(BETWEEN_BODIES),
      state.now,
    ],
  });
  if (result.rowCount !== rows.length)
    throw new BatchConflict('an idempotency key was used at the same time');
}

const CELL_COLUMNS = `unnest($1::int[], $2::uuid[], $3::uuid[], $4::date[], $5::int2[], $6::int2[])
  as w(ledger_id, hotel_id, room_type_id, day, booked, held)`;
const COUNTER_RESULT = `c.ledger_id, c.room_type_id, c.day - date '1970-01-01' as day, c.booked, c.held, c.version`;

/** The first rooms taken of a night. The guard is the database's own refusal to sell what is not there. */
async function insertCounters(tx: Transaction, cells: Cell[], guard: boolean): Promise<CounterValue[]> {
  if (cells.length === 0) return [];
  const result = await tx.query({
    name: `desk-insert-counters-${guard}`,
    text: `insert into night_counters as c (ledger_id, hotel_id, room_type_id, day, booked, held)
      select w.ledger_id, w.hotel_id, w.room_type_id, w.day, w.booked, w.held from ${CELL_COLUMNS}
      join nights n on n.hotel_id = w.hotel_id and n.room_type_id = w.room_type_id and n.day = w.day
      ${guard ? 'where w.booked + w.held + n.blocked <= n.allotment' : ''}
      on conflict do nothing returning ${COUNTER_RESULT}`,
    values: cellValues(cells),
  });
  return checked(result.rows, cells.length);
}

/** A release is never guarded: a hotel may have lowered its allotment below what it sold, and must get rooms back. */
async function updateCounters(tx: Transaction, cells: Cell[], guard: boolean): Promise<CounterValue[]> {
  if (cells.length === 0) return [];
  const result = await tx.query({
    name: `desk-update-counters-${guard}`,
    text: `update night_counters c
      set booked = c.booked + w.booked, held = c.held + w.held, version = c.version + 1
      from ${CELL_COLUMNS}
      left join nights n on n.hotel_id = w.hotel_id and n.room_type_id = w.room_type_id and n.day = w.day
      where c.ledger_id = w.ledger_id and c.hotel_id = w.hotel_id and c.room_type_id = w.room_type_id and c.day = w.day
        ${guard ? 'and (w.booked + w.held <= 0 or c.booked + c.held + w.booked + w.held + n.blocked <= n.allotment)' : ''}
      returning ${COUNTER_RESULT}`,
    values: cellValues(cells),
  });
  return checked(result.rows, cells.length);
}

function cellValues(cells: Cell[]): unknown[] {
  return [
    cells.map((cell) => cell.ledgerId),
    cells.map((cell) => cell.hotelId),
    cells.map((cell) => cell.roomTypeId),
    cells.map((cell) => formatDay(cell.day)),
    cells.map((cell) => cell.bookedDelta),
    cells.map((cell) => cell.heldDelta),
  ];
}

// biome-ignore lint/suspicious/noExplicitAny: rows of COUNTER_RESULT.
function checked(rows: any[], expected: number): CounterValue[] {
  if (rows.length !== expected)
    throw new BatchConflict('the database refused to sell a room that is not there');
  return rows.map((row) => ({
    ledgerId: row.ledger_id,
    roomTypeId: row.room_type_id,
    day: row.day,
    booked: row.booked,
    held: row.held,
    version: row.version,
  }));
}

async function insertHolds(tx: Transaction, state: DeskState): Promise<void> {
  if (state.newHolds.size === 0) return;
  await tx.query({
    name: 'desk-insert-holds',
    text: `insert into holds (ledger_id, hotel_id, id, token, client_id, room_type_id, rate_plan_id, check_in, check_out,
        rooms_count, adults, children, currency, guest_name, guest_phone, guest_email, total, price, status, booking_id,
        created_at, expires_at, ended_at)
      select ledger_id, hotel_id, id, token, client_id, room_type_id, rate_plan_id, check_in, check_out, rooms_count,
        adults, children, currency, guest_name, guest_phone, guest_email, total, price, status, booking_id,
        to_timestamp(created_at / 1000), to_timestamp(expires_at / 1000),
        case when status <> 'ACTIVE' then to_timestamp($2::float8 / 1000) end
      from json_to_recordset($1) as h(ledger_id int, hotel_id uuid, id uuid, token text, client_id uuid, room_type_id uuid,
        rate_plan_id uuid, check_in date, check_out date, rooms_count int2, adults int2, children int2, currency text,
        guest_name text, guest_phone text, guest_email text, total int8, price jsonb, status text, booking_id uuid,
        created_at float8, expires_at float8)`,
    values: [JSON.stringify([...state.newHolds.values()].map(holdRow)), state.now],
  });
}

function holdRow(hold: Hold) {
  return {
    ledger_id: hold.ledgerId,
    hotel_id: hold.hotelId,
    id: hold.id,
    token: hold.token,
    client_id: hold.clientId,
    room_type_id: hold.roomTypeId,
    rate_plan_id: hold.ratePlanId,
    check_in: formatDay(hold.stay.checkIn),
    check_out: formatDay(hold.stay.checkOut),
    rooms_count: hold.party.rooms,
    adults: hold.party.adults,
    children: hold.party.children,
    currency: hold.price.currency,
    guest_name: hold.guest.name,
    guest_phone: hold.guest.phone,
    guest_email: hold.guest.email,
    total: hold.price.total,
    price: {
      stay: hold.price,
      policyId: hold.policyId,
      timeline: hold.timeline,
      collectedBy: hold.collectedBy,
      asked: hold.asked,
    },
    status: hold.status,
    booking_id: hold.bookingId,
    created_at: hold.createdAt,
    expires_at: hold.expiresAt,
  };
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
  if (result.rowCount !== holds.length) throw new BatchConflict('a lock was ended at the same time');
}
