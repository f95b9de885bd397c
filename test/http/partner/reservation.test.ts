import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { QuoteView } from '../../../src/http/partner/bookings/price-check.schema.ts';
import { demoId } from '../../../src/sandbox/demo-catalogue.ts';
import { freshCredentials, startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST, inDays } from '../../support/stay.ts';

let service: TestService;
let shift = 0;
let headers: Record<string, string>;
beforeAll(async () => {
  service = await startTestService({ clockShift: () => shift });
});
afterAll(() => service.end());
beforeEach(async () => {
  shift = 0;
  headers = await freshCredentials(service);
});

const post = (url: string, body: unknown, more: Record<string, string> = {}) =>
  service.call('POST', url, { body, headers: { ...headers, ...more } });
const get = (url: string) => service.call('GET', url, { headers });
const MINUTE = 60_000;

async function availableOn(stay: { hotelId: string; roomTypeId: string; checkIn: string }) {
  const url = `/v1/availability?hotelId=${stay.hotelId}&roomTypeId=${stay.roomTypeId}&startDate=${stay.checkIn}&days=1`;
  return (await get(url)).body.data[0];
}

describe('the walk of the specification, with exactly its fields', () => {
  it('price-check → prebook → bookings → read', async () => {
    const stay = demoStay();
    const quote = await post('/v1/price-check', stay);
    expect(quote.status).toBe(200);
    expect(quote.body.data).toMatchObject({
      hotel_id: demoId('HTL-2026-0001'),
      nights: 2,
      rooms_count: 1,
      adults: 2,
      children: 0,
      currency: 'IQD',
      nightly: [
        { date: inDays(30), rooms: [{ adults: 2, children: 0, amount: '168000' }], amount: '168000' },
        { date: inDays(31), rooms: [{ adults: 2, children: 0, amount: '168000' }], amount: '168000' },
      ],
      subtotal: '336000',
      tax: { percent: 5, amount: '16800' },
      service_charge: { percent: 10, amount: '33600' },
      total: '386400',
      commission: { percent: 12.5, amount: '42000' },
      available: 12,
      lock_state: 'UNLOCKED',
      lock: null,
      exchange: null,
    });

    const hold = await post('/v1/prebook', { ...stay, ...GUEST });
    expect(hold.status).toBe(200);
    expect(hold.body.data).toMatchObject({ status: 'ACTIVE', total: '386400', rooms_count: 1, adults: 2 });
    expect(hold.body.data.expires_in_seconds).toBe(900);
    expect(await availableOn(stay)).toMatchObject({ held: 1, blocked: 1, booked: 0, available: 11 });
    const locked = await post('/v1/price-check', { ...stay, guestPhone: GUEST.guestPhone });
    expect(locked.body.data).toMatchObject({
      lock_state: 'LOCKED',
      lock: { prebook_token: hold.body.data.prebook_token },
      available: 12,
    });

    const booked = await post('/v1/bookings', { ...stay, ...GUEST });
    expect(booked.status).toBe(200);
    const booking = booked.body.data;
    expect(booking.voucher_id).toMatch(/^IHC-\d{4}-[23456789ABCDEFGHJKMNPQRSTVWXYZ]{6}$/);
    expect(booking).toMatchObject({
      status: 'CONFIRMED',
      hotel: {
        public_id: 'HTL-2026-0001',
        name_ar: 'فندق نخيل دجلة',
        name_ckb: 'هۆتێلی دارخورمای دیجلە',
        address: { ckb: 'ڕێگای کەنار ڕووبار، بەغدا' },
      },
      room_type: { name_ckb: 'ژووری دوو کەسیی ستاندارد' },
      rate_plan: { name_ckb: 'مانەوە لەگەڵ نانی بەیانی' },
      price: { total: '386400' },
      voucher: { status: 'ISSUED' },
      guest_manifest: [{ name: GUEST.guestName, phone: '+9647701234567', email: null, lead: true }],
      payment: { collected_by: 'PARTNER', due_at_hotel: '0' },
      price_change: null,
      revision: 1,
    });
    expect(await availableOn(stay)).toMatchObject({ held: 0, blocked: 0, booked: 1, available: 11 });
    const consumed = await get(`/v1/prebook/${hold.body.data.prebook_token}`);
    expect(consumed.body.data).toMatchObject({ status: 'CONSUMED', booking_id: booking.booking_id });

    for (const reference of [booking.booking_id, booking.voucher_id, booking.voucher_id.toLowerCase()]) {
      const read = await get(`/v1/bookings/${reference}`);
      const { audit_log, ...rest } = read.body.data;
      expect(rest).toEqual(booking);
      expect(audit_log).toEqual([
        {
          at: booking.created_at,
          actor: headers['x-client-id'],
          action: 'CREATED',
          revision: 1,
          changes: {},
        },
      ]);
    }
  });

  it('leaves every row that a booking needs', async () => {
    const { body } = await post('/v1/bookings', { ...demoStay(), ...GUEST }, { 'idempotency-key': 'rows' });
    const id = body.data.booking_id;
    const rows = await service.context.pool.query(
      `select (select count(*)::int from vouchers where booking_id = $1) as vouchers,
        (select count(*)::int from guests where booking_id = $1) as guests,
        (select count(*)::int from booking_audit where booking_id = $1) as audit,
        (select count(*)::int from events where booking_id = $1 and kind = 'booking.confirmed') as events,
        (select count(*)::int from idempotency_records where booking_id = $1) as idempotency`,
      [id],
    );
    expect(rows.rows[0]).toEqual({ vouchers: 1, guests: 1, audit: 1, events: 1, idempotency: 1 });
  });
});

