import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verify } from '../../../src/operations/verification/verify.usecase.ts';
import { demoId } from '../../../src/sandbox/demo-catalogue.ts';
import { setAllotment } from '../../support/book-command.ts';
import { freshCredentials, startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST, inDays, type StayBody } from '../../support/stay.ts';

let service: TestService;
let shift = 0;
let headers: Record<string, string>;
const HOUR = 3_600_000;
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

const post = (url: string, body?: unknown, more: Record<string, string> = {}) =>
  service.call('POST', url, { body, headers: { ...headers, ...more } });
const get = (url: string) => service.call('GET', url, { headers });

async function book(stay: StayBody, more: object = {}) {
  const response = await post('/v1/bookings', { ...stay, ...GUEST, ...more });
  expect(response.status).toBe(200);
  return response.body.data;
}

async function bookedOn(stay: StayBody, days: number): Promise<number[]> {
  const url = `/v1/availability?hotelId=${stay.hotelId}&roomTypeId=${stay.roomTypeId}&startDate=${stay.checkIn}&days=${days}`;
  return (await get(url)).body.data.map((day: { booked: number }) => day.booked);
}

describe('cancel', () => {
  it('applies the timeline, returns the rooms once, voids the voucher and can be repeated', async () => {
    const stay = demoStay();
    const { booking_id, voucher_id } = await book(stay, { roomsCount: 2, adults: 4 });
    expect(await bookedOn(stay, 2)).toEqual([2, 2]);
    const dry = await post(`/v1/bookings/${booking_id}/cancel`, { dryRun: true });
    expect(dry.body.data).toMatchObject({
      status: 'CONFIRMED',
      dry_run: true,
      cancelled: { penalty_amount: '0' },
    });
    expect(await bookedOn(stay, 2)).toEqual([2, 2]);
    const first = await post(`/v1/bookings/${voucher_id}/cancel`, { reason: 'Plans changed' });
    expect(first.body.data).toMatchObject({
      status: 'CANCELLED',
      revision: 2,
      voucher: { status: 'VOID' },
      cancelled: { reason: 'Plans changed', penalty_amount: '0', refund_amount: '772800', currency: 'IQD' },
    });
    const again = await post(`/v1/bookings/${booking_id}/cancel`, { reason: 'Twice' });
    expect([again.status, again.body.data.cancelled]).toEqual([200, first.body.data.cancelled]);
    expect(await bookedOn(stay, 2)).toEqual([0, 0]);
    const { audit_log, cancelled } = (await get(`/v1/bookings/${booking_id}`)).body.data;
    expect(cancelled).toEqual(first.body.data.cancelled);
    expect(audit_log.map((entry: { action: string }) => entry.action)).toEqual(['CREATED', 'CANCELLED']);
    expect(audit_log[1].changes.status).toEqual({ from: 'CONFIRMED', to: 'CANCELLED' });
  });

  it('takes no body, an empty one, and one without a content type', async () => {
    for (const [payload, type] of [
      [undefined, undefined],
      [undefined, 'application/json'],
      ['{}', 'application/json'],
    ]) {
      const { booking_id } = await book(demoStay());
      const response = await service.app.inject({
        method: 'POST',
        url: `/v1/bookings/${booking_id}/cancel`,
        headers: { ...headers, ...(type && { 'content-type': type }) },
        ...(payload && { payload }),
      });
      expect(response.statusCode).toBe(200);
    }
  });

  it('costs what is due at the instant: flexible, a minute before and after, and from check-in on', async () => {
    const checkIn = Date.parse(`${inDays(30)}T11:00:00Z`);
    for (const [at, penalty] of [
      [checkIn - 24 * HOUR - 60_000, '0'],
      [checkIn - 24 * HOUR + 60_000, '193200'],
      [checkIn - 60_000, '193200'],
      [checkIn + 60_000, '386400'],
    ] as const) {
      shift = 0;
      const { booking_id } = await book(demoStay());
      shift = at - Date.now();
      const response = await post(`/v1/bookings/${booking_id}/cancel`);
      expect(response.body.data.cancelled.penalty_amount).toBe(penalty);
    }
  });

  it('still works after the contract has ended, and says what is due at the hotel', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0002' });
    const booking = await book(stay);
    expect(booking.payment).toMatchObject({ collected_by: 'HOTEL', due_at_hotel: booking.price.total });
    const ended =
      "update contracts set valid_until = valid_from where hotel_id = (select id from hotels where public_id = 'HTL-2026-0002')";
    await service.context.pool.query(ended);
    await service.context.feed.catchUp();
    expect((await get(`/v1/bookings/${booking.booking_id}`)).status).toBe(200);
    const response = await post(`/v1/bookings/${booking.booking_id}/cancel`);
    expect(response.body.data).toMatchObject({ status: 'CANCELLED', payment: { due_at_hotel: '0' } });
  });

  it('refuses what is over, unknown or too long', async () => {
    const { booking_id } = await book(demoStay());
    await service.context.pool.query("update bookings set status = 'CHECKED_IN' where id = $1", [booking_id]);
    const over = await post(`/v1/bookings/${booking_id}/cancel`);
    expect([over.status, over.body.error.code]).toEqual([409, 'BOOKING_STATE_CONFLICT']);
    expect((await post('/v1/bookings/nothing/cancel')).body.error.code).toBe('BOOKING_NOT_FOUND');
    expect((await post(`/v1/bookings/${booking_id}/cancel`, { reason: 'x'.repeat(501) })).status).toBe(400);
  });
});

