import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verify } from '../../../src/operations/verification/verify.usecase.ts';
import { freshHotel, type HotelTester } from '../../support/private-hotel.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { findDifferences } from '../../support/snapshot-truth.ts';
import { demoStay, GUEST, inDays } from '../../support/stay.ts';
import { supplierOf } from '../../support/supplier.ts';

let service: TestService;
let tester: HotelTester;
beforeAll(async () => {
  service = await startTestService({ housekeeping: false });
  tester = await freshHotel(service);
});
afterAll(async () => {
  const lines: string[] = [];
  const violations = await verify(service.context.pool, (line) => lines.push(line));
  const differences = await findDifferences(service.context.pool, service.context.snapshot);
  await service.end();
  expect([violations, lines.filter((line) => !line.includes(': ok (')), differences]).toEqual([0, [], []]);
});

async function book(from: number, rest: object = {}) {
  const body = { ...(await tester.stay({ from })), ...GUEST, ...rest };
  return (await service.call('POST', '/v1/bookings', { headers: tester.partner, body })).body.data;
}
const move = (booking: { booking_id: string }, checkIn: string, headers = tester.supplier) =>
  service.call('POST', `/supply/v1/sandbox/reservations/${booking.booking_id}/move`, {
    headers,
    body: { checkIn },
  });
const step = (booking: { booking_id: string }, name: string) =>
  service.call('POST', `/supply/v1/reservations/${booking.booking_id}/${name}`, {
    headers: tester.supplier,
    body: {},
  });
const nightsOfEvent = async (event: number) =>
  (
    await service.context.pool.query('select kind, nights from events where number = $1 and hotel_id = $2', [
      event,
      tester.hotel.id,
    ])
  ).rows[0];

describe('a sandbox booking that is moved into the past', () => {
  it('can be reported as a no-show today, at the penalty that it had', async () => {
    const booking = await book(27, { roomsCount: 2, adults: 2 });
    expect((await step(booking, 'no-show')).body.error.message).toContain('too early');
    const moved = await move(booking, inDays(-1));
    expect([moved.status, moved.body.data]).toMatchObject([
      200,
      {
        ...{ status: 'CONFIRMED', revision: 2, nights: 2 },
        ...{ check_in: inDays(-1), check_out: inDays(1) },
        price: { total: booking.price.total },
      },
    ]);
    expect(moved.body.data.price.nightly.map(({ date }: { date: string }) => date)).toEqual([
      inDays(-1),
      inDays(0),
    ]);
    const { kind, nights } = await nightsOfEvent(moved.body.event);
    const rooms = nights.map(([, first, last, count]: number[]) => [last! - first! + 1, count]);
    expect([kind, rooms]).toEqual([
      'booking.modified',
      [
        [2, -2],
        [2, 2],
      ],
    ]);
    const missed = await step(booking, 'no-show');
    expect([missed.status, missed.body.data.status]).toEqual([200, 'NO_SHOW']);
    const last = booking.cancellation.timeline.at(-1);
    expect(missed.body.data.no_show.penalty_amount).toBe(last.penalty_amount);
    expect(missed.body.data.released_from).toBe(inDays(0));
  });

  it('is moved once, however often the request is repeated', async () => {
    const booking = await book(29);
    const [first, again] = [await move(booking, inDays(-2)), await move(booking, inDays(-2))];
    expect(again.body).toEqual(first.body);
    expect(again.body.data.revision).toBe(2);
  });

  it('moves from 30 days ago to yesterday, and only while it is confirmed', async () => {
    const booking = await book(31);
    const refused = async (day: number) => {
      const { status, body } = await move(booking, inDays(day));
      return [status, body.error?.details?.[0]?.code];
    };
    expect(await refused(0)).toEqual([400, 'TOO_LATE']);
    expect(await refused(-31)).toEqual([400, 'TOO_EARLY']);
    expect(await refused(-30)).toEqual([200, undefined]);
    expect(await refused(-1)).toEqual([200, undefined]);
    await step(booking, 'no-show');
    expect((await move(booking, inDays(-2))).body.error.code).toBe('BOOKING_STATE_CONFLICT');
  });

  it('never oversells a past night: two at once move to its last room, and one is refused', async () => {
    const bookings = [await book(33), await book(33)];
    const { pool } = service.context;
    await pool.query(
      `update nights n set allotment = (select coalesce(max(c.booked), 0) + 1 from night_counters c
         where c.hotel_id = n.hotel_id and c.room_type_id = n.room_type_id and c.day = n.day)
       from room_types r where r.id = n.room_type_id and r.code = 'DBL' and n.hotel_id = $1 and n.day = $2`,
      [tester.hotel.id, inDays(-9)],
    );
    const moved = await Promise.all(bookings.map((booking) => move(booking, inDays(-9))));
    expect(moved.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(moved.find(({ status }) => status === 409)!.body.error.code).toBe('INSUFFICIENT_INVENTORY');
  });

  it('belongs to a private hotel: other hotels are refused', async () => {
    const own = await supplierOf(service, ['HTL-2026-0001'], service.credentials);
    const body = { ...demoStay({ from: 28 }), ...GUEST };
    const { data } = (await service.call('POST', '/v1/bookings', { body })).body;
    expect((await move(data, inDays(-1), own)).body.error.code).toBe('HOTEL_ACCESS_DENIED');
    const other = await freshHotel(service);
    expect((await move(await book(35), inDays(-1), other.supplier)).body.error.code).toBe(
      'BOOKING_NOT_FOUND',
    );
  });
});

it('requests of the certification program use none of the window of the hotel system', async () => {
  const { supplier, hotel } = await freshHotel(service);
  const read = async (headers: Record<string, string> = {}) => {
    const url = `/supply/v1/products?hotelId=${hotel.publicId}`;
    const { headers: sent } = await service.call('GET', url, { headers: { ...supplier, ...headers } });
    return Number(sent['ratelimit-remaining']);
  };
  const before = await read();
  const examiner = { 'x-examiner': 'certify' };
  const [first, second] = [await read(examiner), await read(examiner)];
  expect(second).toBe(first - 1);
  expect(await read()).toBe(before - 1);
  // Control: another value is counted like every other request, and so is a push.
  expect(await read({ 'x-examiner': 'other' })).toBe(before - 2);
  await service.call('POST', '/supply/v1/reservations/ack', {
    ...{ headers: { ...supplier, ...examiner }, body: { hotelId: hotel.publicId, upTo: 0 } },
  });
  expect(await read()).toBe(before - 4);
});
