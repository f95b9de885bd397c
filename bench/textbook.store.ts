import type pg from 'pg';
import { DeskState, type Product } from '../src/desk/desk-state.ts';
import { loadProducts, productOf } from '../src/desk/load/load-products.store.ts';
import type { Booking } from '../src/domain/booking/booking.ts';
import type { BookCommand, Command, FinalResponse } from '../src/domain/booking/command.ts';
import { decideBooking } from '../src/domain/booking/decide-booking.ts';
import { lastNightOf, nightsChanged } from '../src/domain/booking/events/event.ts';
import { bookingRow } from '../src/domain/booking/rows.ts';
import { voucherId } from '../src/domain/booking/voucher.ts';
import { readPlanDays } from '../src/domain/inventory/plan-days.store.ts';
import { pricesOf } from '../src/domain/pricing/price-columns.ts';
import { linksFor } from '../src/domain/vouchers/voucher-qr.ts';
import { errorBody, statusOf } from '../src/http/common/errors.ts';
import { bookingView } from '../src/http/partner/bookings/booking.view.ts';
import { type Day, formatDay } from '../src/kernel/day.ts';
import { parseRate } from '../src/kernel/exchange.ts';
import { nightDays } from '../src/kernel/stay.ts';
import { inTransaction, type Transaction } from '../src/platform/db/pool.ts';

const linksOf = linksFor({
  config: { publicUrl: 'http://localhost' },
  secrets: { ...{ keyPepper: '', otherKeyPeppers: [] }, signingKey: 'k'.repeat(32), otherSigningKeys: [] },
});

/**
 * The baseline: what a careful engineer writes first. Each booking has its own transaction, locks its nights with
 * SELECT … FOR UPDATE, and runs one statement after another. It reads the same data, makes the same decision and writes
 * the same rows as the desk. The HTTP server and the database are the same too.
 */
export function textbookSubmit(pool: pg.Pool) {
  return (command: Command): Promise<FinalResponse> => {
    if (command.kind !== 'book') throw new Error('the textbook only books');
    return inTransaction(pool, 'read committed', (tx) => bookByTheBook(tx, command));
  };
}

async function bookByTheBook(tx: Transaction, command: BookCommand): Promise<FinalResponse> {
  const { request, idempotency } = command;
  const { stay, roomTypeId, ratePlanId } = request;
  const known = await tx.query(
    'select status, body from idempotency_records where client_id = $1 and operation = $2 and key = $3',
    [command.client.id, idempotency!.operation, idempotency!.key],
  );
  if (known.rows[0] !== undefined) return { ...known.rows[0], replayed: true };
  const clock = await tx.query('select extract(epoch from clock_timestamp()) * 1000 as now');
  const rate = await tx.query('select iqd_for_a_usd, as_of from exchange_rates order by as_of desc limit 1');
  const state = new DeskState({
    databaseNow: Math.round(Number(clock.rows[0].now)),
    shift: 0,
    epoch: 0,
    ...{ isHalted: false, numberBase: 0 },
    rate: parseRate(rate.rows[0].iqd_for_a_usd, rate.rows[0].as_of.toISOString()),
  });
  const [[, product]] = (await loadProducts(tx, [productOf(command)])) as [[string, Product]];
  await lockNights(tx, state, command);
  const prices = await tx.query(
    `select day - date '1970-01-01' as day, single_price, double_price, extra_adult_price, child_price from day_prices
     where rate_plan_id = $1 and day >= $2 and day < $3`,
    [ratePlanId, formatDay(stay.checkIn), formatDay(stay.checkOut)],
  );
  const days = await readPlanDays(tx, [{ ratePlanId, first: stay.checkIn, last: stay.checkOut }]);
  state.plans.load(
    nightDays(stay).map((day) => [`${ratePlanId}/${day}`, null]),
    days,
  );
  state.plans.load(
    prices.rows.map((row) => [`${ratePlanId}/${row.day}`, pricesOf(row)]),
    [],
  );
  await tx.query(
    `select id from quotes where client_id = $1 and room_type_id = $2 and rate_plan_id = $3 and check_in = $4
       and check_out = $5 and expires_at > clock_timestamp() order by created_at desc limit 1`,
    [command.client.id, roomTypeId, ratePlanId, formatDay(stay.checkIn), formatDay(stay.checkOut)],
  );
  await tx.query(
    `select id from holds where client_id = $1 and room_type_id = $2 and rate_plan_id = $3 and check_in = $4
       and check_out = $5 and status = 'ACTIVE'`,
    [command.client.id, roomTypeId, ratePlanId, formatDay(stay.checkIn), formatDay(stay.checkOut)],
  );

  const decision = decideBooking(
    {
      quotes: [],
      facts: state.factsFor(product, request.ledgerId, roomTypeId),
      alerts: [],
      holds: [],
      named: null,
      voucherId: voucherId(state.today, command.voucherSuffixes[0]!),
    },
    request,
  );
  if (!decision.ok)
    return {
      status: statusOf(decision.code),
      body: JSON.stringify(errorBody(decision, command.requestId, '')),
      replayed: false,
    };
  const { booking } = decision.value;
  await tx.query(
    `update night_counters set booked = booked + $1, version = version + 1
     where ledger_id = $2 and hotel_id = $3 and room_type_id = $4 and day >= $5 and day < $6`,
    [
      booking.party.rooms,
      request.ledgerId,
      request.hotelId,
      roomTypeId,
      formatDay(stay.checkIn),
      formatDay(stay.checkOut),
    ],
  );
  await insertRows(tx, booking, command.client.name, state.now);
  const booked = product as Parameters<typeof bookingView>[1];
  const view = bookingView(booking, booked, linksOf);
  const body = JSON.stringify({ success: true, data: view });
  await tx.query(
    `insert into idempotency_records (client_id, operation, key, request_hash, status, body, ledger_id, booking_id, created_at)
     values ($1, $2, $3, decode($4, 'hex'), 200, $5, $6, $7, clock_timestamp())`,
    [
      command.client.id,
      idempotency!.operation,
      idempotency!.key,
      idempotency!.requestHash,
      body,
      request.ledgerId,
      booking.id,
    ],
  );
  return { status: 200, body, replayed: false };
}

