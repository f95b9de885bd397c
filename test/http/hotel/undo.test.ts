import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkInvariants, countViolations } from '../../../src/operations/verification/verify.usecase.ts';
import { type HotelWithPage, hotelWithPage, type PageUser } from '../../support/hotel-page.ts';
import { bookStay, openNights, readBooking, readDayOf, tap } from '../../support/reception-page.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { GUEST, inDays } from '../../support/stay.ts';

const MINUTES = 60_000;

let service: TestService;
let page: HotelWithPage;
let shift = 0;
beforeAll(async () => {
  service = await startTestService({ housekeeping: false, clockShift: () => shift });
});
beforeEach(async () => {
  shift = 0;
  page = await hotelWithPage(service);
  await openNights(service, page);
});
afterAll(() => service.end());

const undo = (user: PageUser, id: string, revision: number, key?: string) =>
  tap(user, id, 'undo', { revision }, key);
const partnerSees = async (id: string) =>
  (await service.call('GET', `/v1/bookings/${id}`, { headers: page.partner })).body.data;
async function freeRooms(): Promise<number[]> {
  const { roomTypeId } = await page.stay({ from: 0 });
  const query = `hotelId=${page.hotel.publicId}&roomTypeId=${roomTypeId}&startDate=${inDays(0)}&days=2`;
  const { body } = await service.call('GET', `/v1/availability?${query}`, { headers: page.partner });
  return body.data.map((day: { available: number }) => day.available);
}
/** As an operator does with SQL: for the nights of the room type of the tests. */
async function setNights(values: string, day: string | null = null): Promise<void> {
  const { roomTypeId } = await page.stay({ from: 0 });
  await service.context.pool.query(
    `update nights set ${values} where room_type_id = $1 and day = coalesce($2, day)`,
    [roomTypeId, day],
  );
  await service.context.feed.catchUp();
}
/** A stay of two nights from today, checked in and out by mistake. */
async function leftByMistake(): Promise<string> {
  const { id } = await bookStay(service, page, { from: 0 });
  expect((await tap(page.reception, id, 'check-in')).status).toBe(200);
  const left = await tap(page.reception, id, 'check-out');
  expect([left.status, left.body.data.booking.undo.revision]).toEqual([200, 3]);
  return id;
}