describe('modify', () => {
  it('moves dates: kept nights keep their price, added ones cost today, rooms are swapped', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0010', nights: 3 });
    const { booking_id, price: before } = await book(stay);
    await service.context.pool.query('update rate_plans set double_price = double_price * 2 where id = $1', [
      stay.ratePlanId,
    ]);
    await service.context.feed.catchUp();
    const change = { checkIn: inDays(31), checkOut: inDays(34) };
    const dry = await post(`/v1/bookings/${booking_id}/modify`, { ...change, dryRun: true });
    expect(await bookedOn(stay, 5)).toEqual([1, 1, 1, 0, 0]);
    const response = await post(`/v1/bookings/${booking_id}/modify`, change);
    expect(response.status).toBe(200);
    expect(response.body.data.price).toEqual(dry.body.data.price);
    const amounts = response.body.data.price.nightly.map((night: { amount: string }) => Number(night.amount));
    expect(amounts[0]).toBe(amounts[1]);
    expect(amounts[2]).toBe(2 * amounts[0]);
    expect(response.body.data).toMatchObject({
      revision: 2,
      check_in: inDays(31),
      price_difference: { amount: String(Number(response.body.data.price.total) - Number(before.total)) },
      changes: {
        check_in: { from: inDays(30), to: inDays(31) },
        check_out: { from: inDays(33), to: inDays(34) },
      },
    });
    expect(await bookedOn(stay, 5)).toEqual([0, 1, 1, 1, 0]);
    const { audit_log } = (await get(`/v1/bookings/${booking_id}`)).body.data;
    expect(audit_log[1]).toMatchObject({
      action: 'MODIFIED',
      revision: 2,
      changes: response.body.data.changes,
    });
  });

  it('changes the room type, to the plan of the same code', async () => {
    const stay = demoStay();
    const { booking_id } = await book(stay);
    const family = demoStay({ room: 'FAM' });
    const response = await post(`/v1/bookings/${booking_id}/modify`, { roomTypeId: family.roomTypeId });
    expect(response.body.data).toMatchObject({
      room_type: { code: 'FAM' },
      rate_plan: { code: 'BB' },
      price: { subtotal: '470500' },
    });
    expect([await bookedOn(stay, 2), await bookedOn(family, 2)]).toEqual([
      [0, 0],
      [1, 1],
    ]);
    const single = await post(`/v1/bookings/${booking_id}/modify`, {
      roomTypeId: demoStay({ room: 'SGL' }).roomTypeId,
    });
    expect(single.body.error.details.reasons).toEqual([
      { code: 'OCCUPANCY_EXCEEDED', max_adults: 1, max_occupancy: 1 },
    ]);
    const plan = await post(`/v1/bookings/${booking_id}/modify`, {
      ratePlanId: demoId('HTL-2026-0001', 'plan', 'FAM', 'FB'),
    });
    expect(plan.body.data.rate_plan.pricing_model).toBe('FULL_BOARD');
    const wrong = await post(`/v1/bookings/${booking_id}/modify`, { ratePlanId: stay.ratePlanId });
    expect(wrong.body.error.code).toBe('RATE_PLAN_NOT_FOUND');
  });

  it('changes guest and requests without repricing, until the guest has checked in', async () => {
    const stay = demoStay({ from: 1, nights: 1 });
    const booking = await book(stay);
    shift = 24 * HOUR;
    const change = { guestName: 'علي', guestPhone: '0780 765 4321', specialRequests: 'طابق أرضي' };
    const response = await post(`/v1/bookings/${booking.booking_id}/modify`, change);
    expect(response.body.data).toMatchObject({
      guest_manifest: [{ name: 'علي', phone: '+9647807654321' }],
      special_requests: 'طابق أرضي',
      price: booking.price,
      price_difference: { amount: '0' },
    });
    const late = await post(`/v1/bookings/${booking.booking_id}/modify`, { checkOut: inDays(3) });
    expect([late.status, late.body.error.code]).toEqual([409, 'BOOKING_STATE_CONFLICT']);
  });

  it('changes nothing when it is refused', async () => {
    const stay = demoStay({ from: 26, nights: 2 });
    const { booking_id } = await book(stay);
    const refused = await post(`/v1/bookings/${booking_id}/modify`, {
      checkIn: inDays(25),
      guestName: 'Somebody else',
    });
    expect(refused.body.error).toMatchObject({
      code: 'INSUFFICIENT_INVENTORY',
      details: { nights: [{ date: inDays(25), available: 0 }] },
    });
    expect((await get(`/v1/bookings/${booking_id}`)).body.data).toMatchObject({
      revision: 1,
      check_in: inDays(26),
    });
    expect(await bookedOn(stay, 2)).toEqual([1, 1]);
  });

  it('does nothing, and says so, when nothing would be different', async () => {
    const { booking_id } = await book(demoStay());
    const response = await post(`/v1/bookings/${booking_id}/modify`, { guestName: GUEST.guestName });
    expect(response.body.data).toMatchObject({ revision: 1, changes: {}, price_difference: { amount: '0' } });
  });

  it('shortens a stay that includes a night closed since then, although nobody else can book it', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0003', nights: 3 });
    const { booking_id } = await book(stay);
    await service.context.pool.query(
      'update nights set stop_sell = true, allotment = 0 where room_type_id = $1 and day = $2',
      [stay.roomTypeId, inDays(31)],
    );
    await service.context.feed.catchUp();
    expect((await post(`/v1/bookings/${booking_id}/modify`, { checkOut: inDays(32) })).status).toBe(200);
    expect((await post('/v1/bookings', { ...stay, ...GUEST })).status).toBe(409);
  });

  it('keeps a penalty that was already due when the stay was moved', async () => {
    const stay = demoStay({ from: 2, nights: 1 });
    const { booking_id } = await book(stay);
    shift = Date.parse(`${inDays(2)}T11:00:00Z`) - 20 * HOUR - Date.now();
    const moved = await post(`/v1/bookings/${booking_id}/modify`, {
      checkIn: inDays(30),
      checkOut: inDays(31),
    });
    expect(moved.status).toBe(200);
    const response = await post(`/v1/bookings/${booking_id}/cancel`);
    expect(response.body.data.cancelled).toMatchObject({ penalty_amount: '193200', refund_amount: '0' });
  });

  it.each([
    [{ adults: 3 }, 'adults cannot be changed'],
    [{ roomsCount: 2 }, 'roomsCount cannot be changed'],
    [{ checkin: inDays(3) }, 'did you mean checkIn'],
    [{ checkOut: inDays(30) }, 'checkOut must be after checkIn'],
    [{ checkIn: inDays(-1) }, 'at most 30 nights'],
    [{ checkOut: inDays(61) }, 'at most 30 nights'],
    [{ guestPhone: '1' }, 'guestPhone must be'],
    [{ guestName: '12' }, 'guestName must match'],
  ])('refuses %j', async (change, message) => {
    const { booking_id } = await book(demoStay());
    const response = await post(`/v1/bookings/${booking_id}/modify`, change);
    expect([response.status, response.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(response.body.error.message).toContain(message);
  });

  it('and cancel are executed once for one Idempotency-Key', async () => {
    const { booking_id } = await book(demoStay());
    const key = { 'idempotency-key': 'change' };
    const change = { checkOut: inDays(33) };
    const first = await post(`/v1/bookings/${booking_id}/modify`, change, key);
    const again = await post(`/v1/bookings/${booking_id}/modify`, change, key);
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    const other = await post(`/v1/bookings/${booking_id}/modify`, { checkOut: inDays(34) }, key);
    expect(other.body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await post(`/v1/bookings/${booking_id}/cancel`, {}, key)).status).toBe(200);
  });
});