async function lockNights(tx: Transaction, state: DeskState, command: BookCommand): Promise<void> {
  const { request } = command;
  const days = [...nightDays(request.stay), request.stay.checkOut];
  const nights = await tx.query(
    `select day - date '1970-01-01' as day, allotment, blocked, stop_sell, closed_to_arrival, closed_to_departure,
       min_stay, max_stay, open from nights where hotel_id = $1 and room_type_id = $2 and day >= $3 and day <= $4`,
    [request.hotelId, request.roomTypeId, formatDay(request.stay.checkIn), formatDay(request.stay.checkOut)],
  );
  const keys = [request.ledgerId, request.hotelId, request.roomTypeId];
  await tx.query(
    `insert into night_counters (ledger_id, hotel_id, room_type_id, day, booked, held)
     select $1, $2, $3, day, 0, 0 from unnest($4::date[]) as d(day) order by day on conflict do nothing`,
    [...keys, days.slice(0, -1).map(formatDay)],
  );
  const counters = await tx.query(
    `select day - date '1970-01-01' as day, booked, held from night_counters
     where ledger_id = $1 and hotel_id = $2 and room_type_id = $3 and day >= $4 and day < $5 order by day for update`,
    [...keys, formatDay(request.stay.checkIn), formatDay(request.stay.checkOut)],
  );
  const counterOn = new Map<Day, { booked: number; held: number }>(
    counters.rows.map((row) => [row.day, row]),
  );
  for (const row of nights.rows)
    state.addNight({
      ledgerId: request.ledgerId,
      hotelId: request.hotelId,
      roomTypeId: request.roomTypeId,
      day: row.day,
      night: {
        open: row.open,
        allotment: row.allotment,
        blocked: row.blocked,
        stopSell: row.stop_sell,
        closedToArrival: row.closed_to_arrival,
        closedToDeparture: row.closed_to_departure,
        minStay: row.min_stay,
        maxStay: row.max_stay ?? 0,
      },
      booked: counterOn.get(row.day)?.booked ?? 0,
      held: counterOn.get(row.day)?.held ?? 0,
      hasCounter: true,
      bookedDelta: 0,
      heldDelta: 0,
    });
}

/** Inserts one row per statement, one table after another. */
async function insertRows(tx: Transaction, booking: Booking, actor: string, now: number): Promise<void> {
  const keys = [booking.ledgerId, booking.hotelId, booking.id];
  const at = new Date(now);
  await tx.query(
    'insert into vouchers (voucher_id, ledger_id, hotel_id, booking_id) values ($1, $2, $3, $4)',
    [booking.voucherId, ...keys],
  );
  await tx.query(
    `insert into bookings (ledger_id, hotel_id, id, voucher_id, client_id, room_type_id, rate_plan_id, status, check_in,
       check_out, rooms_count, adults, children, currency, subtotal, total, price, cancellation, payment, price_change,
       special_requests, channel_reference, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $23)`,
    [
      ...keys,
      booking.voucherId,
      booking.clientId,
      booking.roomTypeId,
      booking.ratePlanId,
      booking.status,
      formatDay(booking.stay.checkIn),
      formatDay(booking.stay.checkOut),
      booking.party.rooms,
      booking.party.adults,
      booking.party.children,
      booking.price.currency,
      booking.price.subtotal,
      booking.price.total,
      booking.price,
      { policyId: booking.policyId, timeline: booking.timeline },
      { collectedBy: booking.collectedBy, dueAtHotel: booking.dueAtHotel },
      booking.priceChange,
      booking.specialRequests,
      booking.channelReference,
      at,
    ],
  );
  await tx.query(
    `insert into guests (ledger_id, hotel_id, booking_id, position, name, phone, email, lead)
     values ($1, $2, $3, 1, $4, $5, $6, true)`,
    [...keys, booking.guest.name, booking.guest.phone, booking.guest.email],
  );
  await tx.query(
    `insert into booking_audit (ledger_id, hotel_id, booking_id, revision, at, actor, action, changes)
     values ($1, $2, $3, 1, $4, $5, 'CREATED', '{}')`,
    [...keys, at, actor],
  );
  const number = await tx.query(
    `insert into event_numbers as n (ledger_id, hotel_id, last) values ($1, $2, 1)
     on conflict (ledger_id, hotel_id) do update set last = n.last + 1 returning last`,
    [booking.ledgerId, booking.hotelId],
  );
  const nights = nightsChanged(null, booking);
  await tx.query(
    `insert into events (ledger_id, hotel_id, booking_id, number, at, kind, client_id, revision, nights, last_night, booking)
     values ($1, $2, $3, $4, $5, 'booking.confirmed', $6, 1, $7, $8, $9)`,
    [
      ...keys,
      number.rows[0].last,
      at,
      booking.clientId,
      JSON.stringify(nights),
      formatDay(lastNightOf(nights)!),
      JSON.stringify(bookingRow(booking)),
    ],
  );
}
