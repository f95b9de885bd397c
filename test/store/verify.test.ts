import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations, INVARIANTS } from '../../src/operations/verification/invariants.store.ts';
import { verify } from '../../src/operations/verification/verify.usecase.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { demoStay, GUEST, inDays } from '../support/stay.ts';

let service: TestService;
let bookingId: string;
let cancelledId: string;
beforeAll(async () => {
  // The service's clock is one hour behind the database. Its holds are due for the database, but its own sweeper does
  // not release them yet.
  service = await startTestService({ clockShift: () => -3_600_000 });
  const post = (url: string, body: unknown, key = '') =>
    service.call('POST', url, { body, headers: key === '' ? {} : { 'idempotency-key': key } });
  const stay = { ...demoStay(), ...GUEST };
  bookingId = (await post('/v1/bookings', stay, 'first')).body.data.booking_id;
  await post(`/v1/bookings/${bookingId}/modify`, { checkOut: inDays(33) });
  cancelledId = (await post('/v1/bookings', stay)).body.data.booking_id;
  await post(`/v1/bookings/${cancelledId}/cancel`, {});
  // Bookings converted in both directions, on days with their own prices, and across a price change.
  for (const [hotel, currency] of [
    ['HTL-2026-0001', 'USD'],
    ['HTL-2026-0003', 'IQD'],
  ] as const) {
    const season = { ...demoStay({ hotel, from: 58, nights: 4 }), ...GUEST, currency, children: 1 };
    const { booking_id } = (await post('/v1/bookings', season)).body.data;
    await service.context.pool.query(
      'update rate_plans set double_price = double_price + 1700 where id = $1',
      [season.ratePlanId],
    );
    expect((await post(`/v1/bookings/${booking_id}/modify`, { checkIn: inDays(56) })).status).toBe(200);
  }
  // This scenario hotel charges more than its rate plans say.
  const rises = { ...demoStay({ hotel: 'HTL-2026-0091' }), ...GUEST };
  await post('/v1/price-check', demoStay({ hotel: 'HTL-2026-0091' }));
  const { details } = (await post('/v1/bookings', rises)).body.error;
  const raised = await post('/v1/bookings', { ...rises, expectedTotal: details.current_total });
  expect(raised.status).toBe(200);
  await post('/v1/prebook', { ...stay, guestPhone: '0780 123 4567' });
  await post('/v1/prebook', { ...stay, guestPhone: '0790 123 4567' });
  await service.context.feed.stop();
});
afterAll(() => service.end());

async function report(): Promise<{ violations: number; lines: string[] }> {
  const lines: string[] = [];
  return { violations: await verify(service.context.pool, (line) => lines.push(line)), lines };
}

