import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepHouse } from '../../../src/boot/housekeeping.ts';
import { addDays, dayInBaghdad } from '../../../src/kernel/day.ts';
import { idOf } from '../../../src/kernel/ids.ts';
import { checkInvariants } from '../../../src/operations/verification/verify.usecase.ts';
import { credentialsOf } from '../../../web/src/api/keys.ts';
import { runBooking } from '../../../web/src/landing/run-booking.ts';
import { freshHotel, type HotelTester } from '../../support/private-hotel.ts';
import { freshCredentials, startTestService, type TestService } from '../../support/service.ts';
import { GUEST, inDays } from '../../support/stay.ts';

const DAY = 86_400_000;
let service: TestService;
let shift = 0;
let tester: HotelTester;
beforeAll(async () => {
  service = await startTestService({ clockShift: () => shift });
  tester = await freshHotel(service);
});
afterAll(() => service.end());

type Headers = Record<string, string>;
const get = (path: string, headers: Headers) => service.call('GET', path, { headers });
const post = (path: string, body: object, headers: Headers) => service.call('POST', path, { body, headers });
const search = (headers: Headers) =>
  post('/v1/search', { checkIn: inDays(30), checkOut: inDays(32), adults: 2 }, headers);
const count = async (sql: string, values: unknown[] = []) =>
  (await service.context.pool.query(`select count(*)::int as n from ${sql}`, values)).rows[0].n as number;
const violations = async () =>
  (await checkInvariants(service.context.pool)).filter((result) => result.violations > 0);

