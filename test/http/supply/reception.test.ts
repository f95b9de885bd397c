import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepHouse } from '../../../src/boot/housekeeping.ts';
import type { ReceptionCommand } from '../../../src/domain/booking/command.ts';
import { readEvents } from '../../../src/domain/booking/events/events.store.ts';
import { dayInBaghdad, dayOf, instantInBaghdad } from '../../../src/kernel/day.ts';
import { idOf } from '../../../src/kernel/ids.ts';
import { verify } from '../../../src/operations/verification/verify.usecase.ts';
import { bookCommand, setAllotment } from '../../support/book-command.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST, inDays, type StayBody } from '../../support/stay.ts';
import { supplierOf } from '../../support/supplier.ts';

const HOTEL = 'HTL-2026-0001';
const REASON = { reason: 'The lift is broken' };
/** Far enough that another test does not book the same nights. */
let nextStay = 3;

let service: TestService;
let supplier: Record<string, string>;
let shift = 0;
const log: { level: number; msg: string; voucher_id?: string }[] = [];
const sink = new Writable({
  write(chunk, _encoding, done) {
    for (const line of String(chunk).trim().split('\n')) log.push(JSON.parse(line));
    done();
  },
});
beforeAll(async () => {
  service = await startTestService({
    ...{ clockShift: () => shift, housekeeping: false, log: sink },
    config: { metricsPort: 0, rateLimitPerMinute: 100_000, bookingLimitPerMinute: 100_000 },
  });
  supplier = await supplierOf(service, [HOTEL], service.credentials);
  await service.context.pool.query(
    `update nights set stop_sell = false, closed_to_arrival = false, closed_to_departure = false, min_stay = 1, max_stay = null,
       blocked = 0
     where room_type_id = $1`,
    [demoStay({ hotel: HOTEL }).roomTypeId],
  );
  await service.context.feed.catchUp();
});
afterAll(async () => {
  const lines: string[] = [];
  const violations = await verify(service.context.pool, (line) => lines.push(line));
  await service.end();
  expect([violations, lines.filter((line) => !line.includes(': ok ('))]).toEqual([0, []]);
});

const today = dayInBaghdad(new Date());
/** Moves the clock to a time of day in Baghdad, so many days after today. */
function setClock(day: number, time = '12:00'): void {
  shift = instantInBaghdad(dayOf(today + day), time).getTime() - Date.now();
}
const query = async (text: string, values: unknown[] = []) =>
  (await service.context.pool.query(text, values)).rows;
const ledger = () => service.context.snapshot.findClient(service.credentials['x-client-id']!)!.ledgerId;
const hotel = () => service.context.snapshot.findHotel(HOTEL)!;

/** A booking of `nights` nights that begins `day` days after today. */
async function book(nights = 2, changes: object = {}) {
  shift = 0;
  const day = nextStay;
  nextStay += nights;
  const stay = demoStay({ hotel: HOTEL, from: day, nights });
  const { status, body } = await service.call('POST', '/v1/bookings', {
    body: { ...stay, ...GUEST, ...changes },
  });
  expect([status, body.error]).toEqual([200, undefined]);
  return { id: body.data.booking_id as string, voucherId: body.data.voucher_id as string, day, stay };
}
const step = (id: string, name: string, body?: object, headers = {}) =>
  service.call('POST', `/supply/v1/reservations/${id}/${name}`, {
    headers: { ...supplier, ...headers },
    body,
  });
const cancel = (id: string) => service.call('POST', `/v1/bookings/${id}/cancel`, { body: {} });
const seen = async (id: string) => (await service.call('GET', `/v1/bookings/${id}`)).body.data;
const events = async (id: string) =>
  (await readEvents(service.context.pool, { ledgerId: ledger(), hotelId: hotel().id }, 0, 1000)).filter(
    ({ booking }) => booking.id === id,
  );
const kinds = async (id: string) => (await events(id)).map(({ kind }) => kind);
const bookedOn = async ({ roomTypeId }: StayBody, day: number): Promise<number> => {
  const found = await query(
    'select booked from night_counters where ledger_id = $1 and room_type_id = $2 and day = $3',
    [ledger(), roomTypeId, inDays(day)],
  );
  return found[0]?.booked ?? 0;
};