describe('npm run verify', () => {
  it('finds nothing in a correct ledger, even with due holds that are not swept yet', async () => {
    const due = await service.context.pool.query(
      "select count(*)::int as count from holds where status = 'ACTIVE' and expires_at < clock_timestamp()",
    );
    expect(due.rows[0].count).toBe(2);
    const { violations, lines } = await report();
    expect([violations, lines.filter((line) => line.includes(': ok (')).length]).toEqual([
      0,
      INVARIANTS.length,
    ]);
  });

  it('finds nothing where prices were sent again or their history has ended', async () => {
    const { pool } = service.context;
    const rows = async () =>
      (await pool.query('select count(*)::int as count from price_history')).rows[0].count;
    const before = await rows();
    await pool.query('update day_prices set double_price = double_price');
    await pool.query('update rate_plans set double_price = double_price');
    expect(await rows()).toBe(before);
    // Move the bookings 500 days into the past.
    const old = `update bookings set check_in = check_in - 500, check_out = check_out - 500, price = jsonb_set(price, '{nightly}',
      (select jsonb_agg(jsonb_set(n, '{day}', to_jsonb((n->>'day')::int - 500))) from jsonb_array_elements(price->'nightly') n))`;
    expect((await report()).violations).toBe(0);
    const client = await pool.connect();
    await client.query('begin');
    await client.query(old);
    const found = await findViolations(
      client as never,
      INVARIANTS.find(({ name }) => name.startsWith('every night'))!,
    );
    expect(found.count).toBe(0);
    await client.query('rollback');
    client.release();
  });

  const id = () => bookingId;
  it.each([
    [
      'a counter of sold rooms',
      'booked counters',
      () => `update night_counters set booked = booked + 1 where day = '${inDays(30)}'`,
    ],
    [
      'a counter that is missing',
      'booked counters',
      () => `delete from night_counters where day = '${inDays(30)}'`,
    ],
    [
      'a counter of held rooms',
      'held counters',
      () => `update night_counters set held = 0 where day = '${inDays(31)}'`,
    ],
    [
      'an event whose nights differ from the counters',
      'booked counters match the events',
      () =>
        `update events set nights = jsonb_set(nights, '{0,3}', '2') where booking_id = '${id()}' and revision = 1`,
    ],
    [
      'a change without event',
      'every change of a booking',
      () => `delete from events where booking_id = '${id()}' and revision = 2`,
    ],
    [
      'a gap in the numbers of events',
      'events are numbered',
      () => `update events set number = number + 100 where booking_id = '${cancelledId}' and revision = 2`,
    ],
    [
      'a first event that is missing',
      'events are numbered',
      () => `delete from events where booking_id = '${id()}' and revision = 1`,
    ],
    [
      'a last number that no event has',
      'events are numbered',
      () => 'update event_numbers set last = last + 1',
    ],
    ['events without a last number', 'events are numbered', () => 'delete from event_numbers'],
    [
      'an event without booking',
      'guests, audit entries',
      () => `update events set booking_id = gen_random_uuid() where booking_id = '${id()}'`,
    ],
    [
      'a voucher that two bookings have',
      'every voucher id',
      () =>
        `update bookings set voucher_id = (select voucher_id from bookings where id = '${cancelledId}') where id = '${id()}'`,
    ],
    [
      'a voucher that is not registered',
      'every voucher id',
      () => `delete from vouchers where booking_id = '${id()}'`,
    ],
    ['a booking without guest', 'every booking has', () => `delete from guests where booking_id = '${id()}'`],
    [
      'a booking of no hotel',
      'every booking has',
      () => `update bookings set hotel_id = gen_random_uuid() where id = '${id()}'`,
    ],
    ['a guest without booking', 'guests, audit entries', () => `delete from bookings where id = '${id()}'`],
    [
      'a total that does not sum',
      'price lines',
      () => `update bookings set total = total + 1 where id = '${id()}'`,
    ],
    [
      'a line that does not sum',
      'price lines',
      () =>
        `update bookings set price = jsonb_set(price, '{nightly,0,rooms,0,amount}', '1') where id = '${id()}'`,
    ],
    [
      'a night at a price that its plan never asked, although everything sums up',
      'every night has the price',
      () => `update bookings set subtotal = subtotal - 18000, total = total - 20700, price = price || jsonb_build_object(
        'nightly', jsonb_set(jsonb_set(price->'nightly', '{0,amount}', '150000'), '{0,rooms,0,amount}', '150000'),
        'subtotal', (price->>'subtotal')::int - 18000, 'tax', (price->>'tax')::int - 900,
        'serviceCharge', (price->>'serviceCharge')::int - 1800, 'total', (price->>'total')::int - 20700) where id = '${id()}'`,
    ],
    [
      'an amount due at the hotel that is not payable there',
      'the amount due at the hotel',
      () => `update bookings set payment = jsonb_set(payment, '{dueAtHotel}', '1') where id = '${id()}'`,
    ],
    [
      'a refund that does not sum',
      'penalty and refund',
      () =>
        `update bookings set cancelled = jsonb_set(cancelled, '{refund}', '1') where id = '${cancelledId}'`,
    ],
    [
      'a gap in the revisions',
      'revisions have no gaps',
      () => `delete from booking_audit where booking_id = '${id()}' and revision = 1`,
    ],
    [
      'a record without booking',
      'idempotency records',
      () => `update idempotency_records set booking_id = gen_random_uuid()`,
    ],
  ])('finds %s', async (_, invariant, damage) => {
    const client = await service.context.pool.connect();
    await client.query('begin');
    await client.query(damage());
    await client.query('commit');
    const { violations, lines } = await report();
    expect(violations).toBeGreaterThan(0);
    expect(lines.find((line) => line.includes(invariant))).toMatch(/\d+ violations/);
    await mend(client);
    client.release();
    expect((await report()).violations).toBe(0);
  });

  /** These tables are copied before the tests and restored after each planted damage. */
  const TABLES = [
    ...['night_counters', 'bookings', 'vouchers', 'guests', 'booking_audit', 'idempotency_records'],
    ...['events', 'event_numbers'],
  ];
  beforeAll(async () => {
    for (const table of TABLES)
      await service.context.pool.query(`create table kept_${table} as table ${table}`);
  });
  async function mend(client: { query: (sql: string) => Promise<unknown> }): Promise<void> {
    for (const table of TABLES) {
      await client.query(`delete from ${table}`);
      await client.query(`insert into ${table} select * from kept_${table}`);
    }
  }
});