describe('POST /sandbox/credentials with role hotel', () => {
  it('returns a private hotel, a key that books it and a key for its system', async () => {
    const { status, body } = await post('/v1/sandbox/credentials', { role: 'hotel' }, {});
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      client_id: expect.stringMatching(/^sandbox-\w{10}$/),
      hotel: {
        public_id: expect.stringMatching(/^HTL-9\d{3}-\d{4}$/),
        name_en: expect.stringMatching(/^Test Hotel 9\d{3}-\d{4}$/),
        name_ar: expect.stringContaining('فندق الاختبار'),
      },
      supply: {
        client_id: expect.stringMatching(/^sandbox-hotel-\w{10}$/),
        api_key: expect.stringMatching(/^ihc_test_/),
        base_url: `${service.context.config.publicUrl}/supply/v1`,
      },
    });
    expect(body.data.supply.api_key).not.toBe(body.data.api_key);
  });

  it('makes the booking of the opening page at the private hotel, and says when there is none', async () => {
    const made = await post('/v1/sandbox/credentials', { role: 'hotel' }, {});
    const keys = credentialsOf(made.body.data);
    const steps: Record<string, unknown>[] = [];
    const run = (hotel: typeof keys.hotel) =>
      runBooking({
        keys: { ...keys, hotel: hotel! },
        send: async ({ method, path, headers, body }) => {
          const response = await service.call(method, path, { headers, ...(body !== null && { body }) });
          return { status: response.status, milliseconds: 0, headers: [], body: response.body };
        },
        checkIn: inDays(30),
        checkOut: inDays(32),
        idempotencyKey: crypto.randomUUID(),
        onDone: (_step, { excerpt }) => steps.push(excerpt),
      });
    expect(await run(keys.hotel)).toMatchObject({ voucherId: expect.stringMatching(/^IHC-/) });
    expect(steps[0]).toMatchObject({ hotels: 1, name_en: keys.hotel!.name_en });
    const other = { ...keys.hotel!, public_id: 'HTL-9999-9999' };
    expect(await run(other)).toEqual({ failed: 'search', why: 'noHotel' });
  });

  it.each([[{}], [{ role: 'partner' }]])('%j gives credentials of a partner, as before', async (body) => {
    const { status, body: response } = await post('/v1/sandbox/credentials', body, {});
    expect([status, response.data.hotel, response.data.supply]).toEqual([200, undefined, undefined]);
    const headers = { 'x-client-id': response.data.client_id, 'x-api-key': response.data.api_key };
    expect((await get('/v1/hotels', headers)).body.meta.count).toBe(15);
  });

  it('needs no body', async () => {
    const { status } = await service.call('POST', '/v1/sandbox/credentials');
    expect(status).toBe(200);
  });

  it.each([['landlord'], [''], [7], [null]])('refuses the role %j', async (role) => {
    const { status, body } = await post('/v1/sandbox/credentials', { role }, {});
    expect([status, body.error.code, body.error.details[0].field]).toEqual([400, 'VALIDATION_ERROR', 'role']);
  });

  it('copies four room types with their plans, policies, nights and day prices', async () => {
    const { hotel, partner } = tester;
    const rooms = await get(`/v1/room-types?hotelId=${hotel.id}`, partner);
    expect(rooms.body.data.map(({ code }: { code: string }) => code).sort()).toEqual([
      'DBL',
      'FAM',
      'STE',
      'TRP',
    ]);
    const rates = await get(`/v1/rates?hotelId=${hotel.id}&days=80`, partner);
    const original = await service.call('GET', '/v1/rates?hotelId=HTL-2026-0003&days=80');
    const prices = (response: typeof rates) =>
      response.body.data
        .map((plan: { code: string; daily_prices: object[] }) => [plan.code, plan.daily_prices])
        .sort();
    expect(prices(rates)).toEqual(prices(original));
    expect(rates.body.data).toHaveLength(12);
    expect(await count('cancellation_policies where hotel_id = $1', [hotel.id])).toBe(3);
    expect(await count('nights where hotel_id = $1', [hotel.id])).toBe(4 * 531);
  });

  it('shows the hotel to its tester only', async () => {
    const { hotel, partner } = tester;
    const hotels = await get('/v1/hotels', partner);
    expect(hotels.body.data.map(({ public_id }: { public_id: string }) => public_id)).toEqual([
      hotel.publicId,
    ]);
    const found = await search(partner);
    expect(found.body.data.map((one: { public_id: string }) => one.public_id)).toEqual([hotel.publicId]);
    for (const other of [await freshCredentials(service), (await freshHotel(service)).partner]) {
      expect(JSON.stringify((await search(other)).body)).not.toContain(hotel.publicId);
      expect(JSON.stringify((await get('/v1/hotels', other)).body)).not.toContain(hotel.publicId);
      expect((await get(`/v1/hotels/${hotel.publicId}`, other)).body.error.code).toBe('HOTEL_ACCESS_DENIED');
      const booked = await post('/v1/bookings', { ...(await tester.stay()), ...GUEST }, other);
      expect(booked.body.error.code).toBe('HOTEL_ACCESS_DENIED');
    }
    expect((await get('/v1/hotels/HTL-2026-0001', partner)).status).toBe(403);
  });

  it('binds each key to its own API', async () => {
    expect((await get('/v1/hotels', tester.supplier)).body.error.code).toBe('WRONG_KEY_KIND');
    const client = service.context.snapshot.findClient(tester.supplier['x-client-id']!)!;
    const partner = service.context.snapshot.findClient(tester.partner['x-client-id']!)!;
    expect([client.kind, client.suppliedHotels]).toEqual(['SUPPLIER', [tester.hotel.id]]);
    expect(client.ledgerId).toBe(partner.ledgerId);
  });

  it('works at once on another node, and there too the hotel can be booked', async () => {
    const node = await startTestService({ databaseUrl: service.databaseUrl });
    const fresh = await freshHotel(service);
    await node.context.feed.catchUp();
    const { status } = await node.call('POST', '/v1/bookings', {
      body: { ...(await fresh.stay()), ...GUEST },
      headers: fresh.partner,
    });
    expect(status).toBe(200);
    await node.close();
    expect(await violations()).toEqual([]);
  });

  it('draws another public id when one is taken', async () => {
    const { context } = service;
    const random = context.random;
    const taken = tester.hotel.publicId.replace(/\D/g, '').slice(1);
    let draws = 0;
    // The first seven bytes become the digits of a hotel that exists.
    context.random = (bytes) => {
      if (bytes !== 7) return random(bytes);
      draws += 1;
      return draws === 1 ? Buffer.from([...taken].map(Number)) : random(bytes);
    };
    const other = await freshHotel(service);
    context.random = random;
    expect(draws).toBeGreaterThan(1);
    expect(other.hotel.publicId).not.toBe(tester.hotel.publicId);
    expect(await count('hotels where public_id = $1', [tester.hotel.publicId])).toBe(1);
  });
});