describe('price-check', () => {
  it('matches its schema, with and without a hold, although no serialiser enforces it', async () => {
    const stay = demoStay();
    await post('/v1/prebook', { ...stay, ...GUEST });
    const requests = [stay, { ...stay, currency: 'USD' }, { ...stay, guestPhone: GUEST.guestPhone, زائد: 1 }];
    const responses = await Promise.all(requests.map((request) => post('/v1/price-check', request)));
    for (const { body } of responses) {
      expect([...Value.Errors(QuoteView, body.data)]).toEqual([]);
      expect(Object.keys(body.data)).toEqual(Object.keys(QuoteView.properties));
    }
    expect(responses.map(({ body }) => body.data.lock_state)).toEqual(['UNLOCKED', 'UNLOCKED', 'LOCKED']);
    expect(responses[2]!.body.warnings).toMatchObject([{ field: 'زائد', code: 'UNKNOWN_FIELD' }]);
  });

  it('prices rooms, children and dollars', async () => {
    const stay = demoStay({ room: 'FAM', board: 'RO', nights: 1 });
    const family = await post('/v1/price-check', { ...stay, roomsCount: 2, adults: 5, children: 2 });
    // Family room: double 210,000, extra adult 63,000, child 31,500.
    expect(family.body.data.nightly[0].rooms).toEqual([
      { adults: 3, children: 1, amount: '304500' },
      { adults: 2, children: 1, amount: '241500' },
    ]);
    const dollars = await post('/v1/price-check', { ...stay, currency: 'USD' });
    expect(dollars.body.data).toMatchObject({
      currency: 'USD',
      subtotal: '160.31',
      tax: { amount: '8.02' },
      service_charge: { amount: '16.03' },
      total: '184.36',
      exchange: { base_currency: 'IQD', rate: '1310', as_of: expect.stringMatching(/Z$/) },
    });
  });

  it('gives the cancellation timeline with real instants', async () => {
    const { body } = await post('/v1/price-check', demoStay());
    const { timeline } = body.data.cancellation;
    expect(timeline.map((step: { penalty_amount: string }) => step.penalty_amount)).toEqual([
      '0',
      '193200',
      '386400',
    ]);
    expect(timeline[1]).toMatchObject({
      from: `${inDays(29)}T11:00:00.000Z`,
      from_local: `${inDays(29)}T14:00:00+03:00`,
      refund_amount: '193200',
      currency: 'IQD',
    });
  });

  it('names the short nights, and only those', async () => {
    const { status, body } = await post('/v1/price-check', demoStay({ from: 25, nights: 3 }));
    expect(status).toBe(409);
    expect(body.error).toMatchObject({
      code: 'INSUFFICIENT_INVENTORY',
      retryable: false,
      details: { rooms_requested: 1, nights: [{ date: inDays(25), available: 0 }] },
    });
    const many = await post('/v1/price-check', { ...demoStay(), roomsCount: 13, adults: 13 });
    expect(many.body.error.details.nights).toEqual([
      { date: inDays(30), available: 12 },
      { date: inDays(31), available: 12 },
    ]);
  });

  it.each([
    ['stop sell', { from: 9, nights: 2 }, {}, [{ code: 'STOP_SELL', date: 10 }]],
    ['closed to arrival', { from: 12, nights: 1 }, {}, [{ code: 'CLOSED_TO_ARRIVAL', date: 12 }]],
    ['closed to departure', { from: 13, nights: 1 }, {}, [{ code: 'CLOSED_TO_DEPARTURE', date: 14 }]],
    ['minimum stay', { from: 20, nights: 2 }, {}, [{ code: 'MIN_STAY', date: 20, min_stay: 3 }]],
    ['maximum stay', { from: 24, nights: 3 }, {}, [{ code: 'MAX_STAY', date: 24, max_stay: 2 }]],
    ['occupancy', { from: 30, nights: 1 }, { adults: 3 }, [{ code: 'OCCUPANCY_EXCEEDED', max_adults: 2 }]],
    [
      'two at once',
      { from: 10, nights: 1 },
      { adults: 9 },
      [
        { code: 'OCCUPANCY_EXCEEDED', max_adults: 2, max_occupancy: 3 },
        { code: 'STOP_SELL', date: 10 },
      ],
    ],
  ])('refuses %s with its reasons', async (_, when, party, reasons) => {
    const { status, body } = await post('/v1/price-check', { ...demoStay(when), ...party });
    expect([status, body.error.code]).toEqual([409, 'RESTRICTION_VIOLATED']);
    expect(body.error.details.reasons).toEqual(
      reasons.map((reason) =>
        'date' in reason ? { ...reason, date: inDays(reason.date as number) } : reason,
      ),
    );
  });

  it('takes a stay over a night that is only closed to arrival or departure', async () => {
    expect((await post('/v1/price-check', demoStay({ from: 11, nights: 4 }))).status).toBe(200);
  });

  it.each([
    [{ roomsCount: 0 }, 'roomsCount must be at least 1'],
    [{ roomsCount: 21 }, 'roomsCount must be at most 20'],
    [{ adults: 0 }, 'adults must be at least 1'],
    [{ adults: 61 }, 'adults must be at most 60'],
    [{ children: -1 }, 'children must be at least 0'],
    [{ children: 41 }, 'children must be at most 40'],
    [{ adults: '2' }, 'adults must be a whole number'],
    [{ adults: 1.5 }, 'adults must be a whole number'],
    [{ currency: 'EUR' }, 'currency must be one of IQD, USD'],
    [{ checkIn: '2027-02-30' }, 'checkIn must be a valid date'],
    [{ checkOut: inDays(30) }, 'checkOut must be after checkIn'],
    [{ checkIn: inDays(-1), checkOut: inDays(1) }, 'today in Baghdad'],
    [{ checkIn: inDays(501), checkOut: inDays(502) }, '500 days ahead'],
    [{ checkOut: inDays(61) }, 'at most 30 nights'],
    [{ rooms_count: 2 }, 'did you mean roomsCount'],
    [{ hotelId: 7 }, 'hotelId must be a string'],
  ])('refuses %j', async (changes, message) => {
    const { status, body } = await post('/v1/price-check', { ...demoStay(), ...changes });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.error.message).toContain(message);
  });

  it('accepts the ends of its bounds', async () => {
    for (const changes of [
      { checkIn: inDays(0), checkOut: inDays(1) },
      { checkIn: inDays(500), checkOut: inDays(501) },
      { checkIn: inDays(100), checkOut: inDays(130) },
      { roomsCount: 12, adults: 12 },
    ])
      expect([200, 409]).toContain((await post('/v1/price-check', { ...demoStay(), ...changes })).status);
  });

  it.each([
    [{ hotelId: 'HTL-2026-0099' }, 403, 'HOTEL_ACCESS_DENIED'],
    [{ hotelId: 'HTL-2026-4242' }, 404, 'HOTEL_NOT_FOUND'],
    [{ roomTypeId: 'x' }, 404, 'ROOM_TYPE_NOT_FOUND'],
    [{ roomTypeId: demoId('HTL-2026-0002', 'room', 'DBL') }, 404, 'ROOM_TYPE_NOT_FOUND'],
    [{ ratePlanId: 'x' }, 404, 'RATE_PLAN_NOT_FOUND'],
    [{ ratePlanId: demoId('HTL-2026-0001', 'plan', 'SGL', 'RO') }, 404, 'RATE_PLAN_NOT_FOUND'],
  ])('and bookings and prebook return, for %j, %d %s', async (changes, status, code) => {
    for (const path of ['price-check', 'prebook', 'bookings']) {
      const guest = path === 'price-check' ? {} : GUEST;
      const response = await post(`/v1/${path}`, { ...demoStay(), ...guest, ...changes });
      expect([response.status, response.body.error.code]).toEqual([status, code]);
    }
  });
});

