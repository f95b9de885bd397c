import { bookingRow } from '../booking/rows.ts';
import type { Transaction } from '../db/pool.ts';
import type { DeskState } from './desk-state.ts';

/** Columns that no change of a booking touches. */
const FIXED = ['ledger_id', 'hotel_id', 'id', 'client_id', 'voucher_id', 'currency', 'created_at'];

const updateStatement = (columns: string[]) => `with b as materialized (
    select ledger_id, hotel_id, id, ${columns.join(', ')} from json_populate_recordset(null::bookings, $1)
  ), g as materialized (
    select * from json_to_recordset($2) as g(ledger_id int, hotel_id uuid, booking_id uuid, name text, phone text)
  ), r as materialized (
    select * from json_to_recordset($3) as r(ledger_id int, hotel_id uuid, booking_id uuid, revision int, actor text,
      action text, changes jsonb)
  ), clock as (select to_timestamp($4::float8 / 1000) as now
  ), updated as (
    update bookings o set ${columns.map((column) => `${column} = b.${column}`).join(', ')}
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

/** Updates changed bookings. Each change has its audit entry and its outbox message to the front desk. */
export function updateBookings(tx: Transaction, state: DeskState): Promise<unknown> {
  const changed = [...state.changedBookings.values()];
  const rows = changed.map(bookingRow);
  const guests = changed.map(({ ledgerId, hotelId, id, guest }) => ({
    ledger_id: ledgerId,
    hotel_id: hotelId,
    booking_id: id,
    name: guest.name,
    phone: guest.phone,
  }));
  const entries = state.newAuditEntries.map(({ booking, actor, action, changes }) => ({
    ledger_id: booking.ledgerId,
    hotel_id: booking.hotelId,
    booking_id: booking.id,
    revision: booking.revision,
    actor,
    action,
    changes,
  }));
  const columns = Object.keys(rows[0]!).filter((column) => !FIXED.includes(column));
  return tx.query({
    name: 'desk-update-bookings',
    text: updateStatement(columns),
    values: [JSON.stringify(rows), JSON.stringify(guests), JSON.stringify(entries), state.now, rows.length],
  });
}
