import type { Booking } from '../booking/booking.ts';
import type { Transaction } from '../db/pool.ts';
import { formatDay } from '../kernel/day.ts';
import { BatchConflict } from './batch-conflict.ts';
import type { DeskState } from './desk-state.ts';

/**
 * Bookings with their vouchers, guests, first audit entry and the message to the front desk: one statement, one
 * parameter. Rejected: an array a column and a statement a table (docs/adr/0004).
 */
const INSERT_BOOKINGS = `with b as materialized (
    select * from json_to_recordset($1) as b(ledger_id int, hotel_id uuid, id uuid, voucher_id text, client_id uuid,
      room_type_id uuid, rate_plan_id uuid, check_in date, check_out date, rooms_count int2, adults int2, children int2,
      currency text, subtotal int8, total int8, price jsonb, cancellation jsonb, payment jsonb, price_change jsonb,
      special_requests text, channel_reference text, guest_name text, guest_phone text, guest_email text, actor text)
  ), clock as (select to_timestamp($2::float8 / 1000) as now
  ), new_vouchers as (
    insert into vouchers (voucher_id, booking_id, ledger_id, hotel_id)
    select voucher_id, id, ledger_id, hotel_id from b order by voucher_id on conflict do nothing returning 1
  ), new_bookings as (
    insert into bookings (ledger_id, hotel_id, id, voucher_id, client_id, room_type_id, rate_plan_id, status, check_in,
      check_out, rooms_count, adults, children, currency, subtotal, total, price, cancellation, payment, price_change,
      special_requests, channel_reference, revision, created_at, updated_at)
    select ledger_id, hotel_id, id, voucher_id, client_id, room_type_id, rate_plan_id, 'CONFIRMED', check_in, check_out,
      rooms_count, adults, children, currency, subtotal, total, price, cancellation, payment, price_change,
      special_requests, channel_reference, 1, now, now from b, clock
  ), new_guests as (
    insert into guests (ledger_id, hotel_id, booking_id, position, name, phone, email, lead)
    select ledger_id, hotel_id, id, 1, guest_name, guest_phone, guest_email, true from b
  ), new_audit as (
    insert into booking_audit (ledger_id, hotel_id, booking_id, revision, at, actor, action, changes)
    select ledger_id, hotel_id, id, 1, now, actor, 'CREATED', '{}' from b, clock
  ), new_messages as (
    insert into outbox (ledger_id, hotel_id, booking_id, kind, payload, created_at, due_at)
    select ledger_id, hotel_id, id, 'BOOKING_CONFIRMED', '{}', now, now from b, clock
  )
  select count(*)::int as vouchers from new_vouchers`;

export async function insertBookings(tx: Transaction, state: DeskState): Promise<void> {
  if (state.newBookings.length === 0) return;
  const rows = state.newBookings.map(({ booking, actor }) => rowOf(booking, actor));
  const result = await tx.query({
    name: 'desk-insert-bookings',
    text: INSERT_BOOKINGS,
    values: [JSON.stringify(rows), state.now],
  });
  if (result.rows[0].vouchers !== rows.length)
    throw new BatchConflict('a voucher id was drawn twice at the same time');
}

function rowOf(booking: Booking, actor: string) {
  return {
    ledger_id: booking.ledgerId,
    hotel_id: booking.hotelId,
    id: booking.id,
    voucher_id: booking.voucherId,
    client_id: booking.clientId,
    room_type_id: booking.roomTypeId,
    rate_plan_id: booking.ratePlanId,
    check_in: formatDay(booking.stay.checkIn),
    check_out: formatDay(booking.stay.checkOut),
    rooms_count: booking.party.rooms,
    adults: booking.party.adults,
    children: booking.party.children,
    currency: booking.price.currency,
    subtotal: booking.price.subtotal,
    total: booking.price.total,
    price: booking.price,
    cancellation: { policyId: booking.policyId, timeline: booking.timeline },
    payment: { collectedBy: booking.collectedBy, dueAtHotel: booking.dueAtHotel },
    price_change: booking.priceChange,
    special_requests: booking.specialRequests,
    channel_reference: booking.channelReference,
    guest_name: booking.guest.name,
    guest_phone: booking.guest.phone,
    guest_email: booking.guest.email,
    actor,
  };
}