describe('races on one booking', () => {
  it('modify ∥ cancel ∥ modify has a serial outcome and returns the rooms once', async () => {
    const stay = demoStay({ nights: 2 });
    for (let round = 0; round < 10; round += 1) {
      const { booking_id } = await book(stay);
      const responses = await Promise.all([
        post(`/v1/bookings/${booking_id}/modify`, { checkOut: inDays(34) }),
        post(`/v1/bookings/${booking_id}/cancel`),
        post(`/v1/bookings/${booking_id}/modify`, { checkIn: inDays(31) }),
      ]);
      expect(responses[1]!.status).toBe(200);
      for (const index of [0, 2]) expect([200, 409]).toContain(responses[index]!.status);
      const { audit_log, status } = (await get(`/v1/bookings/${booking_id}`)).body.data;
      expect(status).toBe('CANCELLED');
      expect(audit_log.at(-1).action).toBe('CANCELLED');
    }
    expect(await bookedOn(stay, 6)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('two bookings that swap into rooms of each other do not deadlock', async () => {
    const [one, two] = [demoStay({ room: 'DBL' }), demoStay({ room: 'TRP' })];
    for (const stay of [one, two]) await setAllotment(service, stay, 3);
    const bookings = await Promise.all([book(one), book(one), book(two), book(two)]);
    const moves = bookings.map((booking, index) =>
      post(`/v1/bookings/${booking.booking_id}/modify`, { roomTypeId: (index < 2 ? two : one).roomTypeId }),
    );
    const statuses = (await Promise.all(moves)).map((response) => response.status);
    for (const status of statuses) expect([200, 409]).toContain(status);
    const sold = [...(await bookedOn(one, 1)), ...(await bookedOn(two, 1))];
    expect(sold[0]! + sold[1]!).toBe(4);
    expect(Math.max(...sold)).toBeLessThanOrEqual(3);
  });

  it('a night that sells out at that moment leaves the old nights', async () => {
    const stay = demoStay({ room: 'STE', nights: 1 });
    const next = { ...stay, checkIn: inDays(31), checkOut: inDays(32) };
    const { booking_id } = await book(stay);
    await book(next);
    const responses = await Promise.all([
      post('/v1/bookings', { ...next, ...GUEST }),
      post(`/v1/bookings/${booking_id}/modify`, { checkIn: inDays(31), checkOut: inDays(32) }),
    ]);
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409]);
    const sold = await bookedOn(stay, 2);
    expect(sold).toEqual(responses[1]!.status === 200 ? [0, 2] : [1, 2]);
  });
});

describe('an allotment lowered below what is sold', () => {
  it('sells nothing further, never shows less than none, and still lets bookings be cancelled', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0011', board: 'RO', nights: 1 });
    const bookings = [await book(stay), await book(stay), await book(stay)];
    await setAllotment(service, stay, 1);
    const url = `/v1/availability?hotelId=${stay.hotelId}&roomTypeId=${stay.roomTypeId}&startDate=${stay.checkIn}&days=1`;
    expect((await get(url)).body.data[0]).toMatchObject({ allotment: 1, booked: 3, available: 0 });
    expect((await post('/v1/bookings', { ...stay, ...GUEST })).body.error.code).toBe(
      'INSUFFICIENT_INVENTORY',
    );
    for (const { booking_id } of bookings.slice(0, 2))
      expect((await post(`/v1/bookings/${booking_id}/cancel`)).status).toBe(200);
    expect((await get(url)).body.data[0]).toMatchObject({ booked: 1, available: 0 });
    expect((await post(`/v1/bookings/${bookings[2]!.booking_id}/cancel`)).status).toBe(200);
    expect((await get(url)).body.data[0]).toMatchObject({ booked: 0, available: 1 });
  });
});