describe('prebook', () => {
  it('takes its party and currency from the quotes of the stay, where they agree', async () => {
    const stay = demoStay({ room: 'FAM' });
    await post('/v1/price-check', { ...stay, roomsCount: 2, adults: 5, children: 1, currency: 'USD' });
    const hold = await post('/v1/prebook', { ...stay, ...GUEST });
    expect(hold.body.data).toMatchObject({ rooms_count: 2, adults: 5, children: 1, currency: 'USD' });
    expect(await availableOn(stay)).toMatchObject({ held: 2, available: 3 });
  });

  it('is for one room and at most two adults without a quote', async () => {
    const hold = await post('/v1/prebook', { ...demoStay({ room: 'SGL' }), ...GUEST });
    expect(hold.body.data).toMatchObject({ rooms_count: 1, adults: 1, children: 0, currency: 'IQD' });
  });

  it('returns the same hold while it is active, another for another guest', async () => {
    const stay = demoStay();
    const first = await post('/v1/prebook', { ...stay, ...GUEST });
    const again = await post('/v1/prebook', { ...stay, ...GUEST });
    expect(again.body.data.prebook_token).toBe(first.body.data.prebook_token);
    const other = await post('/v1/prebook', { ...stay, ...GUEST, guestPhone: '0780 123 4567' });
    expect(other.body.data.prebook_token).not.toBe(first.body.data.prebook_token);
    expect(await availableOn(stay)).toMatchObject({ held: 2 });
  });

  it('is released early and once, and a repeated release is no error', async () => {
    const stay = demoStay();
    const { prebook_token } = (await post('/v1/prebook', { ...stay, ...GUEST })).body.data;
    const release = () => service.call('DELETE', `/v1/prebook/${prebook_token}`, { headers });
    expect((await release()).body.data.status).toBe('RELEASED');
    expect((await release()).body.data.status).toBe('RELEASED');
    expect(await availableOn(stay)).toMatchObject({ held: 0, available: 12 });
    const used = await post('/v1/bookings', { ...stay, ...GUEST, prebookToken: prebook_token });
    expect(used.body.error.code).toBe('PREBOOK_EXPIRED');
    const other = await service.call('DELETE', `/v1/prebook/${prebook_token}`);
    expect([other.status, other.body.error.code]).toEqual([404, 'PREBOOK_NOT_FOUND']);
  });

  it('gives its rooms back at the instant it is due, for readers and decisions, before any sweep', async () => {
    const stay = demoStay({ room: 'STE' });
    const [one, two] = ['0770 123 4567', '0780 123 4567'];
    for (const guestPhone of [one, two])
      expect((await post('/v1/prebook', { ...stay, ...GUEST, guestPhone })).status).toBe(200);
    const third = { ...stay, ...GUEST, guestPhone: '0790 123 4567' };
    expect((await post('/v1/bookings', third)).body.error.code).toBe('INSUFFICIENT_INVENTORY');
    expect(await availableOn(stay)).toMatchObject({ held: 2, available: 0 });
    shift = 15 * MINUTE - 3_000;
    expect((await post('/v1/bookings', third)).status).toBe(409);
    shift = 15 * MINUTE;
    expect(await availableOn(stay)).toMatchObject({ held: 0, available: 2 });
    expect((await post('/v1/bookings', third)).status).toBe(200);
    expect(await availableOn(stay)).toMatchObject({ booked: 1, held: 0, available: 1 });
  });

  it('allows fifty at once and not one more', async () => {
    const stay = demoStay({ nights: 1 });
    const phone = (n: number) => `0770 123 4${String(n).padStart(3, '0')}`;
    for (let count = 0; count < 50; count += 1) {
      const when = demoStay({ from: 26 + (count % 13), nights: 1 });
      const hold = await post('/v1/prebook', { ...when, ...GUEST, guestPhone: phone(count) });
      expect(hold.status).toBe(200);
    }
    const refused = await post('/v1/prebook', { ...stay, ...GUEST, guestPhone: phone(99) });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'PREBOOK_LIMIT_EXCEEDED']);
    shift = 15 * MINUTE;
    expect((await post('/v1/prebook', { ...stay, ...GUEST, guestPhone: phone(99) })).status).toBe(200);
  });

  it.each([
    [{ guestName: 'x' }, 'guestName must have at least 2'],
    [{ guestName: '  x ' }, 'guestName must have at least 2'],
    [{ guestName: '12345' }, 'guestName must match'],
    [{ guestName: 'a'.repeat(121) }, 'at most 120'],
    [{ guestName: 'a\nb' }, 'guestName must match'],
    [{ guestPhone: '123' }, 'guestPhone must be a valid phone number'],
    [{ guestEmail: 'nobody' }, 'guestEmail must be a valid email'],
    [{ guestEmail: `${'a'.repeat(250)}@b.iq` }, 'guestEmail must'],
    [{ guestName: undefined }, 'guestName is required'],
  ])('refuses the guest %j', async (changes, message) => {
    const { status, body } = await post('/v1/prebook', { ...demoStay(), ...GUEST, ...changes });
    expect(status).toBe(400);
    expect(body.error.message).toContain(message);
  });
});

