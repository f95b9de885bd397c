import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verify } from '../../../src/operations/verification/verify.usecase.ts';
import { demoId } from '../../../src/sandbox/demo-catalogue.ts';
import { freshCredentials, startTestService, type TestService } from '../../support/service.ts';
import { demoStay, inDays } from '../../support/stay.ts';

/** Two independent shoppers of one partner. The partner's requests do not say which shopper they are for. */
const ALI = { guestName: 'علي حسن', guestPhone: '0770 111 1111' };
const ZAYNAB = { guestName: 'زينب كاظم', guestPhone: '0770 222 2222' };
const HOTEL = 'HTL-2026-0011';
const MINUTE = 60_000;

let service: TestService;
let shift = 0;
let headers: Record<string, string>;
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
  await setPrice(89_600);
});

const stay = (changes: Parameters<typeof demoStay>[0] = {}) =>
  demoStay({ hotel: HOTEL, nights: 1, ...changes });
const post = async (path: string, body: unknown, more: Record<string, string> = {}) =>
  service.call('POST', `/v1/${path}`, { body, headers: { ...headers, ...more } });
const quote = async (body: object) => (await post('price-check', body)).body.data;
const outcome = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  status === 200 ? 200 : body.error!.code;

async function setPrice(double: number): Promise<void> {
  await sql('update rate_plans set double_price = $2 where id = $1', [stay().ratePlanId, double]);
}

async function sql(text: string, values: unknown[]): Promise<void> {
  await service.context.pool.query(text, values);
  await service.context.feed.catchUp();
}

