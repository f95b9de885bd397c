import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeEndedStays } from '../../../src/boot/housekeeping.ts';
import { verify } from '../../../src/operations/verification/verify.usecase.ts';
import { demoId } from '../../../src/sandbox/demo-catalogue.ts';
import { freshCredentials, startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST, inDays, type StayBody } from '../../support/stay.ts';

let service: TestService;
let shift = 0;
let headers: Record<string, string>;
const DAY = 86_400_000;

beforeAll(async () => {
  service = await startTestService({ clockShift: () => shift });
});
afterAll(async () => {
  expect(await verify(service.context.pool, () => {})).toBe(0);
  await service.end();
});
beforeEach(async () => {
  shift = 0;
  headers = await freshCredentials(service);
});

const post = (path: string, body: unknown = {}) => service.call('POST', `/v1/${path}`, { body, headers });
const get = async (path: string) => (await service.call('GET', `/v1/${path}`, { headers })).body.data;
const amounts = (timeline: { penalty_amount: string; refund_amount: string }[]) =>
  timeline.map((step) => [step.penalty_amount, step.refund_amount]);

async function book(stay: StayBody, more: object = {}) {
  const response = await post('bookings', { ...stay, ...GUEST, ...more });
  expect(response.status).toBe(200);
  return response.body.data;
}

describe('a stay that is over', () => {
  it('can be cancelled until the day of check-out begins in Baghdad, and not after', async () => {
    const stay = demoStay({ from: 1, nights: 2 });
    const [kept, lost] = [await book(stay), await book(stay)];
    const checkOutBegins = Date.parse(`${inDays(2)}T21:00:00Z`);
    shift = checkOutBegins - 60_000 - Date.now();
    const last = await post(`bookings/${kept.booking_id}/cancel`);
    expect(last.body.data).toMatchObject({
      status: 'CANCELLED',
      cancelled: { penalty_amount: kept.price.total, refund_amount: '0' },
    });
    shift = checkOutBegins + 1_000 - Date.now();
    for (const body of [{}, { dryRun: true }]) {
      const late = await post(`bookings/${lost.booking_id}/cancel`, body);
      expect([late.status, late.body.error.code]).toEqual([409, 'BOOKING_STATE_CONFLICT']);
    }
    // Retrying a cancellation that was made in time is still no error.
    expect((await post(`bookings/${kept.booking_id}/cancel`)).body.data.cancelled).toEqual(
      last.body.data.cancelled,
    );
  });

  it('closes by itself the day after check-out, once, by SYSTEM, and gives no room back', async () => {
    const stay = demoStay({ from: 1, nights: 1 });
    const [one, two] = [await book(stay), await book(stay)];
    await service.context.pool.query("update bookings set status = 'CHECKED_IN' where id = $1", [
      two.booking_id,
    ]);
    const cancelled = await book(stay);
    await post(`bookings/${cancelled.booking_id}/cancel`);
    shift = Date.parse(`${inDays(3)}T21:00:00Z`) - DAY - 60_000 - Date.now();
    await closeEndedStays(service.context);
    expect((await get(`bookings/${one.booking_id}`)).status).toBe('CONFIRMED');
    shift += 120_000;
    await Promise.all([closeEndedStays(service.context), closeEndedStays(service.context)]);
    for (const { booking_id } of [one, two]) {
      const closed = await get(`bookings/${booking_id}`);
      expect(closed).toMatchObject({ status: 'CHECKED_OUT', revision: 2, voucher: { status: 'REDEEMED' } });
      expect(closed.audit_log.at(-1)).toMatchObject({
        actor: 'SYSTEM',
        action: 'CHECKED_OUT',
        changes: { status: { to: 'CHECKED_OUT' } },
      });
      expect((await post(`bookings/${booking_id}/cancel`)).body.error.details.status).toBe('CHECKED_OUT');
      expect((await post(`bookings/${booking_id}/modify`, { guestName: 'Somebody' })).status).toBe(409);
    }
    expect((await get(`bookings/${cancelled.booking_id}`)).status).toBe('CANCELLED');
    const { rows } = await service.context.pool.query(
      'select c.booked from night_counters c join bookings b using (ledger_id, hotel_id, room_type_id) where b.id = $1 and c.day = b.check_in',
      [one.booking_id],
    );
    expect(rows[0].booked).toBe(2);
  });
});