/** Pushes what the hotel has left on a day as of an event. Returns what is left then. */
async function roomsLeftAfter(day: number, roomsLeft: number, seenEvent: number): Promise<number> {
  const [from, to] = [inDays(day), inDays(day)];
  const updates = [{ ref: '1', roomType: 'DBL', from, to, set: { roomsLeft } }];
  const body = { hotelId: HOTEL, messageId: `${day} ${seenEvent}`, seenEvent, updates };
  const pushed = await service.call('POST', '/supply/v1/ari', { headers: supplier, body });
  expect(pushed.body.data.status).toBe('APPLIED');
  const url = `/supply/v1/ari?hotelId=${HOTEL}&from=${from}&to=${to}&roomTypeId=DBL`;
  return (await service.call('GET', url, { headers: supplier })).body.data.room_types[0].days[0].rooms_left;
}

describe('check-in and check-out', () => {
  it('check-in: from midnight of the check-in day to the end of the check-out day', async () => {
    const early = await book();
    setClock(early.day - 1, '23:59');
    const refused = await step(early.id, 'check-in');
    expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
      ...[409, 'BOOKING_STATE_CONFLICT'],
      `too early: check-in is possible from ${early.stay.checkIn} in Baghdad`,
    ]);
    setClock(early.day, '00:00');
    expect((await step(early.id, 'check-in')).body.data).toMatchObject({ status: 'CHECKED_IN', revision: 2 });
    const late = await book();
    setClock(late.day + 3, '00:00');
    expect((await step(late.id, 'check-in')).status).toBe(409);
    setClock(late.day + 2, '23:59');
    expect((await step(late.voucherId.toLowerCase(), 'check-in')).body.data.status).toBe('CHECKED_IN');
    expect(await kinds(late.id)).toEqual(['booking.confirmed', 'booking.checked_in']);
    expect((await cancel(late.id)).body.error.code).toBe('BOOKING_STATE_CONFLICT');
  });

  it('the reservation is what the hotel needs, and the partner sees the same', async () => {
    const { id, day, stay } = await book(2, { guestEmail: 'zainab@example.com', channelReference: 'OTA-1' });
    setClock(day);
    const { body } = await step(id, 'check-in', { reason: 'Passport seen' });
    expect(body).toEqual({
      success: true,
      data: expect.objectContaining({
        ...{
          booking_id: id,
          status: 'CHECKED_IN',
          check_in: stay.checkIn,
          check_out: stay.checkOut,
          nights: 2,
        },
        guest: { name: GUEST.guestName, phone: '+9647701234567', email: 'zainab@example.com' },
        channel: { client_id: service.credentials['x-client-id'] },
        ...{ channel_reference: 'OTA-1', released_from: null, cancelled: null, no_show: null },
        hotel: { id: hotel().id, public_id: HOTEL },
      }),
      event: (await events(id)).at(-1)!.number,
    });
    expect(body.data.price).not.toHaveProperty('commission');
    const partner = await seen(id);
    expect([partner.status, partner.voucher.status]).toEqual(['CHECKED_IN', 'REDEEMED']);
    expect(partner.audit_log.at(-1)).toMatchObject({
      ...{ actor: supplier['x-client-id'], action: 'CHECKED_IN', revision: 2 },
      changes: { status: { from: 'CONFIRMED', to: 'CHECKED_IN' }, reason: 'Passport seen' },
    });
    const [, event] = await events(id);
    expect(event).toMatchObject({ kind: 'booking.checked_in', nights: [], booking: { revision: 2 } });
  });

  it('repeated, a step returns the same and writes nothing; a key replays the response', async () => {
    const { id, day } = await book();
    setClock(day);
    const key = { 'idempotency-key': 'in' };
    const first = await step(id, 'check-in', { reason: 'a' }, key);
    expect((await step(id, 'check-in')).body).toEqual(first.body);
    const replayed = await step(id, 'check-in', { reason: 'a' }, key);
    expect([replayed.body, replayed.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    expect((await step(id, 'check-in', { reason: 'b' }, key)).status).toBe(422);
    // A key counts per step.
    const left = await step(id, 'check-out', {}, key);
    expect(left.body.data.status).toBe('CHECKED_OUT');
    expect((await step(id, 'check-out')).body.event).toBe(left.body.event);
    const numbers = (await events(id)).map(({ number }) => number);
    expect([first.body.event, left.body.event]).toEqual(numbers.slice(1));
    expect(await kinds(id)).toEqual(['booking.confirmed', 'booking.checked_in', 'booking.checked_out']);
  });

  it('an early check-out returns the nights from today on to sale, and no money', async () => {
    const { id, day, stay } = await book(4);
    setClock(day);
    const before = (await step(id, 'check-in')).body.data;
    setClock(day + 2, '00:00');
    const { body } = await step(id, 'check-out');
    expect(body.data).toMatchObject({ status: 'CHECKED_OUT', released_from: inDays(day + 2) });
    expect([body.data.price, body.data.payment]).toEqual([before.price, before.payment]);
    expect(await Promise.all([0, 1, 2, 3].map((night) => bookedOn(stay, day + night)))).toEqual([1, 1, 0, 0]);
    const last = (await events(id)).at(-1)!;
    expect(last.nights).toEqual([[stay.roomTypeId, today + day + 2, today + day + 3, -1]]);
    // The hotel knows of it at once: its next count can name the event without reading it first.
    expect(await roomsLeftAfter(day + 3, 5, body.event)).toBe(5);
    // Control: a count as of the event before does not know that the guest has left.
    expect(await roomsLeftAfter(day + 3, 5, body.event - 1)).toBe(6);
  });
});

