import { gunzipSync } from 'node:zlib';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SearchItem } from '../../../src/http/partner/search/search.schema.ts';
import { DEMO_OFFSETS } from '../../../src/sandbox/demo-calendar.ts';
import { demoId } from '../../../src/sandbox/demo-catalogue.ts';
import { SEED, seededIntegers } from '../../support/seeded.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST, inDays } from '../../support/stay.ts';

interface Plan {
  payment: { collected_by: string };
  rate_plan_id: string;
  currency: 'IQD' | 'USD';
  total: string;
  average_nightly: string;
  cancellation: { refundable: boolean; free_until: string | null };
}
interface Found {
  id: string;
  public_id: string;
  name_en: string;
  city: string;
  currency: string;
  rooms: { room_type_id: string; max_occupancy: number; available: number; rate_plans: Plan[] }[];
  lowest_total: string;
  price_currency: 'IQD' | 'USD';
}

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const PLAIN = { checkIn: inDays(30), checkOut: inDays(32) };
const post = (path: string, body: object, on = service) => on.call('POST', path, { body });
const search = async (body: object, on = service): Promise<Found[]> => {
  const response = await post('/v1/search', { ...PLAIN, ...body }, on);
  expect(response.status, JSON.stringify(response.body.error)).toBe(200);
  return response.body.data;
};
const idsOf = (found: Found[]) => found.map((hotel) => hotel.public_id);
const plansOf = (found: Found[]) =>
  found.flatMap((hotel) =>
    hotel.rooms.flatMap((room) => room.rate_plans.map((plan) => ({ hotel, room, plan }))),
  );