describe('a private hotel', () => {
  it('offers again what it offered on its first day after a reset', async () => {
    const { hotel, partner, supplier } = tester;
    const { pool } = service.context;
    const stay = await tester.stay();
    const offered = async () => [
      (await get(`/v1/availability?hotelId=${hotel.id}&roomTypeId=${stay.roomTypeId}&days=80`, partner)).body
        .data,
      (await get(`/v1/rates?hotelId=${hotel.id}&days=80`, partner)).body.data,
    ];
    const before = await offered();
    expect((await post('/v1/bookings', { ...stay, ...GUEST }, partner)).status).toBe(200);
    const day = stay.checkIn;
    const supplierId = service.context.snapshot.findClient(supplier['x-client-id']!)!.id;
    await pool.query('update nights set allotment = 1, stop_sell = true where hotel_id = $1 and day >= $2', [
      hotel.id,
      day,
    ]);
    await pool.query('update day_prices set double_price = double_price + 100 where hotel_id = $1', [
      hotel.id,
    ]);
    await pool.query(
      `insert into day_prices (hotel_id, rate_plan_id, day, single_price, double_price, extra_adult_price, child_price)
       values ($1, $2, $3, 1, 1, 1, 1)`,
      [hotel.id, stay.ratePlanId, day],
    );
    await pool.query(
      `delete from day_prices where hotel_id = $1 and day = (select min(day) from day_prices where hotel_id = $1)`,
      [hotel.id],
    );
    await pool.query('insert into plan_days values ($1, $2, $3, true, false, false, 1, 1, null)', [
      hotel.id,
      stay.ratePlanId,
      day,
    ]);
    await pool.query(
      `insert into offer_marks (hotel_id, product_id, day, changed_at, changed_by) values ($1, $2, $3, now(), 'x')`,
      [hotel.id, stay.ratePlanId, day],
    );
    await pool.query(
      `insert into supply_messages values ($1, $2, 'm', '', '', now(), 1, 1, true, '{"rejected": [], "notes": []}')`,
      [supplierId, hotel.id],
    );
    await pool.query(`insert into supply_acknowledgements values ($1, $2, 1, now()) on conflict do nothing`, [
      supplierId,
      hotel.id,
    ]);
    await service.context.feed.catchUp();
    expect(await offered()).not.toEqual(before);
    const { body } = await post('/v1/sandbox/reset', {}, partner);
    expect(body.data.removed.bookings).toBe(1);
    expect(await offered()).toEqual(before);
    for (const table of ['plan_days', 'offer_marks', 'supply_messages'])
      expect(await count(`${table} where hotel_id = $1`, [hotel.id]), table).toBe(0);
    expect(await count('supply_acknowledgements where client_id = $1', [supplierId])).toBe(1);
    expect((await post('/v1/bookings', { ...stay, ...GUEST }, partner)).status).toBe(200);
    expect(await violations()).toEqual([]);
  });

  it('is not touched by the reset of another tester', async () => {
    const other = await freshHotel(service);
    await service.context.pool.query('update nights set allotment = 3 where hotel_id = $1', [
      tester.hotel.id,
    ]);
    await post('/v1/sandbox/reset', {}, other.partner);
    await post('/v1/sandbox/reset', {}, service.credentials);
    expect(await count('nights where hotel_id = $1 and allotment = 3', [tester.hotel.id])).toBe(4 * 531);
  });

  it('gets new days, keeps what it was given, and is deleted with everything after seven idle days', async () => {
    const { pool, snapshot, feed } = service.context;
    const idle = await freshHotel(service);
    const booked = await post('/v1/bookings', { ...(await idle.stay()), ...GUEST }, idle.partner);
    expect(booked.status).toBe(200);
    const room = (await idle.stay()).roomTypeId;
    await pool.query('update nights set allotment = 3 where hotel_id = $1', [idle.hotel.id]);
    const lastDay = () =>
      snapshot.calendarOf(idOf(room)).get(addDays(dayInBaghdad(service.context.now()), 530));
    shift = 6 * DAY;
    // One use by the hotel's own key keeps the hotel for seven more days.
    await get('/v1/hotels', idle.supplier);
    await get('/v1/hotels', tester.partner);
    await keepHouse(service.context);
    await feed.catchUp();
    expect(lastDay().allotment).toBe(12);
    expect(await count('nights where hotel_id = $1 and allotment = 3', [idle.hotel.id])).toBe(4 * 531);
    shift = 13 * DAY - 5 * 60_000;
    await get('/v1/hotels', tester.partner);
    await keepHouse(service.context);
    expect(await count('hotels where id = $1', [idle.hotel.id])).toBe(1);

    shift = 13 * DAY + 5 * 60_000;
    await get('/v1/hotels', tester.partner);
    const sizes = { ...snapshot.sizes() };
    await keepHouse(service.context);
    await keepHouse(service.context);
    await feed.catchUp();
    expect((await get('/v1/hotels', idle.partner)).status).toBe(401);
    expect((await get(`/v1/hotels/${idle.hotel.publicId}`, tester.partner)).status).toBe(404);
    const tables = await pool.query(
      `select table_name from information_schema.columns where table_schema = 'public' and column_name = 'hotel_id'`,
    );
    expect(tables.rows.length).toBeGreaterThan(15);
    for (const { table_name: table } of tables.rows)
      expect(await count(`${table} where hotel_id = $1`, [idle.hotel.id]), table).toBe(0);
    expect(
      await count(
        'price_history h where not exists (select 1 from rate_plans p where p.id = h.rate_plan_id)',
      ),
    ).toBe(0);
    expect(await count('hotels where id = $1', [tester.hotel.id])).toBe(1);
    const after = snapshot.sizes();
    expect(after.nights).toBeLessThan(sizes.nights!);
    expect(after.day_prices).toBeLessThan(sizes.day_prices!);
    expect(await violations()).toEqual([]);
  });
});