describe('PRICE_CHANGED with two shoppers', () => {
  it('warns the one who saw the old price, although the other was quoted the new one', async () => {
    const old = await quote(stay());
    await setPrice(98_560);
    const recent = await quote(stay());
    const refused = await post('bookings', { ...stay(), ...ALI });
    expect(refused.body.error).toMatchObject({
      code: 'PRICE_CHANGED',
      details: {
        quoted_total: old.total,
        current_total: recent.total,
        change_percent: 10,
        quote_id: old.quote_id,
      },
    });
    // Repeating the same request is refused again, because no quote is newer than the alert.
    expect(outcome(await post('bookings', { ...stay(), ...ALI }))).toBe('PRICE_CHANGED');
    await quote(stay());
    const booked = await post('bookings', { ...stay(), ...ALI });
    expect(booked.body.data).toMatchObject({ price: { total: recent.total }, price_change: null });
  });

  it('remembers an alert for its guest only, and until that guest has booked', async () => {
    await quote(stay());
    await setPrice(98_560);
    expect(outcome(await post('bookings', { ...stay(), ...ALI }))).toBe('PRICE_CHANGED');
    await quote(stay());
    expect(outcome(await post('bookings', { ...stay(), ...ZAYNAB }))).toBe('PRICE_CHANGED');
    expect(outcome(await post('bookings', { ...stay(), ...ALI }))).toBe(200);
    expect(outcome(await post('bookings', { ...stay(), ...ALI }))).toBe('PRICE_CHANGED');
  });

  it('is seen by the next booking of the same batch', async () => {
    await quote(stay());
    await setPrice(98_560);
    const both = await Promise.all([
      post('bookings', { ...stay(), ...ALI }),
      post('bookings', { ...stay(), ...ALI }),
    ]);
    expect(both.map(outcome)).toEqual(['PRICE_CHANGED', 'PRICE_CHANGED']);
    const rows = await service.context.pool.query(
      'select count(*)::int as count from price_alerts a join clients c on c.id = a.client_id where c.client_id = $1',
      [headers['x-client-id']],
    );
    expect(rows.rows[0].count).toBe(1);
  });

  it('names the quote that differs most, up or down', async () => {
    const low = await quote(stay());
    await setPrice(91_000);
    await quote(stay());
    await setPrice(95_000);
    const first = await post('bookings', { ...stay(), ...ALI });
    expect(first.body.error.details.quote_id).toBe(low.quote_id);
    await setPrice(87_000);
    const high = await post('bookings', { ...stay(), ...ZAYNAB });
    expect(high.body.error.details).toMatchObject({ quoted_total: '104650', change_percent: -4.4 });
  });

  it('reports a change within one percent against the newest quote', async () => {
    await quote(stay());
    await setPrice(89_900);
    const newest = await quote(stay());
    await setPrice(90_200);
    const booked = await post('bookings', { ...stay(), ...ALI });
    expect(booked.body.data.price_change).toMatchObject({
      quote_id: newest.quote_id,
      quoted_total: '103385',
      current_total: '103730',
    });
  });

  it('counts quotes of the same party and currency only', async () => {
    await quote({ ...stay(), adults: 1 });
    await quote({ ...stay(), currency: 'USD' });
    await sql(
      'update rate_plans set single_price = single_price + 20000, double_price = double_price + 20000 where id = $1',
      [stay().ratePlanId],
    );
    expect(outcome(await post('bookings', { ...stay(), ...ALI }))).toBe(200);
    expect(outcome(await post('bookings', { ...stay(), ...ALI, adults: 1 }))).toBe('PRICE_CHANGED');
    expect(outcome(await post('bookings', { ...stay(), ...ALI, currency: 'USD' }))).toBe('PRICE_CHANGED');
    await sql('update rate_plans set single_price = single_price - 20000 where id = $1', [stay().ratePlanId]);
  });

  it('keeps the alerts of different parties apart', async () => {
    await quote(stay());
    await quote({ ...stay(), adults: 1 });
    await sql(
      'update rate_plans set single_price = single_price + 20000, double_price = double_price + 20000 where id = $1',
      [stay().ratePlanId],
    );
    expect(outcome(await post('bookings', { ...stay(), ...ALI }))).toBe('PRICE_CHANGED');
    await quote({ ...stay(), adults: 1 });
    // Ali was alerted only about two adults. A newer quote for one adult, made for somebody else, does not replace the
    // older one.
    expect(outcome(await post('bookings', { ...stay(), ...ALI, adults: 1 }))).toBe('PRICE_CHANGED');
    await sql('update rate_plans set single_price = single_price - 20000 where id = $1', [stay().ratePlanId]);
  });

  it('does not count a quote that was given at the price of a hold', async () => {
    await post('prebook', { ...stay(), ...ZAYNAB });
    await setPrice(98_560);
    expect((await quote({ ...stay(), guestPhone: ZAYNAB.guestPhone })).lock_state).toBe('LOCKED');
    expect(outcome(await post('bookings', { ...stay(), ...ALI }))).toBe(200);
  });

  it('uses the exchange rate of the newest quote', async () => {
    const first = await quote({ ...stay(), currency: 'USD' });
    await sql('insert into exchange_rates values (clock_timestamp(), 1500)', []);
    const booked = await post('bookings', { ...stay(), ...ALI, currency: 'USD' });
    expect(booked.body.data.price).toMatchObject({ total: first.total, exchange: { rate: '1310' } });
    const second = await quote({ ...stay(), currency: 'USD' });
    const refused = await post('bookings', { ...stay(), ...ALI, currency: 'USD' });
    expect(refused.body.error.details).toMatchObject({
      quote_id: first.quote_id,
      current_total: second.total,
    });
    const agreed = await post('bookings', {
      ...stay(),
      ...ALI,
      currency: 'USD',
      expectedTotal: second.total,
    });
    expect(agreed.body.data.price.total).toBe(second.total);
    await sql('delete from exchange_rates where iqd_for_a_usd = 1500', []);
  });

  it('is not remembered for a guest who was only told the price of a hold', async () => {
    await quote(stay());
    await post('prebook', { ...stay(), ...ALI });
    expect(outcome(await post('bookings', { ...stay(), ...ALI, expectedTotal: '100000' }))).toBe(
      'PRICE_CHANGED',
    );
    await setPrice(98_560);
    await quote(stay());
    shift = 16 * MINUTE;
    expect(outcome(await post('bookings', { ...stay(), ...ALI }))).toBe('PRICE_CHANGED');
  });

  it.each([
    ['in the memory of this node', false],
    ['in the database only', true],
  ])('finds a quote with another total behind any number of newer ones, %s', async (_, forget) => {
    await quote(stay());
    await setPrice(98_560);
    for (let count = 0; count < 60; count += 1) await quote(stay());
    if (forget) {
      await service.context.quotes.flush();
      service.context.quoteBook.forgetClient(
        service.context.snapshot.findClient(headers['x-client-id']!)!.id,
      );
    }
    expect(outcome(await post('bookings', { ...stay(), ...ALI }))).toBe('PRICE_CHANGED');
  });

  it('is forgotten with the quotes it was about', async () => {
    await quote(stay());
    await setPrice(98_560);
    expect(outcome(await post('bookings', { ...stay(), ...ALI }))).toBe('PRICE_CHANGED');
    shift = 30 * MINUTE;
    expect(outcome(await post('bookings', { ...stay(), ...ALI }))).toBe(200);
  });
});