describe('who collects', () => {
  it.each([
    ['HTL-2026-0001', 'PARTNER'],
    ['HTL-2026-0002', 'HOTEL'],
    ['HTL-2026-0003', 'PARTNER'],
    ['HTL-2026-0004', 'HOTEL'],
  ])('%s: search, quote, hold, booking and cancellation agree on %s', async (hotel, collected_by) => {
    const stay = demoStay({ hotel });
    const search = await post('search', { checkIn: stay.checkIn, checkOut: stay.checkOut });
    const found = search.body.data.find((one: { public_id: string }) => one.public_id === hotel);
    for (const room of found.rooms)
      for (const plan of room.rate_plans) expect(plan.payment).toEqual({ collected_by });
    const quote = (await post('price-check', stay)).body.data;
    const hold = (await post('prebook', { ...stay, ...GUEST })).body.data;
    const booking = await book(stay);
    const due_at_hotel = collected_by === 'HOTEL' ? quote.total : quote.total.includes('.') ? '0.00' : '0';
    const payment = { collected_by, due_at_hotel, currency: quote.currency };
    for (const one of [quote, hold, booking]) {
      expect(one.payment).toEqual(payment);
      for (const [penalty, refund] of amounts(one.cancellation.timeline))
        expect(Number(refund)).toBeCloseTo(
          collected_by === 'HOTEL' ? 0 : Number(quote.total) - Number(penalty),
          6,
        );
    }
    const { cancelled } = (await post(`bookings/${booking.booking_id}/cancel`)).body.data;
    expect(Number(cancelled.refund_amount)).toBe(collected_by === 'HOTEL' ? 0 : Number(quote.total));
  });
});

describe('two changes of one booking at once', () => {
  it('are priced as if one came after the other, every time', async () => {
    const stay = demoStay({ from: 62, nights: 2 });
    const half = demoId(stay.hotelId, 'plan', 'DBL', 'HB');
    for (let round = 0; round < 15; round += 1) {
      const { booking_id } = await book(stay);
      const responses = await Promise.all([
        post(`bookings/${booking_id}/modify`, { ratePlanId: half }),
        post(`bookings/${booking_id}/modify`, { checkOut: inDays(65) }),
      ]);
      expect(responses.map((response) => response.status)).toEqual([200, 200]);
      const after = await get(`bookings/${booking_id}`);
      expect([after.rate_plan.code, after.revision]).toEqual(['HB', 3]);
      expect(after.price.nightly.map((night: { amount: string }) => night.amount)).toEqual([
        '243750',
        '243750',
        '243750',
      ]);
      await post(`bookings/${booking_id}/cancel`);
    }
  });

  it('a new room follows the plan that the change before it has chosen', async () => {
    const stay = demoStay();
    const half = demoId(stay.hotelId, 'plan', 'DBL', 'HB');
    const family = demoStay({ room: 'FAM' }).roomTypeId;
    for (let round = 0; round < 10; round += 1) {
      const { booking_id } = await book(stay);
      const responses = await Promise.all([
        post(`bookings/${booking_id}/modify`, { ratePlanId: half }),
        post(`bookings/${booking_id}/modify`, { roomTypeId: family }),
        post(`bookings/${booking_id}/modify`, { checkOut: inDays(33) }),
      ]);
      // The second request names a plan of a room that the booking no longer has.
      const statuses = responses.map((response) => response.status);
      expect([
        [200, 200, 200],
        [404, 200, 200],
      ]).toContainEqual(statuses);
      const after = await get(`bookings/${booking_id}`);
      const isFirst = statuses[0] === 200;
      expect([after.room_type.code, after.rate_plan.code, after.nights, after.revision]).toEqual([
        'FAM',
        isFirst ? 'HB' : 'BB',
        3,
        isFirst ? 4 : 3,
      ]);
      await post(`bookings/${booking_id}/cancel`);
    }
  });

  it('do not exceed the limit of 30 nights together', async () => {
    const stay = demoStay({ from: 100, nights: 10 });
    for (let round = 0; round < 5; round += 1) {
      const { booking_id } = await book(stay);
      const responses = await Promise.all([
        post(`bookings/${booking_id}/modify`, { checkIn: inDays(80) }),
        post(`bookings/${booking_id}/modify`, { checkOut: inDays(130) }),
      ]);
      const refused = responses.filter((response) => response.status === 400);
      expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
      expect(refused[0]!.body.error.message).toContain('at most 30 nights; this one has 50');
      expect((await get(`bookings/${booking_id}`)).nights).toBe(30);
      expect((await post(`bookings/${booking_id}/modify`, { guestName: 'Zaynab' })).status).toBe(200);
      await post(`bookings/${booking_id}/cancel`);
    }
    const { booking_id } = await book(stay);
    for (const change of [{ checkOut: '2199-12-31' }, { checkIn: '2199-12-31' }, { checkIn: '2000-01-01' }])
      expect((await post(`bookings/${booking_id}/modify`, change)).status).toBe(400);
  });
});

