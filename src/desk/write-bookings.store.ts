import type { Booking } from '../booking/booking.ts';
import type { Transaction } from '../db/pool.ts';
import { formatDay } from '../kernel/day.ts';
import { BatchConflict } from './batch-conflict.ts';
import type { DeskState } from './desk-state.ts';

/** Bookings with their vouchers, guests, first audit entry and the message to the front desk. */
export async function insertBookings(tx: Transaction, state: DeskState): Promise<void> {
  const entries = state.newBookings;
  if (entries.length === 0) return;
  const column = (of: (booking: Booking) => unknown) => entries.map(({ booking }) => of(booking));
  const ledgers = column((booking) => booking.ledgerId);
  const hotels = column((booking) => booking.hotelId);
  const ids = column((booking) => booking.id);
  const vouchers = tx.query({
    name: 'desk-insert-vouchers',
    text: `insert into vouchers (voucher_id, booking_id, ledger_id, hotel_id)
      select * from unnest($1::text[], $2::uuid[], $3::int[], $4::uuid[]) order by 1 on conflict do nothing`,
    values: [column((booking) => booking.voucherId), ids, ledgers, hotels],
  });
  const rows = tx.query({
    name: 'desk-insert-bookings',
    text: `insert into bookings (ledger_id, hotel_id, id, voucher_id, client_id, room_type_id, rate_plan_id, status,
        check_in, check_out, rooms_count, adults, children, currency, subtotal, total, price, cancellation, payment,
        price_change, special_requests, channel_reference, revision, created_at, updated_at)
      select ledger_id, hotel_id, id, voucher_id, client_id, room_type_id, rate_plan_id, 'CONFIRMED', check_in, check_out,
        rooms_count, adults, children, currency, subtotal, total, price, cancellation, payment, price_change,
        special_requests, channel_reference, 1, to_timestamp($22::float8 / 1000), to_timestamp($22::float8 / 1000)
      from unnest($1::int[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::uuid[], $7::uuid[], $8::date[], $9::date[],
        $10::int2[], $11::int2[], $12::int2[], $13::text[], $14::int8[], $15::int8[], $16::jsonb[], $17::jsonb[],
        $18::jsonb[], $19::jsonb[], $20::text[], $21::text[])
        as b(ledger_id, hotel_id, id, voucher_id, client_id, room_type_id, rate_plan_id, check_in, check_out, rooms_count,
          adults, children, currency, subtotal, total, price, cancellation, payment, price_change, special_requests,
          channel_reference)`,
    values: [
      ledgers,
      hotels,
      ids,
      column((booking) => booking.voucherId),
      column((booking) => booking.clientId),
      column((booking) => booking.roomTypeId),
      column((booking) => booking.ratePlanId),
      column((booking) => formatDay(booking.stay.checkIn)),
      column((booking) => formatDay(booking.stay.checkOut)),
      column((booking) => booking.party.rooms),
      column((booking) => booking.party.adults),
      column((booking) => booking.party.children),
      column((booking) => booking.price.currency),
      column((booking) => booking.price.subtotal),
      column((booking) => booking.price.total),
      column((booking) => JSON.stringify(booking.price)),
      column((booking) => JSON.stringify({ policyId: booking.policyId, timeline: booking.timeline })),
      column((booking) =>
        JSON.stringify({ collectedBy: booking.collectedBy, dueAtHotel: booking.dueAtHotel }),
      ),
      column((booking) => (booking.priceChange === null ? null : JSON.stringify(booking.priceChange))),
      column((booking) => booking.specialRequests),
      column((booking) => booking.channelReference),
      state.now,
    ],
  });
  const guests = tx.query({
    name: 'desk-insert-guests',
    text: `insert into guests (ledger_id, hotel_id, booking_id, position, name, phone, email, lead)
      select ledger_id, hotel_id, id, 1, name, phone, email, true
      from unnest($1::int[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[])
        as g(ledger_id, hotel_id, id, name, phone, email)`,
    values: [
      ledgers,
      hotels,
      ids,
      column((booking) => booking.guest.name),
      column((booking) => booking.guest.phone),
      column((booking) => booking.guest.email),
    ],
  });
  const audit = tx.query({
    name: 'desk-insert-audit',
    text: `insert into booking_audit (ledger_id, hotel_id, booking_id, revision, at, actor, action, changes)
      select ledger_id, hotel_id, id, 1, to_timestamp($5::float8 / 1000), actor, 'CREATED', '{}'
      from unnest($1::int[], $2::uuid[], $3::uuid[], $4::text[]) as a(ledger_id, hotel_id, id, actor)`,
    values: [ledgers, hotels, ids, entries.map(({ actor }) => actor), state.now],
  });
  const messages = tx.query({
    name: 'desk-insert-outbox',
    text: `insert into outbox (ledger_id, hotel_id, booking_id, kind, payload, created_at, due_at)
      select ledger_id, hotel_id, id, 'BOOKING_CONFIRMED', '{}', to_timestamp($4::float8 / 1000), to_timestamp($4::float8 / 1000)
      from unnest($1::int[], $2::uuid[], $3::uuid[]) as o(ledger_id, hotel_id, id)`,
    values: [ledgers, hotels, ids, state.now],
  });
  const [inserted] = await Promise.all([vouchers, rows, guests, audit, messages]);
  if (inserted.rowCount !== entries.length)
    throw new BatchConflict('a voucher id was drawn twice at the same time');
}