describe('a no-show', () => {
  it('from the day after check-in to the check-out day; costs the penalty and returns the nights', async () => {
    const { id, day, stay } = await book(3);
    setClock(day, '23:59');
    const early = await step(id, 'no-show');
    expect([early.status, early.body.error.message]).toEqual([
      ...[409, `too early: a no-show can be reported from ${inDays(day + 1)} in Baghdad`],
    ]);
    setClock(day + 1, '00:00');
    const { body } = await step(id, 'no-show', { reason: 'Nobody came' });
    const { timeline } = body.data.cancellation;
    expect(body.data).toMatchObject({
      ...{ status: 'NO_SHOW', released_from: inDays(day + 1), cancelled: null },
      no_show: { reason: 'Nobody came', penalty_amount: timeline.at(-1).penalty_amount },
    });
    expect(await Promise.all([0, 1, 2].map((night) => bookedOn(stay, day + night)))).toEqual([1, 0, 0]);
    const partner = await seen(id);
    expect([partner.status, partner.voucher.status, partner.no_show]).toEqual([
      ...['NO_SHOW', 'VOID', body.data.no_show],
    ]);
    expect((await step(id, 'no-show')).body).toEqual(body);
    expect((await step(id, 'check-in')).status).toBe(409);
    expect(await kinds(id)).toEqual(['booking.confirmed', 'booking.no_show']);
    const late = await book();
    setClock(late.day + 3, '00:00');
    expect((await step(late.id, 'no-show')).status).toBe(409);
    setClock(late.day + 2, '23:59');
    expect((await step(late.id, 'no-show')).body.data).toMatchObject({
      status: 'NO_SHOW',
      released_from: null,
    });
  });
});

describe('a booking that the hotel cannot honour', () => {
  const available = async ({ roomTypeId, checkIn }: StayBody) => {
    const range = `hotelId=${HOTEL}&roomTypeId=${roomTypeId}&startDate=${checkIn}&days=1`;
    return (await service.call('GET', `/v1/availability?${range}`)).body.data[0].available;
  };

  it('costs nothing and its rooms are not sold again, unless the hotel wants it', async () => {
    for (const sellAgain of [false, true]) {
      const { id, voucherId, day, stay } = await book();
      await setAllotment(service, stay, 1);
      setClock(day, '12:00');
      const { status, body } = await step(id, 'cannot-honour', { ...REASON, sellAgain });
      expect([status, body.data.status, body.data.payment.due_at_hotel]).toEqual([200, 'CANCELLED', '0']);
      expect(body.data.cancelled).toMatchObject({ ...REASON, penalty_amount: '0', not_honoured: true });
      const partner = await seen(id);
      expect([partner.voucher.status, partner.cancelled]).toEqual(['VOID', body.data.cancelled]);
      // The memory of this node has it too, without a reload.
      await expect.poll(() => available(stay)).toBe(sellAgain ? 1 : 0);
      const again = await service.call('POST', '/v1/bookings', { body: { ...stay, ...GUEST } });
      expect(again.status).toBe(sellAgain ? 200 : 409);
      expect((await step(id, 'cannot-honour', REASON)).body).toEqual(body);
      expect(await kinds(id)).toEqual(['booking.confirmed', 'booking.not_honoured']);
      const audit = await query(
        "select who, subject, after from operator_audit where action = 'cannot-honour' and after->>'booking_id' = $1",
        [id],
      );
      expect(audit).toEqual([
        {
          ...{ who: supplier['x-client-id'], subject: HOTEL },
          after: expect.objectContaining({
            ...{
              voucher_id: voucherId,
              ...REASON,
              blocked: sellAgain ? {} : { [inDays(day)]: 1, [inDays(day + 1)]: 1 },
            },
          }),
        },
      ]);
      expect(log.filter((line) => line.level === 40 && line.voucher_id === voucherId)).toHaveLength(1);
    }
    expect(service.context.counts!.desk.bookingsNotHonoured).toBe(2);
  });

  it('until the check-out day begins; a night that is over is not blocked', async () => {
    const { id, day, stay } = await book(3);
    setClock(day + 3, '00:00');
    expect((await step(id, 'cannot-honour', REASON)).status).toBe(409);
    setClock(day + 2, '23:59');
    expect((await step(id, 'cannot-honour', REASON)).status).toBe(200);
    const blocked = await query(
      'select blocked from nights where room_type_id = $1 and day >= $2 and day < $3 order by day',
      [stay.roomTypeId, stay.checkIn, stay.checkOut],
    );
    expect(blocked.map((night) => night.blocked)).toEqual([0, 0, 1]);
    const marks = await query(
      'select changed_by, message_id from offer_marks where product_id = $1 and day >= $2 and day < $3',
      [stay.roomTypeId, stay.checkIn, stay.checkOut],
    );
    expect(marks).toEqual([{ changed_by: supplier['x-client-id'], message_id: null }]);
  });

  it('a booking that arrives at the same time does not get the room', async () => {
    const { id, stay } = await book();
    await setAllotment(service, stay, 1);
    const next = bookCommand(service, service.credentials, stay);
    const client = service.context.snapshot.findClient(supplier['x-client-id']!)!;
    const report: ReceptionCommand = {
      ...{ kind: 'reception', step: 'CANNOT_HONOUR', bookingId: idOf(id), requestId: 'test', warnings: null },
      ...{ hotelLedger: next.hotelLedger, idempotency: null, request: { ...REASON, sellAgain: false } },
      client: { ...next.client, id: client.id, name: client.publicId },
    };
    const { submit } = service.context;
    const responses = await Promise.all([submit(report), submit(next)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 409]);
  });
});