describe('redeeming a hold', () => {
  it('keeps its price whatever the rates do', async () => {
    const own = demoStay({ hotel: 'HTL-2026-0010' });
    const hold = await post('/v1/prebook', { ...own, ...GUEST });
    await service.context.pool.query('update rate_plans set double_price = double_price * 2 where id = $1', [
      own.ratePlanId,
    ]);
    await service.context.feed.catchUp();
    const booked = await post('/v1/bookings', { ...own, ...GUEST });
    expect(booked.body.data.price.total).toBe(hold.body.data.total);
    await service.context.pool.query('update rate_plans set double_price = double_price / 2 where id = $1', [
      own.ratePlanId,
    ]);
    await service.context.feed.catchUp();
  });

  it('by token takes the party of the hold, and the first to expire without one', async () => {
    const stay = demoStay({ room: 'FAM' });
    const early = (await post('/v1/prebook', { ...stay, ...GUEST, adults: 3 })).body.data.prebook_token;
    shift = 1000;
    const late = (await post('/v1/prebook', { ...stay, ...GUEST, adults: 4 })).body.data.prebook_token;
    const named = await post('/v1/bookings', { ...stay, ...GUEST, prebookToken: late });
    expect(named.body.data.adults).toBe(4);
    const found = await post('/v1/bookings', { ...stay, ...GUEST, adults: 3 });
    expect(found.status).toBe(200);
    expect((await get(`/v1/prebook/${early}`)).body.data.status).toBe('CONSUMED');
  });

  it('with another party consumes it, returns surplus rooms and prices the stay again', async () => {
    const stay = demoStay({ room: 'FAM' });
    await post('/v1/prebook', { ...stay, ...GUEST, roomsCount: 3, adults: 6 });
    const booked = await post('/v1/bookings', { ...stay, ...GUEST, roomsCount: 2, adults: 4 });
    expect(booked.status).toBe(200);
    expect(await availableOn(stay)).toMatchObject({ booked: 2, held: 0, available: 3 });
  });

  it('refuses a token of another stay, a used, an expired and an unknown one', async () => {
    const stay = demoStay();
    const { prebook_token } = (await post('/v1/prebook', { ...stay, ...GUEST })).body.data;
    const book = (changes: object) =>
      post('/v1/bookings', { ...stay, ...GUEST, prebookToken: prebook_token, ...changes });
    expect((await book({ checkOut: inDays(33) })).body.error.code).toBe('PREBOOK_MISMATCH');
    expect((await book({ prebookToken: 'pb_nothing' })).body.error.code).toBe('PREBOOK_NOT_FOUND');
    const booked = await book({});
    const again = await book({});
    expect(again.body.error).toMatchObject({
      code: 'PREBOOK_CONSUMED',
      details: { booking_id: booked.body.data.booking_id },
    });
    const second = (await post('/v1/prebook', { ...stay, ...GUEST })).body.data.prebook_token;
    shift = 15 * MINUTE;
    expect((await book({ prebookToken: second })).body.error.code).toBe('PREBOOK_EXPIRED');
  });
});

