import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readVersion } from '../../../src/boot/version.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST } from '../../support/stay.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const get = (url: string) => service.call('GET', url);

describe('GET /hotels', () => {
  it('lists whitelisted hotels with exactly the ten fields of the specification', async () => {
    const { status, body } = await get('/v1/hotels');
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect(body.meta).toEqual({ count: 15, next_cursor: null });
    expect(Object.keys(body.data[0])).toEqual([
      'id',
      'public_id',
      'name_en',
      'name_ar',
      'star_rating',
      'city',
      'governorate',
      'status',
      'currency',
      'commission_rate',
    ]);
    expect(body.data[0]).toMatchObject({
      public_id: 'HTL-2026-0001',
      status: 'ACTIVE',
      commission_rate: 12.5,
    });
    const cities = new Set(body.data.map((hotel: { city: string }) => hotel.city));
    for (const city of ['Baghdad', 'Erbil', 'Karbala', 'Najaf', 'Basra', 'Sulaymaniyah', 'Duhok', 'Kirkuk'])
      expect(cities).toContain(city);
  });

  it('returns the same under /api/v1', async () => {
    expect((await get('/api/v1/hotels')).body).toEqual((await get('/v1/hotels')).body);
  });

  it('pages with limit and cursor, each hotel once', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { body: { data: { public_id: string }[]; meta: { next_cursor: string | null } } } =
        await get(`/v1/hotels?limit=4${cursor === null ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.body.data.map((hotel) => hotel.public_id));
      cursor = page.body.meta.next_cursor;
    } while (cursor !== null);
    expect(seen).toHaveLength(15);
    expect(seen).toEqual([...new Set(seen)].sort());
  });

  it.each([
    ['limit=0', 'limit', 'at least 1'],
    ['limit=201', 'limit', 'at most 200'],
    ['limit=ten', 'limit', 'whole number'],
    ['cursor=nonsense', 'cursor', 'next_cursor of a previous page'],
  ])('refuses ?%s', async (query, field, message) => {
    const { status, body } = await get(`/v1/hotels?${query}`);
    expect(status).toBe(400);
    expect(body.error.details).toEqual([
      expect.objectContaining({ field, message: expect.stringContaining(message) }),
    ]);
  });

  it('accepts both ends of the limit', async () => {
    expect((await get('/v1/hotels?limit=1')).body.meta.count).toBe(1);
    expect((await get('/v1/hotels?limit=200')).body.meta).toEqual({ count: 15, next_cursor: null });
  });
});

describe('GET /hotels/{hotelId}', () => {
  it('gives the same profile by uuid, in any case, and by public id', async () => {
    const byPublicId = (await get('/v1/hotels/HTL-2026-0005')).body.data;
    expect((await get(`/v1/hotels/${byPublicId.id}`)).body.data).toEqual(byPublicId);
    expect((await get(`/v1/hotels/${byPublicId.id.toUpperCase()}`)).body.data).toEqual(byPublicId);
    for (const written of ['htl-2026-0005', 'Htl-2026-0005'])
      expect((await get(`/v1/hotels/${written}`)).body.data).toEqual(byPublicId);
    expect(byPublicId).toMatchObject({
      city: 'Karbala',
      name_ckb: 'هۆتێلی نێوان دوو حەرەم',
      descriptions: { en: expect.any(String), ar: expect.any(String), ckb: expect.any(String) },
      address: { en: expect.any(String), ar: expect.any(String) },
      phone: expect.stringMatching(/^\+964\d{10}$/),
      coordinates: { latitude: expect.any(Number), longitude: expect.any(Number) },
      amenities: expect.arrayContaining(['WIFI']),
      images: [],
      policies: { check_in_from: '14:00', check_out_until: '12:00', children: expect.any(String) },
      taxes: { tax_percent: 5, service_charge_percent: 10 },
      time_zone: 'Asia/Baghdad',
      updated_at: expect.stringMatching(/Z$/),
    });
  });

  it('is 404 for no hotel and for a route that is nearly one', async () => {
    expect((await get('/v1/hotels/00000000-0000-4000-8000-000000000000')).body.error.code).toBe(
      'HOTEL_NOT_FOUND',
    );
    expect((await get(`/v1/hotels/${'x'.repeat(90)}`)).body.error.code).toBe('HOTEL_NOT_FOUND');
    expect((await get('/v1/hotels/HTL-2026-0001/rooms')).body.error.code).toBe('ROUTE_NOT_FOUND');
  });
});

describe('a public id in lower case', () => {
  it('names the hotel in every request that takes a hotel', async () => {
    const { hotelId, ...stay } = demoStay();
    const query = (hotel: string) => [
      `/v1/room-types?hotelId=${hotel}`,
      `/v1/rates?hotelId=${hotel}`,
      `/v1/availability?hotelId=${hotel}&roomTypeId=${stay.roomTypeId}`,
    ];
    for (const [index, url] of query(hotelId).entries()) {
      const lower = await get(query(hotelId.toLowerCase())[index]!);
      expect([url, lower.body]).toEqual([url, (await get(url)).body]);
      expect(lower.status).toBe(200);
    }
    const body = { ...stay, hotelId: hotelId.toLowerCase(), ...GUEST };
    for (const path of ['price-check', 'prebook', 'bookings']) {
      const { status, body: response } = await service.call('POST', `/v1/${path}`, { body });
      expect([path, status, response.error]).toEqual([path, 200, undefined]);
    }
    expect((await get('/v1/hotels/htl-2026-9999')).body.error.code).toBe('HOTEL_NOT_FOUND');
  });

  it('does not make another client of a client id: its case counts', async () => {
    const headers = { 'x-client-id': service.credentials['x-client-id']!.toUpperCase() };
    const { status, body } = await service.call('GET', '/v1/hotels', { headers });
    expect([status, body.error.code]).toEqual([401, 'INVALID_API_KEY']);
  });
});

describe('GET /room-types and /rates', () => {
  it('list active room types with occupancy, beds and amenities', async () => {
    const { body } = await get('/v1/room-types?hotelId=HTL-2026-0001');
    expect(body.meta).toEqual({ count: 5 });
    expect(body.data[0]).toMatchObject({
      code: 'DBL',
      max_occupancy: 3,
      max_adults: 2,
      max_children: 1,
      bed_configuration: [{ type: 'DOUBLE', count: 1 }],
      amenities: expect.arrayContaining(['WIFI']),
      size_sqm: 24,
    });
  });

  it('list rate plans of all four models with decimal text in the plan currency', async () => {
    const { body } = await get('/v1/rates?hotelId=HTL-2026-0001');
    const models = new Set(body.data.map((plan: { pricing_model: string }) => plan.pricing_model));
    expect([...models].sort()).toEqual(['BED_AND_BREAKFAST', 'FULL_BOARD', 'HALF_BOARD', 'ROOM_ONLY']);
    const plan = body.data.find((item: { code: string; currency: string }) => item.code === 'RO');
    expect(plan).toMatchObject({
      currency: 'IQD',
      single_price: '120000',
      double_price: '150000',
      extra_adult_price: '45000',
      child_price: '22500',
    });
    expect(plan.daily_prices).toBeUndefined();
    const dollars = (await get('/v1/rates?hotelId=HTL-2026-0003')).body.data[0];
    expect(dollars.double_price).toMatch(/^\d+\.\d\d$/);
  });

  it('add daily prices where asked, the pilgrimage week dearer', async () => {
    const { body } = await get('/v1/rates?hotelId=HTL-2026-0005&days=50');
    const [first] = body.data;
    expect(first.daily_prices).toHaveLength(50);
    expect(first.daily_prices[3].double_price).toBe(first.double_price);
    expect(Number(first.daily_prices[42].double_price)).toBeCloseTo(Number(first.double_price) * 1.6, -3);
  });

  it('hide what a hotel has taken out of sale', async () => {
    const own = await startTestService({ databaseUrl: service.databaseUrl });
    const id = own.context.snapshot.findHotel('HTL-2026-0011')!.id;
    await own.context.pool.query(
      "update room_types set active = false where hotel_id = $1 and code = 'SGL'",
      [id],
    );
    await own.context.pool.query("update rate_plans set active = false where hotel_id = $1 and code = 'BB'", [
      id,
    ]);
    await own.context.feed.catchUp();
    const rooms = (await own.call('GET', '/v1/room-types?hotelId=HTL-2026-0011')).body.data;
    expect(rooms.map((room: { code: string }) => room.code)).toEqual(['DBL', 'TRP']);
    const rates = (await own.call('GET', '/v1/rates?hotelId=HTL-2026-0011')).body.data;
    expect(rates.map((plan: { code: string }) => plan.code)).toEqual(['RO', 'RO']);
    await own.close();
  });
});

describe('GET /cancellation-policies', () => {
  it('gives three policies per hotel, rules from the earliest to the latest', async () => {
    const { body } = await get('/v1/cancellation-policies');
    const baghdad = body.data.filter(
      (policy: { hotel_public_id: string }) => policy.hotel_public_id === 'HTL-2026-0001',
    );
    expect(baghdad).toHaveLength(3);
    const moderate = baghdad.find((policy: { name_en: string }) => policy.name_en.startsWith('Moderate'));
    expect(moderate.rules).toEqual([
      { hours_before_check_in: 72, penalty: { type: 'PERCENT', value: 50 } },
      { hours_before_check_in: 24, penalty: { type: 'PERCENT', value: 100 } },
    ]);
    expect(moderate.no_show_penalty).toEqual({ type: 'PERCENT', value: 100 });
    expect(
      body.data.some((policy: { hotel_public_id: string }) => policy.hotel_public_id === 'HTL-2026-0099'),
    ).toBe(false);
  });
});

describe('GET /health', () => {
  it('needs no credentials, counts against no limit and reports latency', async () => {
    await get('/v1/hotels');
    const response = await service.app.inject({ url: '/v1/health' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      success: true,
      status: 'OPERATIONAL',
      version: readVersion(),
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      environment: 'sandbox',
      latency: { window_seconds: 60, requests: expect.any(Number), p50_ms: expect.any(Number) },
      database: { status: 'UP', latency_ms: expect.any(Number) },
      uptime_seconds: expect.any(Number),
    });
    const remaining = () =>
      service.app.inject({ url: '/v1/health' }).then((r) => r.headers['ratelimit-remaining']);
    expect(await remaining()).toBe(await remaining());
  });
});

describe('responses', () => {
  it('carry an entity tag and become 304 while nothing has changed', async () => {
    const first = await get('/v1/hotels');
    const tag = first.headers.etag!;
    expect(tag).toMatch(/^W\/"/);
    const again = await service.call('GET', '/v1/hotels', {
      headers: { 'if-none-match': `"other", ${tag}` },
    });
    expect([again.status, again.body]).toEqual([304, null]);
    const other = await service.call('GET', '/v1/hotels', { headers: { 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
    const own = await startTestService({ databaseUrl: service.databaseUrl });
    await own.context.pool.query("update hotels set star_rating = 4 where public_id = 'HTL-2026-0002'");
    await service.context.feed.catchUp();
    const changed = await service.call('GET', '/v1/hotels', { headers: { 'if-none-match': tag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(tag);
    await own.close();
  });

  it.each(['gzip', 'br'])('are compressed with %s when large, and not when small', async (encoding) => {
    const headers = { ...service.credentials, 'accept-encoding': encoding };
    const large = await service.app.inject({ url: '/v1/hotels', headers });
    expect(large.headers['content-encoding']).toBe(encoding);
    const plain = await service.app.inject({ url: '/v1/hotels', headers: service.credentials });
    expect(large.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    expect(large.headers.etag).toBe(plain.headers.etag);
    const small = await service.app.inject({ url: '/v1/health', headers });
    expect(small.headers['content-encoding']).toBeUndefined();
  });
});