describe('what a request names is checked instead', () => {
  it('quoteId: the other shopper does not matter', async () => {
    const old = await quote(stay());
    await setPrice(98_560);
    const recent = await quote(stay());
    expect(outcome(await post('bookings', { ...stay(), ...ALI, quoteId: recent.quote_id }))).toBe(200);
    expect(outcome(await post('bookings', { ...stay(), ...ALI, quoteId: old.quote_id }))).toBe(
      'PRICE_CHANGED',
    );
    expect(outcome(await post('bookings', { ...stay(), ...ALI, quoteId: demoId('no quote') }))).toBe(
      'QUOTE_EXPIRED',
    );
    const elsewhere = await quote(stay({ from: 31 }));
    expect(outcome(await post('bookings', { ...stay(), ...ALI, quoteId: elsewhere.quote_id }))).toBe(
      'QUOTE_EXPIRED',
    );
  });

  it('expectedTotal is in the currency of the hold where none is named', async () => {
    const hold = (await post('prebook', { ...stay(), ...ALI, currency: 'USD' })).body.data;
    expect(hold.currency).toBe('USD');
    const booked = await post('bookings', { ...stay(), ...ALI, expectedTotal: hold.total });
    expect([booked.status, booked.body.data.price.total]).toEqual([200, hold.total]);
    await post('prebook', { ...stay(), ...ALI, currency: 'USD' });
    for (const expectedTotal of ['0', '0.00', '00.0']) {
      const zero = await post('bookings', { ...stay(), ...ALI, expectedTotal });
      expect([zero.status, zero.body.error.message]).toEqual([400, 'expectedTotal must be more than 0']);
    }
    const decimals = await post('bookings', { ...stay({ from: 31 }), ...ALI, expectedTotal: '103040.50' });
    expect([decimals.status, decimals.body.error.message]).toEqual([
      400,
      'expectedTotal must be an amount in IQD',
    ]);
  });

  it('a hold is compared with what the request names, and survives a quote that is over', async () => {
    const old = await quote(stay());
    await setPrice(98_560);
    await post('prebook', { ...stay(), ...ALI });
    expect(outcome(await post('bookings', { ...stay(), ...ALI, quoteId: old.quote_id }))).toBe(
      'PRICE_CHANGED',
    );
    expect(outcome(await post('bookings', { ...stay(), ...ALI, expectedTotal: old.total }))).toBe(
      'PRICE_CHANGED',
    );
    expect(outcome(await post('bookings', { ...stay(), ...ALI, quoteId: demoId('no quote') }))).toBe(200);
  });
});