describe('a price that changes', () => {
  const stay = () => demoStay({ hotel: 'HTL-2026-0011', nights: 1 });
  const setDouble = async (price: number) => {
    await service.context.pool.query('update rate_plans set double_price = $2 where id = $1', [
      stay().ratePlanId,
      price,
    ]);
    await service.context.feed.catchUp();
  };
  // 103,040 dinars with tax and service charge.
  const USUAL = 89_600;
  beforeAll(() => setDouble(USUAL));

  it('by more than one percent is refused with both totals, and accepted by expectedTotal', async () => {
    const quote = await post('/v1/price-check', stay());
    await setDouble(USUAL * 1.02);
    const refused = await post('/v1/bookings', { ...stay(), ...GUEST });
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({
      code: 'PRICE_CHANGED',
      details: {
        quoted_total: '103040',
        current_total: '105101',
        currency: 'IQD',
        change_percent: 2,
        quote_id: quote.body.data.quote_id,
      },
    });
    expect((await post('/v1/bookings', { ...stay(), ...GUEST, expectedTotal: '105101' })).status).toBe(200);
    await setDouble(USUAL);
  });

  it('is accepted by a new price-check', async () => {
    await post('/v1/price-check', stay());
    await setDouble(USUAL * 1.02);
    expect((await post('/v1/bookings', { ...stay(), ...GUEST })).body.error.code).toBe('PRICE_CHANGED');
    await post('/v1/price-check', stay());
    const booked = await post('/v1/bookings', { ...stay(), ...GUEST });
    expect(booked.body.data).toMatchObject({ price: { total: '105101' }, price_change: null });
    await setDouble(USUAL);
  });

  it('by less is booked at the current price, and reported', async () => {
    await post('/v1/price-check', stay());
    await setDouble(90_000);
    const booked = await post('/v1/bookings', { ...stay(), ...GUEST });
    expect(booked.body.data).toMatchObject({
      price: { total: '103500' },
      price_change: { quoted_total: '103040', current_total: '103500', change_percent: 0.45 },
    });
    await setDouble(USUAL);
  });

  it('is measured against the quote that is named, and against none after it has expired', async () => {
    const quote = await post('/v1/price-check', stay());
    const quoteId = quote.body.data.quote_id;
    await setDouble(USUAL * 1.02);
    await post('/v1/price-check', stay());
    expect((await post('/v1/bookings', { ...stay(), ...GUEST, quoteId })).body.error.code).toBe(
      'PRICE_CHANGED',
    );
    shift = 30 * MINUTE;
    expect((await post('/v1/bookings', { ...stay(), ...GUEST, quoteId })).body.error.code).toBe(
      'QUOTE_EXPIRED',
    );
    expect((await post('/v1/bookings', { ...stay(), ...GUEST })).status).toBe(200);
    await setDouble(USUAL);
  });

  it('finds its quote in the database when this node does not remember it', async () => {
    await post('/v1/price-check', stay());
    await service.context.quotes.flush();
    service.context.quoteBook.forgetClient(service.context.snapshot.findClient(headers['x-client-id']!)!.id);
    await setDouble(USUAL * 1.02);
    expect((await post('/v1/bookings', { ...stay(), ...GUEST })).body.error.code).toBe('PRICE_CHANGED');
    await setDouble(USUAL);
  });

  it.each([
    ['105101.5', 400],
    ['abc', 400],
    ['0', 400],
    ['000', 400],
    ['104080', 200],
    ['104081', 409],
    ['102020', 200],
    ['102019', 409],
  ])('expectedTotal %s returns %d', async (expectedTotal, status) => {
    expect((await post('/v1/bookings', { ...stay(), ...GUEST, expectedTotal })).status).toBe(status);
  });
});

