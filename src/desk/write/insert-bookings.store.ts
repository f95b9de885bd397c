// Inserts the new bookings of a batch.

import { lastNightOf } from '../../domain/booking/events/event.ts';
import { type BookingRow, bookingRow } from '../../domain/booking/rows.ts';
import { formatDay } from '../../kernel/day.ts';
import type { NewBooking } from '../../outgoing/events/batch-events.ts';
import type { Transaction } from '../../platform/db/pool.ts';

/**
 * Inserts bookings with their vouchers, guests, first audit entry and event, in one statement. The event stores the
 * booking row exactly as it was sent. A column that is missing in a row gets its default value, so that nodes of two
 * releases can run at the same time. An array per column and a statement per table were rejected (docs/adr/0004).
 */
const insertStatement = (columns: string) => `with b as materialized (
    select * from rows from (
      json_populate_recordset(null::bookings, $1),
      json_array_elements($1),
      json_to_recordset($2) as (name text, phone text, email text, actor text, number int, nights jsonb, last_night date)
    ) as b
  ), clock as (select to_timestamp($3::float8 / 1000) as now
  ), new_vouchers as (
    insert into vouchers (voucher_id, booking_id, ledger_id, hotel_id)
    select voucher_id, id, ledger_id, hotel_id from b order by voucher_id on conflict do nothing returning 1
  ), new_bookings as (
    insert into bookings (${columns}) select ${columns} from b
  ), new_guests as (
    insert into guests (ledger_id, hotel_id, booking_id, position, name, phone, email, lead)
    select ledger_id, hotel_id, id, 1, name, phone, email, true from b
  ), new_audit as (
    insert into booking_audit (ledger_id, hotel_id, booking_id, revision, at, actor, action, changes)
    select ledger_id, hotel_id, id, 1, now, actor, 'CREATED', '{}' from b, clock
  ), new_events as (
    insert into events (ledger_id, hotel_id, number, at, kind, client_id, booking_id, revision, nights, last_night, booking)
    select ledger_id, hotel_id, number, now, 'booking.confirmed', client_id, id, revision, nights, last_night, value
    from b, clock
  )
  select expect_rows(count(*), $4, 'a voucher id is already in use') from new_vouchers`;

export function insertBookings(tx: Transaction, bookings: NewBooking[], now: number): Promise<unknown> {
  const rows = bookings.map(({ booking }) => bookingRow(booking));
  const others = bookings.map(({ booking: { guest }, actor, event: { number, nights } }) => {
    const last = lastNightOf(nights);
    return {
      name: guest.name,
      phone: guest.phone,
      email: guest.email,
      actor,
      number,
      nights,
      last_night: last === null ? null : formatDay(last),
    };
  });
  return tx.query({
    name: 'desk-insert-bookings',
    text: insertStatement(columnsOf(rows[0]!).join(', ')),
    values: [JSON.stringify(rows), JSON.stringify(others), now, rows.length],
  });
}

/** Returns the columns of a row that belong to the table `bookings`. The guest is stored in another table. */
export function columnsOf(row: ReturnType<typeof bookingRow>): string[] {
  return Object.keys(row).filter((column) => !GUEST.has(column));
}

const GUEST: ReadonlySet<string> = new Set<keyof BookingRow>(['guest_name', 'guest_phone', 'guest_email']);
