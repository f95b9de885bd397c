import type pg from 'pg';
import type { Booking } from '../../src/booking/booking.ts';
import { bookingRow } from '../../src/booking/rows.ts';

/** The columns of `bookings` that release 1.2.0 knows. */
const COLUMNS = `ledger_id, hotel_id, id, client_id, room_type_id, rate_plan_id, check_in, check_out, rooms_count, adults,
  children, voucher_id, status, currency, subtotal, total, price, cancellation, payment, price_change, least_penalty,
  cancelled, special_requests, channel_reference, revision, created_at, updated_at`;

/** The statement with which the desk of release 1.2.0 inserts bookings. */
const INSERT = `with b as materialized (
    select ${COLUMNS} from json_populate_recordset(null::bookings, $1)
  ), g as materialized (
    select * from json_to_recordset($2) as g(ledger_id int, hotel_id uuid, booking_id uuid, name text, phone text,
      email text, actor text)
  ), clock as (select to_timestamp($3::float8 / 1000) as now
  ), new_vouchers as (
    insert into vouchers (voucher_id, booking_id, ledger_id, hotel_id)
    select voucher_id, id, ledger_id, hotel_id from b order by voucher_id on conflict do nothing returning 1
  ), new_bookings as (
    insert into bookings (${COLUMNS}) select ${COLUMNS} from b
  ), new_guests as (
    insert into guests (ledger_id, hotel_id, booking_id, position, name, phone, email, lead)
    select ledger_id, hotel_id, booking_id, 1, name, phone, email, true from g
  ), new_audit as (
    insert into booking_audit (ledger_id, hotel_id, booking_id, revision, at, actor, action, changes)
    select ledger_id, hotel_id, booking_id, 1, now, actor, 'CREATED', '{}' from g, clock
  ), new_messages as (
    insert into outbox (ledger_id, hotel_id, booking_id, kind, payload, created_at, due_at)
    select ledger_id, hotel_id, booking_id, 'BOOKING_CONFIRMED', '{}', now, now from g, clock
  )
  select expect_rows(count(*), $4, 'a voucher id is already in use') from new_vouchers`;

/** The statement with which it updates them, with the columns that the tests change. */
const UPDATE = `with b as materialized (
    select ledger_id, hotel_id, id, room_type_id, check_in, check_out, status, price, subtotal, total, cancelled, revision
    from json_populate_recordset(null::bookings, $1)
  ), g as materialized (
    select * from json_to_recordset($2) as g(ledger_id int, hotel_id uuid, booking_id uuid, name text, phone text)
  ), r as materialized (
    select * from json_to_recordset($3) as r(ledger_id int, hotel_id uuid, booking_id uuid, revision int, actor text,
      action text, changes jsonb)
  ), clock as (select to_timestamp($4::float8 / 1000) as now
  ), updated as (
    update bookings o set room_type_id = b.room_type_id, check_in = b.check_in, check_out = b.check_out,
      status = b.status, price = b.price, subtotal = b.subtotal, total = b.total, cancelled = b.cancelled,
      revision = b.revision
    from b where o.ledger_id = b.ledger_id and o.hotel_id = b.hotel_id and o.id = b.id and o.revision < b.revision
    returning 1
  ), renamed as (
    update guests o set name = g.name, phone = g.phone
    from g where o.ledger_id = g.ledger_id and o.hotel_id = g.hotel_id and o.booking_id = g.booking_id and o.lead
      and (o.name, o.phone) is distinct from (g.name, g.phone)
  ), new_audit as (
    insert into booking_audit (ledger_id, hotel_id, booking_id, revision, at, actor, action, changes)
    select ledger_id, hotel_id, booking_id, revision, now, actor, action, changes from r, clock
  ), new_messages as (
    insert into outbox (ledger_id, hotel_id, booking_id, kind, payload, created_at, due_at)
    select ledger_id, hotel_id, booking_id, 'BOOKING_' || action, jsonb_build_object('revision', revision), now, now
    from r, clock order by revision
  )
  select expect_rows(count(*), $5, 'a booking was changed by another transaction') from updated`;

/** Counts what the bookings occupy. The desk does it with statements that are the same in both releases. */
const COUNT = `insert into night_counters as c (ledger_id, hotel_id, room_type_id, day, booked, held)
  select b.ledger_id, b.hotel_id, b.room_type_id, b.check_in + d, sum(b.rooms_count), 0
  from bookings b cross join lateral generate_series(0, b.check_out - b.check_in - 1) d
  where b.ledger_id = $1 and b.status <> 'CANCELLED' group by 1, 2, 3, 4
  on conflict (ledger_id, hotel_id, room_type_id, day) do update set booked = excluded.booked, version = c.version + 1`;

/** Inserts bookings as a desk of release 1.2.0 does. */
export async function insertByPreviousDesk(database: pg.Pool, bookings: Booking[]): Promise<void> {
  const guests = bookings.map(({ ledgerId, hotelId, id, guest }) => ({
    ...{ ledger_id: ledgerId, hotel_id: hotelId, booking_id: id, ...guest, actor: 'partner' },
  }));
  const rows = bookings.map(bookingRow);
  await database.query(INSERT, [JSON.stringify(rows), JSON.stringify(guests), Date.now(), rows.length]);
  await recount(database, bookings[0]!);
}

/** Changes bookings as a desk of release 1.2.0 does. Their revision is already the new one. */
export async function updateByPreviousDesk(
  database: pg.Pool,
  changes: { booking: Booking; action: string }[],
): Promise<void> {
  const keys = ({ ledgerId, hotelId, id }: Booking) => ({
    ...{ ledger_id: ledgerId, hotel_id: hotelId, booking_id: id },
  });
  const guests = changes.map(({ booking }) => ({ ...keys(booking), ...booking.guest }));
  const entries = changes.map(({ booking, action }) => ({
    ...{ ...keys(booking), revision: booking.revision, actor: 'partner', action, changes: {} },
  }));
  const rows = changes.map(({ booking }) => bookingRow(booking));
  const values = [rows, guests, entries].map((list) => JSON.stringify(list));
  await database.query(UPDATE, [...values, Date.now(), rows.length]);
  await recount(database, changes[0]!.booking);
}

async function recount(database: pg.Pool, { ledgerId }: Booking): Promise<void> {
  await database.query('update night_counters set booked = 0, version = version + 1 where ledger_id = $1', [
    ledgerId,
  ]);
  await database.query(COUNT, [ledgerId]);
}