describe('scenario hotels', () => {
  it('the price rises by 5 % between quote and booking, but not for a hold', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0091' });
    await post('/v1/price-check', stay);
    const refused = await post('/v1/bookings', { ...stay, ...GUEST });
    expect(refused.body.error).toMatchObject({ code: 'PRICE_CHANGED', details: { change_percent: 5 } });
    await post('/v1/prebook', { ...stay, ...GUEST });
    expect((await post('/v1/bookings', { ...stay, ...GUEST })).status).toBe(200);
  });

  it('the last room is gone at booking, but not for a hold', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0092' });
    expect((await post('/v1/price-check', stay)).status).toBe(200);
    const refused = await post('/v1/bookings', { ...stay, ...GUEST });
    expect(refused.body.error).toMatchObject({
      code: 'INSUFFICIENT_INVENTORY',
      details: {
        nights: [
          { date: inDays(30), available: 0 },
          { date: inDays(31), available: 0 },
        ],
      },
    });
    await post('/v1/prebook', { ...stay, ...GUEST });
    expect((await post('/v1/bookings', { ...stay, ...GUEST })).status).toBe(200);
  });
});

describe('the slow hotel', () => {
  const slow = demoStay({ hotel: 'HTL-2026-0093' });
  const isSlow = async (url: string, body: object) => {
    const startedAt = performance.now();
    await post(url, body);
    return performance.now() - startedAt > 3_900;
  };

  it('delays requests that name it, and no others', async () => {
    expect(await isSlow('/v1/price-check', slow)).toBe(true);
    expect(await isSlow('/v1/price-check', demoStay())).toBe(false);
    const { checkIn, checkOut } = slow;
    expect(await isSlow('/v1/search', { checkIn, checkOut, hotelId: slow.hotelId })).toBe(false);
    expect(await isSlow('/v1/nowhere', slow)).toBe(false);
  });
});

