import { bookingRow } from '../booking/rows.ts';
import type { Transaction } from '../db/pool.ts';
import type { NewBooking } from './desk-state.ts';

/**
 * Inserts bookings with their vouchers, guests, first audit entry and outbox message to the front desk, in one
 * statement. Columns that a row does not have get their default, so that an older node can run beside a newer one.
 * Rejected: an array per column and a statement per table (docs/adr/0004).
 */
const insertStatement = (columns: string) => `with b as materialized (
    select ${columns} from json_populate_recordset(null::bookings, $1)
  ), g as materialized (
    select * from json_to_recordset($2) as g(ledger_id int, hotel_id uuid, booking_id uuid, name text, phone text,
      email text, actor text)
  ), clock as (select to_timestamp($3::float8 / 1000) as now
  ), new_vouchers as (
    insert into vouchers (voucher_id, booking_id, ledger_id, hotel_id)
    select voucher_id, id, ledger_id, hotel_id from b order by voucher_id on conflict do nothing returning 1
  ), new_bookings as (
    insert into bookings (${columns}) select ${columns} from b
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

export function insertBookings(tx: Transaction, bookings: NewBooking[], now: number): Promise<unknown> {
  const rows = bookings.map(({ booking }) => bookingRow(booking));
  const guests = bookings.map(({ booking, actor }) => ({
    ledger_id: booking.ledgerId,
    hotel_id: booking.hotelId,
    booking_id: booking.id,
    ...booking.guest,
    actor,
  }));
  return tx.query({
    name: 'desk-insert-bookings',
    text: insertStatement(Object.keys(rows[0]!).join(', ')),
    values: [JSON.stringify(rows), JSON.stringify(guests), now, rows.length],
  });
}