describe('prebook with two shoppers', () => {
  const family = { room: 'FAM' } as const;

  it("does not take the other's party: where quotes differ, none counts", async () => {
    const where = demoStay(family);
    const small = await quote(where);
    const large = await quote({ ...where, roomsCount: 3, adults: 6 });
    const hold = await post('prebook', { ...where, ...ALI });
    expect(hold.body.data).toMatchObject({ rooms_count: 1, adults: 2, children: 0, currency: 'IQD' });
    const named = await post('prebook', { ...where, ...ZAYNAB, quoteId: large.quote_id });
    expect(named.body.data).toMatchObject({ rooms_count: 3, adults: 6 });
    const mixed = await post('prebook', {
      ...where,
      ...ZAYNAB,
      guestPhone: '0770 333 3333',
      quoteId: small.quote_id,
      children: 1,
    });
    expect(mixed.body.data).toMatchObject({ rooms_count: 1, adults: 2, children: 1 });
    const unknown = await post('prebook', { ...where, ...ALI, quoteId: demoId('no quote') });
    expect(outcome(unknown)).toBe('QUOTE_EXPIRED');
  });

  it('takes what all quotes agree on: the party although currencies differ, and the currency although parties do', async () => {
    await quote({ ...demoStay(family), roomsCount: 2, adults: 5 });
    await quote({ ...demoStay(family), roomsCount: 2, adults: 5, currency: 'USD' });
    const party = await post('prebook', { ...demoStay(family), ...ALI });
    expect(party.body.data).toMatchObject({ rooms_count: 2, adults: 5, currency: 'IQD' });
    const later = demoStay({ ...family, from: 35 });
    await quote({ ...later, currency: 'USD' });
    await quote({ ...later, currency: 'USD', adults: 3 });
    const currency = await post('prebook', { ...later, ...ALI });
    expect(currency.body.data).toMatchObject({ rooms_count: 1, adults: 2, currency: 'USD' });
  });

  it("does not take the exchange rate of another's hold", async () => {
    const hold = (await post('prebook', { ...stay(), ...ALI, currency: 'USD' })).body.data;
    await sql('insert into exchange_rates values (clock_timestamp(), 1500)', []);
    const shown = await quote({ ...stay(), currency: 'USD' });
    const locked = await quote({ ...stay(), currency: 'USD', prebookToken: hold.prebook_token });
    const own = await post('prebook', { ...stay(), ...ZAYNAB, currency: 'USD' });
    expect([own.body.data.total, own.body.data.exchange.rate]).toEqual([shown.total, '1500']);
    const named = { ...ZAYNAB, guestPhone: '0770 444 4444', quoteId: locked.quote_id };
    expect((await post('prebook', { ...stay(), ...named })).body.data.exchange.rate).toBe('1500');
    await sql('delete from exchange_rates where iqd_for_a_usd = 1500', []);
  });

  it("repeated gives the same hold, although the other's quote came in between", async () => {
    const where = demoStay(family);
    const first = (await post('prebook', { ...where, ...ALI })).body.data;
    await quote({ ...where, roomsCount: 3, adults: 6 });
    const again = (await post('prebook', { ...where, ...ALI })).body.data;
    expect([again.prebook_token, again.rooms_count]).toEqual([first.prebook_token, 1]);
    const other = (await post('prebook', { ...where, ...ZAYNAB })).body.data;
    expect(other.rooms_count).toBe(3);
  });
});

describe('price-check with two shoppers', () => {
  it('shows a hold only to a request that names it', async () => {
    const hold = (await post('prebook', { ...stay(), ...ALI })).body.data;
    await setPrice(98_560);
    const stranger = await quote(stay());
    expect(stranger).toMatchObject({ lock_state: 'UNLOCKED', lock: null, total: '113344' });
    expect(stranger.available).toBe((await quote(stay())).available);
    for (const name of [{ prebookToken: hold.prebook_token }, { guestPhone: '+964 770 111 1111' }]) {
      const own = await quote({ ...stay(), ...name });
      expect(own).toMatchObject({
        lock_state: 'LOCKED',
        lock: { prebook_token: hold.prebook_token },
        total: '103040',
      });
      expect(own.available).toBe(stranger.available + 1);
    }
    for (const name of [{ prebookToken: 'pb_nothing' }, { guestPhone: ZAYNAB.guestPhone }])
      expect(await quote({ ...stay(), ...name })).toMatchObject({ lock_state: 'UNLOCKED', lock: null });
    const bad = await post('price-check', { ...stay(), guestPhone: '12' });
    expect([bad.status, bad.body.error.details[0].field]).toEqual([400, 'guestPhone']);
  });

  it('takes the party of the named hold, and offers its rooms to another party at the current price', async () => {
    const where = demoStay({ room: 'FAM' });
    const hold = (await post('prebook', { ...where, ...ALI, roomsCount: 2, adults: 5 })).body.data;
    expect(await quote({ ...where, prebookToken: hold.prebook_token })).toMatchObject({
      rooms_count: 2,
      adults: 5,
      lock_state: 'LOCKED',
      available: 5,
    });
    expect(
      await quote({ ...where, prebookToken: hold.prebook_token, roomsCount: 5, adults: 5 }),
    ).toMatchObject({ lock_state: 'UNLOCKED', available: 5 });
    expect((await post('price-check', { ...where, roomsCount: 5, adults: 5 })).status).toBe(409);
  });
});