describe('undoing a step', () => {
  it('a check-out gives the guest the nights back, a check-in the voucher: no amount changes', async () => {
    const [before, empty] = [await freeRooms(), 50];
    expect(before).toEqual([empty, empty]);
    const id = await leftByMistake();
    expect(await freeRooms()).toEqual([empty, empty]);
    const { price, payment, cancellation } = await partnerSees(id);

    const back = await undo(page.manager, id, 3);
    expect(back.status).toBe(200);
    expect(back.body.data.booking).toMatchObject({
      ...{ status: 'CHECKED_IN', revision: 4, undo: { revision: 2 } },
    });
    expect(await freeRooms()).toEqual([empty - 1, empty - 1]);
    expect(await partnerSees(id)).toMatchObject({ status: 'CHECKED_IN', voucher: { status: 'REDEEMED' } });

    const open = await undo(page.reception, id, 2);
    expect(open.body.data.booking).toMatchObject({ status: 'CONFIRMED', revision: 5, undo: null });
    expect(await freeRooms()).toEqual([empty - 1, empty - 1]);
    const after = await partnerSees(id);
    expect(after).toMatchObject({ status: 'CONFIRMED', voucher: { status: 'ISSUED' }, revision: 5 });
    expect({ ...after }).toMatchObject({ price, payment, cancellation });
    const day = await readDayOf(page.reception);
    expect(day.of(id)).toMatchObject({ status: 'CONFIRMED', received: { needed: false } });
    expect((await readBooking(page.reception, id)).history.map(({ action, by }) => [action, by])).toEqual([
      ['CREATED', `Partner of ${page.hotel.publicId}`],
      ['CHECKED_IN', 'Test front desk'],
      ['CHECKED_OUT', 'Test front desk'],
      ['CORRECTED', 'Test manager'],
      ['CORRECTED', 'Test front desk'],
    ]);
    expect(after.audit_log.at(-2).changes).toEqual({
      status: { from: 'CHECKED_OUT', to: 'CHECKED_IN' },
      released_from: { from: inDays(0), to: null },
    });
    // The guest can come again.
    expect((await tap(page.reception, id, 'check-in')).body.data.booking).toMatchObject({
      ...{ status: 'CHECKED_IN', undo: { revision: 6 } },
    });
    expect(countViolations(await checkInvariants(service.context.pool))).toBe(0);
  });

  it('a step of the hotel system can be undone on the page', async () => {
    const { id } = await bookStay(service, page, { from: 0 });
    const path = `/supply/v1/reservations/${id}/check-in`;
    expect((await service.call('POST', path, { headers: page.supplier, body: {} })).status).toBe(200);
    expect((await undo(page.reception, id, 2)).body.data.booking.status).toBe('CONFIRMED');
  });

  it('two people at once undo one step, and both get the same response', async () => {
    const id = await leftByMistake();
    const both = await Promise.all([undo(page.reception, id, 3), undo(page.manager, id, 3)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[1]!.body).toEqual(both[0]!.body);
    const { booking, history } = await readBooking(page.reception, id);
    expect([booking.status, booking.revision]).toEqual(['CHECKED_IN', 4]);
    expect(history.filter(({ action }) => action === 'CORRECTED')).toHaveLength(1);
    const late = await undo(page.reception, id, 3);
    expect([late.status, late.body]).toEqual([200, both[0]!.body]);
  });

  it('control: two undos that name two steps undo both', async () => {
    const id = await leftByMistake();
    expect((await undo(page.reception, id, 3)).status).toBe(200);
    expect((await undo(page.manager, id, 2)).status).toBe(200);
    const { booking, history } = await readBooking(page.reception, id);
    expect([booking.status, booking.revision]).toEqual(['CONFIRMED', 5]);
    expect(history.filter(({ action }) => action === 'CORRECTED')).toHaveLength(2);
  });

  it('a tap that is sent twice is executed once', async () => {
    const id = await leftByMistake();
    const key = randomUUID();
    const first = await undo(page.reception, id, 3, key);
    const again = await undo(page.reception, id, 3, key);
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    expect((await undo(page.reception, id, 2, key)).body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});

describe('an undo is refused', () => {
  it('ten minutes after the step, by the clock of the service: the page does not offer it then', async () => {
    const id = await leftByMistake();
    const { undo: offered } = (await readBooking(page.reception, id)).booking;
    const { updated_at } = await partnerSees(id);
    expect(Date.parse(offered!.until) - Date.parse(updated_at)).toBe(10 * MINUTES);
    shift = 11 * MINUTES;
    expect((await readBooking(page.reception, id)).booking.undo).toBeNull();
    const late = await undo(page.reception, id, 3);
    expect([late.status, late.body.error]).toMatchObject([
      409,
      { code: 'BOOKING_STATE_CONFLICT', details: { status: 'CHECKED_OUT' } },
    ]);
    shift = 8 * MINUTES;
    expect((await undo(page.reception, id, 3)).status).toBe(200);
  });

  it('for another revision, without one, and at another hotel', async () => {
    const id = await leftByMistake();
    for (const wrong of [1, 2, 4])
      expect((await undo(page.reception, id, wrong)).body.error.code).toBe('BOOKING_STATE_CONFLICT');
    for (const body of [{}, { revision: 0 }, { revision: 2_147_483_648 }])
      expect((await tap(page.reception, id, 'undo', body)).body.error.code).toBe('VALIDATION_ERROR');
    const other = await hotelWithPage(service);
    expect((await undo(other.reception, id, 3)).body.error.code).toBe('BOOKING_NOT_FOUND');
    expect((await readBooking(page.reception, id)).booking.status).toBe('CHECKED_OUT');
  });

  const TAKEN: Record<string, () => Promise<unknown>> = {
    booked: () => bookStay(service, page, { from: 1, nights: 1 }),
    held: async () => {
      const body = { ...(await page.stay({ from: 1, nights: 1 })), ...GUEST };
      return service.call('POST', '/v1/prebook', { headers: page.partner, body });
    },
    'no longer offered': () => setNights('allotment = 0', inDays(1)),
    'blocked by the hotel': () => setNights('blocked = 1', inDays(1)),
  };

  it.each(Object.entries(TAKEN))(
    'when a night is %s: it names the night, and nothing changes',
    async (_how, take) => {
      await setNights('allotment = 1');
      const id = await leftByMistake();
      await take();
      expect(await freeRooms()).toEqual([1, 0]);
      const refused = await undo(page.reception, id, 3);
      expect([refused.status, refused.body.error]).toMatchObject([
        409,
        {
          code: 'INSUFFICIENT_INVENTORY',
          details: { rooms_requested: 1, nights: [{ date: inDays(1), available: 0 }] },
        },
      ]);
      const { booking } = await readBooking(page.reception, id);
      expect([booking.status, booking.revision, booking.undo?.revision]).toEqual(['CHECKED_OUT', 3, 3]);
      // The first night is still for sale.
      expect((await freeRooms())[0]).toBe(1);
    },
  );

  it('control: with a free room, and with restrictions, it is accepted', async () => {
    await setNights('allotment = 1');
    const id = await leftByMistake();
    await setNights('stop_sell = true, closed_to_arrival = true, min_stay = 5, open = false');
    expect((await undo(page.reception, id, 3)).status).toBe(200);
    expect(await freeRooms()).toEqual([0, 0]);
  });

  it('by one of two: the last room goes to the guest or to a new booking, never to both', async () => {
    await setNights('allotment = 1');
    const id = await leftByMistake();
    const body = { ...(await page.stay({ from: 0 })), ...GUEST };
    const both = await Promise.all([
      undo(page.reception, id, 3),
      service.call('POST', '/v1/bookings', { headers: page.partner, body }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await freeRooms()).toEqual([0, 0]);
  });
});