describe('a penalty that is already due', () => {
  it('is not avoided by a shorter stay: it is retained, and shown', async () => {
    const stay = demoStay({ board: 'RO', nights: 10 });
    const booking = await book(stay);
    expect([booking.price.total, booking.price.retained]).toEqual(['1725000', '0']);
    const dry = await post(`bookings/${booking.booking_id}/modify`, { checkOut: inDays(31), dryRun: true });
    const short = (await post(`bookings/${booking.booking_id}/modify`, { checkOut: inDays(31) })).body.data;
    for (const one of [dry.body.data, short]) {
      expect(one.price).toMatchObject({ total: '172500', retained: '1552500' });
      expect(one.price_difference).toEqual({ amount: '0', currency: 'IQD' });
      expect(amounts(one.cancellation.timeline)).toEqual([['1725000', '0']]);
      expect(one.changes.retained).toEqual({ from: '0', to: '1552500' });
    }
    const cancelled = (await post(`bookings/${booking.booking_id}/cancel`)).body.data;
    expect(cancelled.cancelled).toMatchObject({ penalty_amount: '1725000', refund_amount: '0' });
  });

  it('is due at the hotel where the hotel collects, after changes and after cancellation', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0002', board: 'RO', nights: 3 });
    const booking = await book(stay);
    const short = (await post(`bookings/${booking.booking_id}/modify`, { checkOut: inDays(31) })).body.data;
    expect(short.payment.due_at_hotel).toBe(booking.price.total);
    const longer = (await post(`bookings/${booking.booking_id}/modify`, { checkOut: inDays(34) })).body.data;
    expect(longer.price.retained).toBe('0');
    expect(Number(longer.price_difference.amount)).toBe(
      Number(longer.price.total) - Number(booking.price.total),
    );
    const { cancelled, payment } = (await post(`bookings/${booking.booking_id}/cancel`)).body.data;
    expect([cancelled.penalty_amount, cancelled.refund_amount, payment.due_at_hotel]).toEqual([
      longer.price.total,
      '0',
      longer.price.total,
    ]);
  });

  it('is in the timeline of a stay that was moved, and in its cancellation', async () => {
    const { booking_id, price } = await book(demoStay({ from: 2, nights: 1 }));
    shift = Date.parse(`${inDays(2)}T11:00:00Z`) - 20 * 3_600_000 - Date.now();
    const moved = (await post(`bookings/${booking_id}/modify`, { checkIn: inDays(30), checkOut: inDays(33) }))
      .body.data;
    const first = Number(price.total);
    const total = Number(moved.price.total);
    expect(amounts(moved.cancellation.timeline)).toEqual([
      [String(first), String(total - first)],
      [String(total), '0'],
    ]);
    expect((await get(`bookings/${booking_id}`)).cancellation).toEqual(moved.cancellation);
    const { cancelled } = (await post(`bookings/${booking_id}/cancel`, { dryRun: true })).body.data;
    expect([cancelled.penalty_amount, cancelled.refund_amount]).toEqual(
      amounts(moved.cancellation.timeline)[0],
    );
  });
});