describe('who and what', () => {
  it('check-in and cancellation at once: the first wins', async () => {
    const { id, day } = await book();
    setClock(day);
    const responses = await Promise.all([step(id, 'check-in'), cancel(id), step(id, 'check-in')]);
    const won = responses.filter(({ status }) => status === 200).map(({ body }) => body.data.status);
    expect([['CHECKED_IN', 'CHECKED_IN'], ['CANCELLED']]).toContainEqual(won);
    expect(await kinds(id)).toHaveLength(2);
  });

  it('a booking of another hotel or ledger is not found', async () => {
    const { id, voucherId, day } = await book();
    setClock(day);
    const otherHotel = await supplierOf(service, ['HTL-2026-0002'], service.credentials);
    const otherLedger = await supplierOf(service, [HOTEL]);
    for (const headers of [otherHotel, otherLedger])
      for (const reference of [id, voucherId])
        for (const name of ['check-in', 'check-out', 'no-show', 'cannot-honour']) {
          const { status, body } = await step(reference, name, REASON, headers);
          expect([status, body.error.code]).toEqual([404, 'BOOKING_NOT_FOUND']);
        }
    expect((await step('no-such-booking', 'check-in')).status).toBe(404);
    const partner = await step(id, 'check-in', {}, service.credentials);
    expect([partner.status, partner.body.error.code]).toEqual([403, 'WRONG_KEY_KIND']);
    expect(await kinds(id)).toEqual(['booking.confirmed']);
  });

  it('a reason has at most 500 characters, and cannot-honour needs one', async () => {
    const { id, day } = await book();
    setClock(day);
    expect((await step(id, 'check-in', { reason: 'a'.repeat(501) })).status).toBe(400);
    for (const body of [undefined, {}, { reason: '' }, { reason: 'a'.repeat(501) }])
      expect((await step(id, 'cannot-honour', body)).status).toBe(400);
    expect((await step(id, 'cannot-honour', { reason: 'a'.repeat(500) })).status).toBe(200);
  });
});

/** Last, because housekeeping deletes the nights that are over. */
describe('the day after check-out', () => {
  it('a stay that nobody closed closes by itself, with an event and without a night', async () => {
    const { id, day, stay } = await book();
    setClock(day);
    await step(id, 'check-in');
    setClock(day + 3, '00:01');
    await keepHouse(service.context);
    expect(await kinds(id)).toEqual(['booking.confirmed', 'booking.checked_in', 'booking.checked_out']);
    expect(await bookedOn(stay, day)).toBe(1);
    expect((await step(id, 'check-out')).body.data).toMatchObject({ status: 'CHECKED_OUT', revision: 3 });
    expect((await step(id, 'no-show')).status).toBe(409);
  });
});
