import type { Booking } from '../booking/booking.ts';
import type { Transaction } from '../db/pool.ts';
import { formatDay } from '../kernel/day.ts';
import { BatchConflict } from './batch-conflict.ts';
import type { DeskState } from './desk-state.ts';

const UPDATE_BOOKINGS = `with b as materialized (
    select * from json_to_recordset($1) as b(ledger_id int, hotel_id uuid, id uuid, room_type_id uuid, rate_plan_id uuid,
      status text, check_in date, check_out date, subtotal int8, total int8, price jsonb, cancellation jsonb, payment jsonb,
      least_penalty int8, cancelled jsonb, special_requests text, revision int, guest_name text, guest_phone text)
  ), r as materialized (
    select * from json_to_recordset($2) as r(ledger_id int, hotel_id uuid, id uuid, revision int, actor text, action text,
      changes jsonb)
  ), clock as (select to_timestamp($3::float8 / 1000) as now
  ), updated as (
    update bookings o set room_type_id = b.room_type_id, rate_plan_id = b.rate_plan_id, status = b.status,
      check_in = b.check_in, check_out = b.check_out, subtotal = b.subtotal, total = b.total, price = b.price,
      cancellation = b.cancellation, payment = b.payment, least_penalty = b.least_penalty, cancelled = b.cancelled,
      special_requests = b.special_requests, revision = b.revision, updated_at = clock.now
    from b, clock where o.ledger_id = b.ledger_id and o.hotel_id = b.hotel_id and o.id = b.id and o.revision < b.revision
    returning 1
  ), renamed as (
    update guests g set name = b.guest_name, phone = b.guest_phone
    from b where g.ledger_id = b.ledger_id and g.hotel_id = b.hotel_id and g.booking_id = b.id and g.lead
      and (g.name, g.phone) is distinct from (b.guest_name, b.guest_phone)
  ), new_audit as (
    insert into booking_audit (ledger_id, hotel_id, booking_id, revision, at, actor, action, changes)
    select ledger_id, hotel_id, id, revision, now, actor, action, changes from r, clock
  ), new_messages as (
    insert into outbox (ledger_id, hotel_id, booking_id, kind, payload, created_at, due_at)
    select ledger_id, hotel_id, id, 'BOOKING_' || action, jsonb_build_object('revision', revision), now, now from r, clock
    order by revision
  )
  select count(*)::int as updated from updated`;

/** Bookings that were modified or cancelled, each revision with its audit entry and its message to the front desk. */
export async function updateBookings(tx: Transaction, state: DeskState): Promise<void> {
  if (state.newRevisions.length === 0) return;
  const rows = [...state.changedBookings.values()].map(rowOf);
  const revisions = state.newRevisions.map(({ booking, actor, action, changes }) => ({
    ledger_id: booking.ledgerId,
    hotel_id: booking.hotelId,
    id: booking.id,
    revision: booking.revision,
    actor,
    action,
    changes,
  }));
  const result = await tx.query({
    name: 'desk-update-bookings',
    text: UPDATE_BOOKINGS,
    values: [JSON.stringify(rows), JSON.stringify(revisions), state.now],
  });
  if (result.rows[0].updated !== rows.length)
    throw new BatchConflict('a booking was changed at the same time');
}

function rowOf(booking: Booking) {
  return {
    ledger_id: booking.ledgerId,
    hotel_id: booking.hotelId,
    id: booking.id,
    room_type_id: booking.roomTypeId,
    rate_plan_id: booking.ratePlanId,
    status: booking.status,
    check_in: formatDay(booking.stay.checkIn),
    check_out: formatDay(booking.stay.checkOut),
    subtotal: booking.price.subtotal,
    total: booking.price.total,
    price: booking.price,
    cancellation: { policyId: booking.policyId, timeline: booking.timeline },
    payment: { collectedBy: booking.collectedBy, dueAtHotel: booking.dueAtHotel },
    least_penalty: booking.leastPenalty,
    cancelled: booking.cancelled,
    special_requests: booking.specialRequests,
    revision: booking.revision,
    guest_name: booking.guest.name,
    guest_phone: booking.guest.phone,
  };
}