describe('a hold keeps what was granted', () => {
  it('its party, also when it is found by the telephone', async () => {
    const single = demoStay({ room: 'SGL', board: 'RO' });
    expect((await post('prebook', { ...single, ...ALI })).body.data.adults).toBe(1);
    const booked = await post('bookings', { ...single, ...ALI });
    expect([booked.status, booked.body.data.adults]).toEqual([200, 1]);
    const family = demoStay({ room: 'FAM' });
    await post('prebook', { ...family, ...ALI, roomsCount: 2, adults: 5, children: 1 });
    const found = await post('bookings', { ...family, ...ALI });
    expect(found.body.data).toMatchObject({ rooms_count: 2, adults: 5, children: 1 });
  });

  it.each([
    ['a stop sell', 'stop_sell = true'],
    ['closed to arrival', 'closed_to_arrival = true'],
    ['a minimum stay', 'min_stay = 5'],
    ['an allotment of nothing', 'allotment = 0'],
    ['blocked rooms', 'blocked = allotment'],
  ])('after %s', async (_, change) => {
    const where = demoStay({ hotel: 'HTL-2026-0010', from: 34, nights: 1 });
    const hold = (await post('prebook', { ...where, ...ALI })).body.data;
    const nights = 'where room_type_id = $1 and day = $2';
    const before = await service.context.pool.query(`select * from nights ${nights}`, [
      where.roomTypeId,
      where.checkIn,
    ]);
    await sql(`update nights set ${change} ${nights}`, [where.roomTypeId, where.checkIn]);
    expect((await post('bookings', { ...where, ...ZAYNAB })).status).toBe(409);
    expect(await quote({ ...where, ...{ prebookToken: hold.prebook_token } })).toMatchObject({
      lock_state: 'LOCKED',
      available: change.includes('allotment') ? 1 : expect.any(Number),
    });
    const booked = await post('bookings', { ...where, ...ALI });
    expect([booked.status, booked.body.data?.price.total]).toEqual([200, hold.total]);
    const { allotment, blocked, min_stay } = before.rows[0];
    await sql(
      `update nights set stop_sell = false, closed_to_arrival = false, min_stay = $3, allotment = $4, blocked = $5 ${nights}`,
      [where.roomTypeId, where.checkIn, min_stay, allotment, blocked],
    );
  });

  it('after its room type or plan was taken off sale; not after the hotel or the contract', async () => {
    const where = demoStay({ hotel: 'HTL-2026-0008', board: 'RO' });
    const flip = async (table: string, id: string, active: boolean) =>
      sql(`update ${table} set active = $2 where id = $1`, [id, active]);
    for (const [table, id] of [
      ['room_types', where.roomTypeId],
      ['rate_plans', where.ratePlanId],
    ] as const) {
      await post('prebook', { ...where, ...ALI });
      await flip(table, id, false);
      expect(outcome(await post('bookings', { ...where, ...ZAYNAB }))).toMatch(/NOT_FOUND/);
      expect(outcome(await post('bookings', { ...where, ...ALI }))).toBe(200);
      await flip(table, id, true);
    }
    await post('prebook', { ...where, ...ALI });
    await sql("update hotels set status = 'SUSPENDED' where public_id = $1", [where.hotelId]);
    const closed = await post('bookings', { ...where, ...ALI });
    expect(closed.body.error.details.reasons).toEqual([
      { code: 'HOTEL_NOT_ACTIVE', hotel_status: 'SUSPENDED' },
    ]);
    await sql("update hotels set status = 'ACTIVE' where public_id = $1", [where.hotelId]);
    const permissions = 'update contracts set permissions = $2 where hotel_id = $1';
    await sql(permissions, [demoId(where.hotelId), ['VIEW']]);
    expect(outcome(await post('bookings', { ...where, ...ZAYNAB }))).toBe('HOTEL_ACCESS_DENIED');
    expect(outcome(await post('bookings', { ...where, ...ALI }))).toBe(200);
    await sql(permissions, [demoId(where.hotelId), ['VIEW', 'BOOK']]);
    await post('prebook', { ...where, ...ALI });
    const ended = 'update contracts set valid_until = $2 where hotel_id = $1';
    await sql(ended, [demoId(where.hotelId), inDays(-1)]);
    expect(outcome(await post('bookings', { ...where, ...ALI }))).toBe('HOTEL_ACCESS_DENIED');
    await sql(ended, [demoId(where.hotelId), null]);
    expect(outcome(await post('bookings', { ...where, ...ALI }))).toBe(200);
  });

  it('over midnight: granted for tonight, it is redeemed tomorrow', async () => {
    const night = Date.parse(`${inDays(0)}T20:59:58Z`);
    shift = night - Date.now();
    const where = demoStay({ from: 0, nights: 1 });
    const hold = await post('prebook', { ...where, ...ALI });
    expect(hold.status).toBe(200);
    shift = night + 5 * MINUTE - Date.now();
    expect(outcome(await post('bookings', { ...where, ...ZAYNAB }))).toBe('VALIDATION_ERROR');
    expect((await quote({ ...where, guestPhone: ALI.guestPhone })).lock_state).toBe('LOCKED');
    expect((await post('prebook', { ...where, ...ALI })).body.data.prebook_token).toBe(
      hold.body.data.prebook_token,
    );
    const booked = await post('bookings', { ...where, ...ALI });
    expect([booked.status, booked.body.data?.check_in]).toEqual([200, where.checkIn]);
  });

  it('its terms: cancellation and who collects', async () => {
    const where = demoStay({ hotel: 'HTL-2026-0009' });
    const hold = (await post('prebook', { ...where, ...ALI })).body.data;
    const policy = hold.cancellation.policy_id;
    const { rows } = await service.context.pool.query(
      'select rules from cancellation_policies where id = $1',
      [policy],
    );
    const contract = await service.context.pool.query(
      'select payment_collected_by from contracts where hotel_id = $1',
      [demoId(where.hotelId)],
    );
    const collector = contract.rows[0].payment_collected_by;
    await sql('update cancellation_policies set rules = $2 where id = $1', [
      policy,
      JSON.stringify([{ hours_before_check_in: 9000, penalty: { type: 'PERCENT', value: 100 } }]),
    ]);
    await sql('update contracts set payment_collected_by = $2 where hotel_id = $1', [
      demoId(where.hotelId),
      collector === 'HOTEL' ? 'PARTNER' : 'HOTEL',
    ]);
    const shown = await quote({ ...where, prebookToken: hold.prebook_token });
    const booked = (await post('bookings', { ...where, ...ALI })).body.data;
    for (const one of [shown, booked])
      expect([one.cancellation, one.payment]).toEqual([hold.cancellation, hold.payment]);
    await sql('update cancellation_policies set rules = $2 where id = $1', [
      policy,
      JSON.stringify(rows[0].rules),
    ]);
    await sql('update contracts set payment_collected_by = $2 where hotel_id = $1', [
      demoId(where.hotelId),
      collector,
    ]);
  });
});

describe('an exchange rate that is not there', () => {
  it('is 503 on every step, not a fault', async () => {
    const { rows } = await service.context.pool.query('select * from exchange_rates');
    await sql('delete from exchange_rates', []);
    for (const [path, guest] of [
      ['price-check', {}],
      ['prebook', ALI],
      ['bookings', ALI],
    ] as const) {
      const response = await post(path, { ...stay(), ...guest, currency: 'USD' });
      expect([path, response.status, response.body.error.code, response.headers['retry-after']]).toEqual([
        path,
        503,
        'SERVICE_UNAVAILABLE',
        '1',
      ]);
    }
    expect(outcome(await post('bookings', { ...stay(), ...ALI }))).toBe(200);
    for (const row of rows)
      await sql('insert into exchange_rates values ($1, $2)', [row.as_of, row.iqd_for_a_usd]);
  });
});