describe('POST /search', () => {
  it('finds every contracted hotel for nothing but two dates', async () => {
    const { body } = await post('/v1/search', PLAIN);
    expect(body.meta).toEqual({ count: 15, next_cursor: null });
    const [hotel] = body.data;
    expect(Object.keys(hotel)).toEqual([
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
      'rooms',
      'lowest_total',
      'price_currency',
    ]);
    expect(Object.keys(hotel.rooms[0])).toEqual([
      'room_type_id',
      'name_en',
      'name_ar',
      'max_occupancy',
      'available',
      'rate_plans',
    ]);
    expect(Object.keys(hotel.rooms[0].rate_plans[0])).toEqual([
      'rate_plan_id',
      'pricing_model',
      'currency',
      'total',
      'average_nightly',
      'payment',
      'cancellation',
    ]);
    expect(hotel.lowest_total).toBe(
      String(Math.min(...plansOf([hotel]).map(({ plan }) => Number(plan.total)))),
    );
    expect((await post('/api/v1/search', PLAIN)).body).toEqual(body);
  });

  it('matches its schema, although no serialiser enforces it', async () => {
    const found = await search({});
    for (const hotel of found) {
      expect([...Value.Errors(SearchItem, hotel)], hotel.public_id).toEqual([]);
      expect(Value.Clean(SearchItem, structuredClone(hotel))).toEqual(hotel);
    }
  });

  it.each(['Karbala', 'karbala', 'Kerbala', 'كربلاء', 'کەربەلا', 'Karbala, Iraq'])(
    'understands the destination %s',
    async (destination) => {
      const found = await search({ destination });
      expect(idsOf(found).sort()).toEqual(['HTL-2026-0005', 'HTL-2026-0006']);
    },
  );

  it.each(['Erbil', 'Arbil', 'Hewlêr', 'أربيل', 'هەولێر'])(
    'understands the destination %s',
    async (destination) => {
      expect(idsOf(await search({ destination })).sort()).toEqual(['HTL-2026-0003', 'HTL-2026-0004']);
    },
  );

  it.each(['Atlantis', '!', ' '])('finds nothing in an unknown place: %j', async (destination) => {
    const { status, body } = await post('/v1/search', { ...PLAIN, destination });
    expect([status, body.data, body.meta]).toEqual([200, [], { count: 0, next_cursor: null }]);
  });

  it('sorts by the lowest total in dinars, then by name, and names both currencies', async () => {
    const found = await search({});
    const currencies = new Set(found.map((hotel) => hotel.price_currency));
    expect(currencies).toEqual(new Set(['IQD', 'USD']));
    const rate = 1310;
    const dinars = found.map(
      (hotel) => Number(hotel.lowest_total) * (hotel.price_currency === 'USD' ? rate : 1),
    );
    expect(dinars).toEqual([...dinars].sort((one, other) => one - other));
    for (const { hotel, plan } of plansOf(found)) expect(plan.currency).toBe(hotel.currency);
    const inDollars = await search({ currency: 'USD' });
    expect(new Set(inDollars.map((hotel) => hotel.price_currency))).toEqual(new Set(['USD']));
    expect(inDollars.every((hotel) => /^\d+\.\d\d$/.test(hotel.lowest_total))).toBe(true);
  });

  it('pages without losing or repeating a hotel', async () => {
    const whole = idsOf(await search({}));
    for (const limit of [1, 4, 15, 200]) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const { body } = await post('/v1/search', { ...PLAIN, limit, ...(cursor !== null && { cursor }) });
        expect(body.data.length).toBeLessThanOrEqual(limit);
        seen.push(...idsOf(body.data));
        cursor = body.meta.next_cursor;
      } while (cursor !== null);
      expect(seen).toEqual(whole);
    }
  });

  it(`returns the first hotels of the complete result, although it stops early (seed ${SEED})`, async () => {
    const randomInt = seededIntegers();
    for (let round = 0; round < 20; round += 1) {
      const from = randomInt(1, 70);
      const asked = {
        ...{ checkIn: inDays(from), checkOut: inDays(from + randomInt(1, 5)) },
        ...{ roomsCount: randomInt(1, 4), adults: randomInt(1, 8), children: randomInt(0, 4) },
        ...[{}, { currency: 'IQD' }, { currency: 'USD' }][round % 3],
      };
      const whole = await search(asked);
      for (const limit of [1, 2, 5, 9])
        expect(await search({ ...asked, limit }), JSON.stringify(asked)).toEqual(whole.slice(0, limit));
    }
  });

  it(`gives exactly the totals and facts of the quote, for any party and currency (seed ${SEED})`, async () => {
    const randomInt = seededIntegers();
    for (let round = 0; round < 12; round += 1) {
      const party = {
        roomsCount: randomInt(1, 4),
        adults: randomInt(1, 7),
        children: randomInt(0, 4),
      };
      const from = randomInt(26, 38);
      const dates = { checkIn: inDays(from), checkOut: inDays(from + randomInt(1, 8)) };
      const currency = [{}, { currency: 'IQD' }, { currency: 'USD' }][round % 3]!;
      const asked = { ...dates, ...party, ...currency };
      const offers = plansOf(await search(asked));
      for (let pick = 0; pick < 8 && offers.length > 0; pick += 1) {
        const { hotel, room, plan } = offers[randomInt(0, offers.length)]!;
        const { status, body } = await post('/v1/price-check', {
          hotelId: hotel.id,
          roomTypeId: room.room_type_id,
          ratePlanId: plan.rate_plan_id,
          ...asked,
        });
        const about = JSON.stringify({ hotel: hotel.public_id, asked });
        expect(status, about).toBe(200);
        expect([plan.total, plan.currency, room.available], about).toEqual([
          body.data.total,
          body.data.currency,
          body.data.available,
        ]);
        const [now, next] = body.data.cancellation.timeline;
        expect(plan.payment.collected_by).toBe(body.data.payment.collected_by);
        expect(plan.cancellation.refundable).toBe(Number(now.penalty_amount) < Number(plan.total));
        expect(plan.cancellation.free_until).toBe(Number(now.penalty_amount) > 0 ? null : next.from);
      }
    }
  });

  it(`offers exactly what can be booked: the quote refuses each stay that it leaves out (seed ${SEED})`, async () => {
    const randomInt = seededIntegers();
    const { body } = await service.call('GET', '/v1/hotels');
    for (const from of [9, 10, 11, 12, 13, 14, 20, 22, 24, 25, 40]) {
      const asked = { checkIn: inDays(from), checkOut: inDays(from + 2), adults: 3, children: 1 };
      const offered = new Set(plansOf(await search(asked)).map(({ plan }) => plan.rate_plan_id));
      for (const hotel of body.data.slice(0, 6)) {
        const rates = await service.call('GET', `/v1/rates?hotelId=${hotel.id}`);
        const plan = rates.body.data[randomInt(0, rates.body.data.length)];
        const quote = await post('/v1/price-check', {
          hotelId: hotel.id,
          roomTypeId: plan.room_type_id,
          ratePlanId: plan.id,
          ...asked,
        });
        expect([200, 409]).toContain(quote.status);
        expect(offered.has(plan.id), `${hotel.public_id} ${plan.code} from day ${from}`).toBe(
          quote.status === 200,
        );
      }
    }
  });

  it.each([
    ['stop sell', DEMO_OFFSETS.stopSell, 1],
    ['closed to arrival', DEMO_OFFSETS.closedToArrival, 1],
    ['closed to departure', DEMO_OFFSETS.closedToDeparture - 1, 1],
    ['too short a stay', DEMO_OFFSETS.minStayFirst, DEMO_OFFSETS.minStayNights - 1],
    ['sold out', DEMO_OFFSETS.soldOut, 1],
  ])('finds nothing: %s', async (_why, from, nights) => {
    expect(await search({ checkIn: inDays(from), checkOut: inDays(from + nights) })).toEqual([]);
  });

  it('finds rooms for stays just outside each restriction', async () => {
    for (const [from, nights] of [
      [DEMO_OFFSETS.stopSell - 1, 1],
      [DEMO_OFFSETS.closedToArrival - 1, 2],
      [DEMO_OFFSETS.closedToDeparture - 1, 2],
      [DEMO_OFFSETS.minStayFirst, DEMO_OFFSETS.minStayNights],
      [DEMO_OFFSETS.soldOut + 1, 1],
    ] as const)
      expect(
        (await search({ checkIn: inDays(from), checkOut: inDays(from + nights) })).length,
        `day ${from}`,
      ).toBeGreaterThan(0);
  });

  it('spreads a party over its rooms: a single room sleeps one, three rooms sleep more', async () => {
    const alone = await search({ adults: 1 });
    const four = await search({ adults: 4 });
    const fourInTwo = await search({ adults: 4, roomsCount: 2 });
    const rooms = (found: Found[]) => found.flatMap((hotel) => hotel.rooms).length;
    expect(rooms(four)).toBeLessThan(rooms(fourInTwo));
    expect(rooms(fourInTwo)).toBeLessThanOrEqual(rooms(alone));
    for (const hotel of four)
      for (const room of hotel.rooms) expect(room.max_occupancy).toBeGreaterThanOrEqual(4);
    expect(await search({ adults: 60, children: 40 })).toEqual([]);
  });

  it('shows own bookings and holds in the next response, and ignores a due hold', async () => {
    let shift = 0;
    const own = await startTestService({ clockShift: () => shift });
    const stay = demoStay({ hotel: 'HTL-2026-0005', room: 'DBL', from: 30, nights: 2 });
    const left = async () => {
      const found = await search({ destination: 'Karbala' }, own);
      return found.flatMap((hotel) => hotel.rooms).find((room) => room.room_type_id === stay.roomTypeId)
        ?.available;
    };
    const before = (await left())!;
    await post('/v1/bookings', { ...stay, ...GUEST, roomsCount: 2, adults: 2 }, own);
    expect(await left()).toBe(before - 2);
    await post('/v1/prebook', { ...stay, ...GUEST, roomsCount: 3, adults: 3 }, own);
    expect(await left()).toBe(before - 5);
    shift = 15 * 60_000 + 1_000;
    expect(await left()).toBe(before - 2);
    await own.end();
  });

  it('leaves out a room type the moment its last room is gone', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0006', room: 'DBL', from: 33, nights: 1 });
    const room = async (asked: object = {}) =>
      (await search({ destination: 'Karbala', checkIn: stay.checkIn, checkOut: stay.checkOut, ...asked }))
        .flatMap((hotel) => hotel.rooms)
        .find((one) => one.room_type_id === stay.roomTypeId);
    const { available, rate_plans } = (await room())!;
    expect(await room({ roomsCount: available, adults: available })).toBeDefined();
    expect(await room({ roomsCount: available + 1, adults: available + 1 })).toBeUndefined();
    const booked = await post('/v1/bookings', {
      ...stay,
      ...GUEST,
      ratePlanId: rate_plans[0]!.rate_plan_id,
      roomsCount: available,
      adults: available,
    });
    expect(booked.status).toBe(200);
    expect(await room()).toBeUndefined();
  });

  it('sees only the hotels of its contracts, and only active ones', async () => {
    const own = await startTestService();
    expect(idsOf(await search({}, own))).not.toContain('HTL-2026-0099');
    await own.context.pool.query("update hotels set status = 'SUSPENDED' where public_id = 'HTL-2026-0005'");
    await own.context.pool.query('delete from contracts where hotel_id = $1', [demoId('HTL-2026-0006')]);
    await own.context.feed.catchUp();
    expect(await search({ destination: 'Karbala' }, own)).toEqual([]);
    const hotels = await own.call('GET', '/v1/hotels');
    expect(idsOf(hotels.body.data)).toContain('HTL-2026-0005');
    expect(idsOf(hotels.body.data)).not.toContain('HTL-2026-0006');
    await own.end();
  });

  it('follows the catalogue: a new price, an inactive room and a renamed city show at once', async () => {
    const own = await startTestService();
    const run = async (sql: string, values: unknown[]) => {
      await own.context.pool.query(sql, values);
      await own.context.feed.catchUp();
    };
    const plan = demoId('HTL-2026-0005', 'plan', 'DBL', 'BB');
    const offer = async () =>
      plansOf(await search({ destination: 'Karbala' }, own)).find((one) => one.plan.rate_plan_id === plan);
    await run('update rate_plans set double_price = 111111 where id = $1', [plan]);
    expect((await offer())!.plan.total).toBe(String(222_222 + 11_111 + 22_222));
    await run('update room_types set active = false where id = $1', [demoId('HTL-2026-0005', 'room', 'DBL')]);
    expect(await offer()).toBeUndefined();
    await run("update hotels set city = 'Samarra' where public_id = 'HTL-2026-0005'", []);
    expect(idsOf(await search({ destination: 'سامراء' }, own))).toEqual(['HTL-2026-0005']);
    await own.end();
  });

  it('drops no hotel by its lower price bound, even if charges enlarge rounding differences', async () => {
    const own = await startTestService();
    const run = (sql: string) => own.context.pool.query(sql);
    await run('update hotels set tax_basis_points = 10000, service_basis_points = 10000');
    await run('delete from day_prices');
    await run(
      "update rate_plans set currency = 'IQD', single_price = 13168, double_price = 13168, extra_adult_price = 0, child_price = 0",
    );
    await run(
      "update rate_plans set single_price = 13172, double_price = 13172 where hotel_id = (select id from hotels where public_id = 'HTL-2026-0001')",
    );
    await run("update hotels set name_en = 'AAA' where public_id = 'HTL-2026-0001'");
    await run(
      'update nights set allotment = 100, blocked = 0, stop_sell = false, closed_to_arrival = false, closed_to_departure = false, min_stay = 1, max_stay = null',
    );
    await own.context.feed.catchUp();
    const asked = { checkIn: inDays(5), checkOut: inDays(35), roomsCount: 20, adults: 20, currency: 'USD' };
    const whole = await search(asked, own);
    expect(whole[0]!.name_en).toBe('AAA');
    expect(await search({ ...asked, limit: 1 }, own)).toEqual(whole.slice(0, 1));
    await own.end();
  });

  it('has the total of the quote and of the booking before and after a scheduled change of charges', async () => {
    let shift = 0;
    const own = await startTestService({ clockShift: () => shift });
    const from = Date.now() + 3_600_000;
    const scheduled = [
      { from: new Date(from).toISOString(), tax_basis_points: 733, service_basis_points: 0 },
      { from: new Date(from + 3_600_000).toISOString(), tax_basis_points: 0, service_basis_points: 10_000 },
    ];
    await own.context.pool.query('update hotels set charge_changes = $1', [JSON.stringify(scheduled)]);
    await own.context.feed.catchUp();
    for (const [moment, tax, service] of [
      [0, 5, 10],
      [3_600_500, 7.33, 0],
      [7_200_500, 0, 100],
    ] as const) {
      shift = moment;
      const whole = await search({}, own);
      expect(await search({ limit: 3 }, own)).toEqual(whole.slice(0, 3));
      for (const { hotel, room, plan } of [plansOf(whole)[0]!, plansOf(whole).at(-1)!]) {
        const stay = {
          ...{ ...PLAIN, hotelId: hotel.id, roomTypeId: room.room_type_id, ratePlanId: plan.rate_plan_id },
        };
        const quote = (await post('/v1/price-check', stay, own)).body.data;
        expect(quote.total).toBe(plan.total);
        expect([quote.tax.percent, quote.service_charge.percent]).toEqual([tax, service]);
        const booked = await post('/v1/bookings', { ...stay, ...GUEST, quoteId: quote.quote_id }, own);
        expect([booked.status, booked.body.data?.price.total]).toEqual([200, plan.total]);
        const { taxes } = (await own.call('GET', `/v1/hotels/${hotel.id}`)).body.data;
        expect(taxes).toEqual({ tax_percent: tax, service_charge_percent: service });
      }
    }
    await own.end();
  });

  it('pages past a hotel with the longest of names', async () => {
    const own = await startTestService();
    await own.context.pool.query("update hotels set name_en = repeat('ف', 200)");
    await own.context.feed.catchUp();
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { status, body } = await post(
        '/v1/search',
        { ...PLAIN, limit: 1, ...(cursor !== null && { cursor }) },
        own,
      );
      expect(status).toBe(200);
      seen.push(...idsOf(body.data));
      cursor = body.meta.next_cursor;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(15);
    await own.end();
  });

  it('gives no price that cannot be converted', async () => {
    const own = await startTestService();
    await own.context.pool.query('delete from exchange_rates');
    await own.context.feed.catchUp();
    const asked = { ...PLAIN, destination: 'Karbala' };
    expect((await post('/v1/search', asked, own)).status).toBe(200);
    // Without a rate, hotels are still found in their own currencies. Only sorting them together needs a rate.
    expect((await post('/v1/search', PLAIN, own)).body.meta.count).toBe(15);
    for (const [path, body] of [
      ['/v1/search', { ...asked, currency: 'USD' }],
      ['/v1/price-check', { ...demoStay(), currency: 'USD' }],
    ] as const) {
      const refused = await post(path, body, own);
      expect([refused.status, refused.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(refused.body.error.message).toContain('no exchange rate');
    }
    await own.end();
  });

  it('names fields it ignored, and travels compressed', async () => {
    const { body } = await post('/v1/search', { ...PLAIN, destination: 'Karbala', stars: 5 });
    expect(body.warnings).toEqual([
      { field: 'stars', code: 'UNKNOWN_FIELD', message: 'unknown field stars was ignored' },
    ]);
    const packed = await service.app.inject({
      method: 'POST',
      url: '/v1/search',
      headers: { ...service.credentials, 'accept-encoding': 'gzip' },
      payload: PLAIN,
    });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(packed.rawPayload).toString()).data).toHaveLength(15);
  });

  it.each([
    [{ checkIn: undefined }, 'checkIn'],
    [{ checkOut: undefined }, 'checkOut'],
    [{ checkIn: '2027-02-30' }, 'checkIn'],
    [{ checkIn: inDays(-1), checkOut: inDays(1) }, 'checkIn'],
    [{ checkIn: inDays(501), checkOut: inDays(502) }, 'checkIn'],
    [{ checkOut: inDays(30) }, 'checkOut'],
    [{ checkOut: inDays(61) }, 'checkOut'],
    [{ destination: '' }, 'destination'],
    [{ destination: 'x'.repeat(101) }, 'destination'],
    [{ destination: 5 }, 'destination'],
    [{ adults: 0 }, 'adults'],
    [{ adults: 61 }, 'adults'],
    [{ adults: '2' }, 'adults'],
    [{ children: -1 }, 'children'],
    [{ children: 41 }, 'children'],
    [{ roomsCount: 0 }, 'roomsCount'],
    [{ roomsCount: 21 }, 'roomsCount'],
    [{ rooms_count: 2 }, 'rooms_count'],
    [{ currency: 'EUR' }, 'currency'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 201 }, 'limit'],
    [{ cursor: 'bm90IG9uZQ' }, 'cursor'],
  ])('refuses %j', async (wrong, field) => {
    const { status, body } = await post('/v1/search', { ...PLAIN, ...wrong });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.error.details[0].field).toBe(field);
  });

  it.each([
    { checkIn: inDays(0), checkOut: inDays(1) },
    { checkIn: inDays(499), checkOut: inDays(500) },
    { checkIn: inDays(30), checkOut: inDays(60) },
    { destination: 'x'.repeat(100) },
    { adults: 60, children: 40, roomsCount: 20 },
    { limit: 1 },
    { limit: 200 },
  ])('takes the bound itself: %j', async (edge) => {
    expect((await post('/v1/search', { ...PLAIN, ...edge })).status).toBe(200);
  });
});
