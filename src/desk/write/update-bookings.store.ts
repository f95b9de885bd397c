// Updates the changed bookings of a batch.

import { lastNightOf } from '../../domain/booking/events/event.ts';
import { bookingRow } from '../../domain/booking/rows.ts';
import { formatDay } from '../../kernel/day.ts';
import type { ChangedBooking } from '../../outgoing/events/batch-events.ts';
import type { Transaction } from '../../platform/db/pool.ts';
import { columnsOf } from './insert-bookings.store.ts';

/** The columns that stay the same in every change of a booking. */
const FIXED = ['ledger_id', 'hotel_id', 'id', 'client_id', 'voucher_id', 'currency', 'created_at'];

const updateStatement = (columns: string[]) => `with b as materialized (
    select * from rows from (
      json_populate_recordset(null::bookings, $1),
      json_array_elements($1),
      json_to_recordset($2) as (name text, phone text, actor text, person text, action text, changes jsonb, number int, kind text,
        nights jsonb, last_night date)
    ) as b
  ), clock as (select to_timestamp($3::float8 / 1000) as now
  ), updated as (
    update bookings o set ${columns.map((column) => `${column} = b.${column}`).join(', ')}
    from b where o.ledger_id = b.ledger_id and o.hotel_id = b.hotel_id and o.id = b.id and o.revision < b.revision
    returning 1
  ), renamed as (
    update guests o set name = b.name, phone = b.phone
    from b where o.ledger_id = b.ledger_id and o.hotel_id = b.hotel_id and o.booking_id = b.id and o.lead
      and (o.name, o.phone) is distinct from (b.name, b.phone)
  ), new_audit as (
    insert into booking_audit (ledger_id, hotel_id, booking_id, revision, at, actor, person, action, changes)
    select ledger_id, hotel_id, id, revision, now, actor, person, action, changes from b, clock
  ), new_events as (
    insert into events (ledger_id, hotel_id, number, at, kind, client_id, booking_id, revision, nights, last_night, booking)
    select ledger_id, hotel_id, number, now, kind, client_id, id, revision, nights, last_night, value from b, clock
  )
  select expect_rows(count(*), $4, 'a booking was changed by another transaction') from updated`;

/** Updates changed bookings, and inserts one audit entry and one event per change. */
export function updateBookings(tx: Transaction, changed: ChangedBooking[], now: number): Promise<unknown> {
  const rows = changed.map(({ entry }) => bookingRow(entry.booking));
  const others = changed.map(({ entry: { booking, actor, person, action, changes }, event }) => {
    const last = lastNightOf(event.nights);
    return {
      name: booking.guest.name,
      phone: booking.guest.phone,
      actor,
      person,
      action,
      changes,
      number: event.number,
      kind: event.kind,
      nights: event.nights,
      last_night: last === null ? null : formatDay(last),
    };
  });
  const columns = columnsOf(rows[0]!).filter((column) => !FIXED.includes(column));
  return tx.query({
    name: 'desk-update-bookings',
    text: updateStatement(columns),
    values: [JSON.stringify(rows), JSON.stringify(others), now, rows.length],
  });
}