describe('modify', () => {
  it.each([
    [{ expectedTotal: '1' }, 'expectedTotal cannot be changed'],
    [{ quoteId: demoId('x') }, 'quoteId cannot be changed'],
    [{ prebookToken: 'pb_x' }, 'prebookToken cannot be changed'],
    [{ rooms_count: 2 }, 'did you mean roomsCount'],
    [{ hotel_id: 'x' }, 'did you mean hotelId'],
    [{ roomTypeId: demoId('no room') }, 'does not have this room type'],
  ])('refuses %j', async (change, message) => {
    const { booking_id } = await book(demoStay());
    const response = await post(`bookings/${booking_id}/modify`, change);
    expect([400, 404]).toContain(response.status);
    expect(response.body.error.message).toContain(message);
    expect((await get(`bookings/${booking_id}`)).revision).toBe(1);
  });

  it('to the room and plan it already has changes nothing, penalty and terms included', async () => {
    const stay = demoStay({ board: 'RO' });
    const booking = await book(stay);
    const same = (
      await post(`bookings/${booking.booking_id}/modify`, {
        roomTypeId: stay.roomTypeId,
        ratePlanId: stay.ratePlanId,
      })
    ).body.data;
    expect([same.revision, same.changes, same.cancellation]).toEqual([1, {}, booking.cancellation]);
  });

  it('of the guest works although the plan is no longer sold, own room named or not', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0007', board: 'RO' });
    const { booking_id } = await book(stay);
    const active = (value: boolean) =>
      service.context.pool.query('update rate_plans set active = $2 where id = $1', [stay.ratePlanId, value]);
    await active(false);
    for (const change of [{ guestName: 'Ali' }, { guestName: 'Hasan', roomTypeId: stay.roomTypeId }])
      expect((await post(`bookings/${booking_id}/modify`, change)).status).toBe(200);
    await active(true);
  });

  it('to a plan in the currency of the booking no longer claims a conversion', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0007' });
    const { booking_id } = await book(stay, { currency: 'USD' });
    const target = demoId(stay.hotelId, 'plan', 'DBL', 'FB');
    const set = 'update rate_plans set currency = $2, single_price = $3, double_price = $4 where id = $1';
    const { rows } = await service.context.pool.query(
      'select single_price, double_price from rate_plans where id = $1',
      [target],
    );
    await service.context.pool.query(set, [target, 'USD', 9_000, 10_000]);
    await service.context.feed.catchUp();
    const moved = (await post(`bookings/${booking_id}/modify`, { ratePlanId: target })).body.data;
    expect(moved.price).toMatchObject({ exchange: null, subtotal: '200.00', total: '230.00' });
    await service.context.pool.query(set, [target, 'IQD', rows[0].single_price, rows[0].double_price]);
    await service.context.feed.catchUp();
  });
});

it("a hotel's updated_at moves with its room types, plans and policies, not with nights and day prices", async () => {
  const hotel = 'HTL-2026-0005';
  const updatedAt = async () => {
    await service.context.feed.catchUp();
    return (await get(`hotels/${hotel}`)).updated_at;
  };
  const sql = (text: string) => service.context.pool.query(text, [demoId(hotel)]);
  let before = await updatedAt();
  for (const change of [
    "update room_types set name_en = name_en || '.' where hotel_id = $1",
    "update rate_plans set name_en = name_en || '.' where hotel_id = $1",
    "update cancellation_policies set name_en = name_en || '.' where hotel_id = $1",
  ]) {
    await sql(change);
    const after = await updatedAt();
    expect(Date.parse(after), change).toBeGreaterThan(Date.parse(before));
    before = after;
  }
  await sql('update nights set allotment = allotment + 1 where hotel_id = $1');
  await sql('update day_prices set double_price = double_price + 1 where hotel_id = $1');
  expect(await updatedAt()).toBe(before);
});

it('the description says that a cancellation and a change need no body', async () => {
  const { body } = await service.call('GET', '/v1/openapi.json');
  const required = (path: string) => body.paths[path].post.requestBody.required;
  expect([required('/bookings/{bookingId}/cancel'), required('/bookings/{bookingId}/modify')]).toEqual([
    false,
    false,
  ]);
  expect(required('/bookings')).toBe(true);
});