describe('reading bookings', () => {
  it("another partner's does not exist", async () => {
    const { booking_id, voucher_id } = (await post('/v1/bookings', { ...demoStay(), ...GUEST })).body.data;
    const stranger = await freshCredentials(service);
    for (const reference of [booking_id, voucher_id, 'nothing', 'IHC-2026-ZZZZZZ']) {
      const response = await service.call('GET', `/v1/bookings/${reference}`, { headers: stranger });
      expect([response.status, response.body.error.code]).toEqual([404, 'BOOKING_NOT_FOUND']);
    }
  });

  it('lists newest first, by reference, status and arrival, in pages', async () => {
    const references = ['A-1', 'A-2', 'A-3'];
    for (const [index, channelReference] of references.entries())
      await post('/v1/bookings', {
        ...demoStay({ from: 30 + index, nights: 1 }),
        ...GUEST,
        channelReference,
      });
    const names = async (query: string) =>
      (await get(`/v1/bookings?${query}`)).body.data.map(
        (one: { channel_reference: string }) => one.channel_reference,
      );
    expect(await names('')).toEqual(['A-3', 'A-2', 'A-1']);
    expect(await names('channelReference=A-2')).toEqual(['A-2']);
    expect(await names(`checkInFrom=${inDays(31)}&checkInTo=${inDays(31)}`)).toEqual(['A-2']);
    expect(await names('status=CANCELLED')).toEqual([]);
    const first = await get('/v1/bookings?limit=2');
    expect(first.body.meta).toMatchObject({ count: 2, next_cursor: expect.any(String) });
    const second = await get(`/v1/bookings?limit=2&cursor=${first.body.meta.next_cursor}`);
    expect(second.body.data.map((one: { channel_reference: string }) => one.channel_reference)).toEqual([
      'A-1',
    ]);
    expect(second.body.meta.next_cursor).toBeNull();
    for (const query of ['status=GONE', 'limit=0', 'limit=201', 'cursor=x', 'checkInFrom=2027-02-30'])
      expect((await get(`/v1/bookings?${query}`)).status).toBe(400);
  });

  it('has a QR code for whoever has the signature', async () => {
    const { voucher } = (await post('/v1/bookings', { ...demoStay(), ...GUEST })).body.data;
    const path = (url: string) => url.replace('http://localhost:3000', '');
    const svg = await service.app.inject({ url: path(voucher.qr_svg_url) });
    expect(svg.headers['content-type']).toContain('image/svg+xml');
    expect(svg.body).toContain('<svg');
    const png = await service.app.inject({ url: path(voucher.qr_svg_url).replace('qr.svg', 'qr.png') });
    expect(png.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    const forged = path(voucher.qr_svg_url).replace(
      /signature=(.)/,
      (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`,
    );
    expect((await service.app.inject({ url: forged })).statusCode).toBe(404);
  });
});

describe('years and midnights', () => {
  it('a voucher carries the year of Baghdad', async () => {
    const now = new Date();
    const newYear = Date.UTC(now.getUTCFullYear(), 11, 31, 21, 0, 5);
    const later = demoStay({ from: Math.ceil((newYear - now.getTime()) / 86_400_000) + 3, nights: 1 });
    shift = newYear - 60_000 - Date.now();
    const before = await post('/v1/bookings', { ...later, ...GUEST });
    expect(before.body.data.voucher_id).toContain(`IHC-${now.getUTCFullYear()}-`);
    shift = newYear - Date.now();
    const after = await post('/v1/bookings', { ...later, ...GUEST });
    expect(after.body.data.voucher_id).toContain(`IHC-${now.getUTCFullYear() + 1}-`);
  });
});
