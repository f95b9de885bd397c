import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codesOf, HOTEL, type Pushes, pushesOf, type UpdateBody } from '../../support/ari.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST, inDays } from '../../support/stay.ts';

let service: TestService;
let supplier: Pushes;
beforeAll(async () => {
  service = await startTestService({ housekeeping: false });
  supplier = await pushesOf(service);
  const { id } = service.context.snapshot.findHotel(HOTEL)!;
  await service.context.pool.query('update nights set blocked = 0 where hotel_id = $1', [id]);
  await service.context.pool.query('delete from day_prices where hotel_id = $1', [id]);
});
afterAll(() => service.end());

const push = (...updates: UpdateBody[]) => supplier.push(updates);
const plan = (set: object, rest: Partial<UpdateBody> = {}): UpdateBody => ({ ratePlan: 'BB', set, ...rest });
const codes = async (...updates: UpdateBody[]) => codesOf(await push(...updates));

describe('a push', () => {
  it('sets rooms, prices and restrictions, and a read shows them with the message', async () => {
    const response = await supplier.push(
      [
        { ref: 'rooms', set: { allotment: 7, blocked: 1, cta: true, minStay: 2, maxStay: 9 } },
        plan({ prices: { double: '130000' }, stopSell: true, minStayThrough: 3 }, { ref: 'plan' }),
      ],
      { messageId: 'first' },
    );
    expect(response.status).toBe(200);
    expect(response.body.data).toMatchObject({ message_id: 'first', status: 'APPLIED', seen_event: 0 });
    expect(response.body.data.results).toEqual([
      { ref: 'rooms', status: 'APPLIED', reasons: [] },
      { ref: 'plan', status: 'APPLIED', reasons: [] },
    ]);
    const by = { version: 1, changed_by: supplier.headers['x-client-id'], message_id: 'first' };
    expect(await supplier.inForce(30)).toMatchObject({
      ...{
        open: true,
        allotment: 7,
        blocked: 1,
        cta: true,
        ctd: false,
        min_stay: 2,
        max_stay: 9,
        rooms_left: 6,
      },
      ...by,
    });
    const { prices, ...days } = await supplier.inForce(30, 'BB');
    expect(prices).toMatchObject({ double: '130000' });
    expect(days).toMatchObject({
      is_usual_price: false,
      stop_sell: true,
      min_stay_through: 3,
      max_stay: null,
      ...by,
    });
    expect(await supplier.inForce(31)).toMatchObject({ version: 0, message_id: null, changed_at: null });
  });

  it('is in the memory of the node when the response comes', async () => {
    await push({ from: 33, set: { allotment: 3 } });
    const { roomTypeId } = demoStay();
    const url = `/v1/availability?hotelId=${HOTEL}&roomTypeId=${roomTypeId}&days=1&startDate=${inDays(33)}`;
    expect((await service.call('GET', url)).body.data[0].allotment).toBe(3);
  });

  it('names products by code or id, and days by weekday', async () => {
    const { roomTypeId, ratePlanId } = demoStay();
    const set = { prices: { double: '140000' } };
    const response = await push(
      { roomType: roomTypeId.toUpperCase(), from: 60, to: 73, weekdays: ['fri'], set: { blocked: 3 } },
      { roomType: 'DBL', ratePlan: ratePlanId, from: 60, to: 61, set },
    );
    expect(codesOf(response)).toEqual([[], []]);
    const days = Array.from({ length: 14 }, (_, index) => 60 + index);
    const blocked = await Promise.all(days.map(async (day) => (await supplier.inForce(day)).blocked));
    const isFriday = (day: number) => new Date(inDays(day)).getUTCDay() === 5;
    expect(blocked).toEqual(days.map((day) => (isFriday(day) ? 3 : 0)));
    expect((await supplier.inForce(61, 'BB')).prices.double).toBe('140000');
  });

  it('leaves what it does not name, and null puts a day of a plan back to the usual', async () => {
    const usual = (await supplier.inForce(34, 'BB')).prices;
    await push(plan({ prices: { single: '99000', double: '131000' }, minStay: 4, cta: true }, { from: 34 }));
    await push(plan({ prices: { child: '7000' }, cta: null }, { from: 34 }));
    expect(await supplier.inForce(34, 'BB')).toMatchObject({
      prices: { single: '99000', double: '131000', extra_adult: usual.extra_adult, child: '7000' },
      ...{ min_stay: 4, cta: false },
    });
    await push(plan({ prices: null, minStay: null }, { from: 34 }));
    expect(await supplier.inForce(34, 'BB')).toMatchObject({
      prices: usual,
      is_usual_price: true,
      min_stay: 1,
    });
    const left = await service.context.pool.query('select 1 from plan_days where day = $1', [inDays(34)]);
    expect(left.rowCount).toBe(0);
  });

  it('opens a night with a number of rooms, not with a restriction', async () => {
    await service.context.pool.query('delete from nights where room_type_id = $1 and day in ($2, $3)', [
      demoStay().roomTypeId,
      ...[inDays(35), inDays(36)],
    ]);
    await push({ from: 35, set: { minStay: 2 } }, { from: 36, set: { roomsLeft: 4 } });
    expect(await supplier.inForce(35)).toMatchObject({ open: false, min_stay: 2 });
    expect(await supplier.inForce(36)).toMatchObject({ open: true, allotment: 4 });
  });

  it('that repeats what is in force changes no version, and one update may repeat another', async () => {
    await push({ from: 37, set: { allotment: 6 } });
    const before = await supplier.inForce(37);
    expect(await codes({ from: 37, set: { allotment: 6 } }, { from: 37, set: { allotment: 6 } })).toEqual([
      [],
      [],
    ]);
    expect(await supplier.inForce(37)).toEqual(before);
  });
});

describe('an update is rejected', () => {
  it.each<[string, UpdateBody]>([
    ['FROM_AFTER_TO', { from: 31, to: 30, set: { allotment: 1 } }],
    ['NOTHING_SET', { set: {} }],
    ['NOTHING_SET', plan({ prices: {} })],
    ['ALLOTMENT_AND_ROOMS_LEFT', { set: { allotment: 1, roomsLeft: 1 } }],
    ['UNKNOWN_ROOM_TYPE', { roomType: 'XXX', set: { allotment: 1 } }],
    ['UNKNOWN_RATE_PLAN', { ratePlan: 'XXX', set: { stopSell: true } }],
    ['UNKNOWN_RATE_PLAN', { ratePlan: demoStay({ room: 'SGL' }).ratePlanId, set: { stopSell: true } }],
    ['NOT_FOR_ROOM_TYPE', { set: { prices: null } }],
    ['NOT_FOR_ROOM_TYPE', { set: { minStayThrough: 2 } }],
    ['NOT_FOR_RATE_PLAN', plan({ allotment: 1 })],
    ['NOT_FOR_RATE_PLAN', plan({ roomsLeft: 1 })],
    ['NOT_FOR_RATE_PLAN', plan({ blocked: 1 })],
    ['INVALID_PRICE', plan({ prices: { double: '0' } })],
    ['INVALID_PRICE', plan({ prices: { double: '100.50' } })],
    ['INVALID_PRICE', plan({ prices: { child: '-1' } })],
    ['INVALID_PRICE', plan({ prices: { extraAdult: '2147483648' } })],
    ['MIN_ABOVE_MAX', { set: { minStay: 5, maxStay: 4 } }],
    ['MIN_ABOVE_MAX', plan({ minStayThrough: 5, maxStay: 4 })],
    ['TOO_MANY_ROOMS', { set: { roomsLeft: 32_767, blocked: 1 } }],
  ])('%s: %j', async (code, update) => {
    const before = [await supplier.inForce(30), await supplier.inForce(30, 'BB')];
    const response = await push(update);
    expect([response.status, response.body.data.status, codesOf(response)]).toEqual([
      200,
      'REJECTED',
      [[code]],
    ]);
    expect([await supplier.inForce(30), await supplier.inForce(30, 'BB')]).toEqual(before);
  });

  it('NO_DAYS: when no day is one of its weekdays', async () => {
    const weekday = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][
      (new Date(inDays(31)).getUTCDay() + 6) % 7
    ]!;
    expect(await codes({ from: 31, to: 36, weekdays: [weekday], set: { blocked: 0 } })).toEqual([
      ['NO_DAYS'],
    ]);
    expect(await codes({ from: 31, to: 37, weekdays: [weekday], set: { blocked: 0 } })).toEqual([[]]);
  });

  it('MIN_ABOVE_MAX: as a whole, when one of its days has a maximum below it; the others are applied', async () => {
    await push({ from: 42, set: { maxStay: 3 } });
    const response = await push(
      { from: 40, to: 44, set: { minStay: 4 } },
      { from: 40, to: 44, set: { ctd: true } },
    );
    expect(codesOf(response)).toEqual([['MIN_ABOVE_MAX'], []]);
    expect(response.body.data.results[0].reasons[0].message).toContain(`on ${inDays(42)}`);
    expect(await supplier.inForce(40)).toMatchObject({ min_stay: 1, ctd: true });
    expect(await codes({ from: 42, set: { minStay: 3 } })).toEqual([[]]);
  });

  it('CONFLICTING_UPDATES: each of those that contradict each other, and no other', async () => {
    const response = await push(
      { ref: 'a', from: 45, to: 47, set: { allotment: 4 } },
      { ref: 'b', from: 47, to: 48, set: { roomsLeft: 4 } },
      { ref: 'c', from: 46, to: 47, set: { allotment: 4 } },
      { ref: 'd', from: 46, set: { allotment: 4, cta: true } },
      { ref: 'e', from: 47, set: { cta: true } },
      { ref: 'f', from: 47, roomType: 'SGL', set: { allotment: 5 } },
    );
    const rejected = ['CONFLICTING_UPDATES'];
    expect(codesOf(response)).toEqual([rejected, rejected, rejected, [], [], []]);
    expect(response.body.data.status).toBe('PARTLY_APPLIED');
    expect(response.body.data.results[1].reasons[0].message).toContain(
      `update a sets allotment or roomsLeft on ${inDays(47)}`,
    );
    const prices = (set: object) => plan({ prices: set }, { from: 45 });
    expect(await codes(prices({ double: '120000' }), prices({ single: '90000' }))).toEqual([[], []]);
    expect(await codes(plan({ prices: null }, { from: 45 }), prices({ single: '90000' }))).toEqual([
      rejected,
      rejected,
    ]);
  });

  it('SENT_TOO_FAR_AHEAD, UNKNOWN_EVENT: all updates of the message', async () => {
    const sent = (minutes: number) => ({ sentAt: new Date(Date.now() + minutes * 60_000).toISOString() });
    const pushed = async (rest: object) =>
      codesOf(await supplier.push([{ set: { ctd: false } }, { from: 31, set: { ctd: false } }], rest));
    expect(await pushed(sent(6))).toEqual([['SENT_TOO_FAR_AHEAD'], ['SENT_TOO_FAR_AHEAD']]);
    expect(await pushed({ seenEvent: 1 })).toEqual([['UNKNOWN_EVENT'], ['UNKNOWN_EVENT']]);
    expect(await pushed({ seenEvent: 0 })).toEqual([[], []]);
    expect(await pushed(sent(4))).toEqual([[], []]);
  });

  it('NOT_APPLIED: the others of an atomic message, rejected before or at the desk', async () => {
    const atomic = async (...updates: UpdateBody[]) =>
      codesOf(await supplier.push(updates, { atomic: true }));
    const good = { from: 49, set: { blocked: 4 } };
    expect(await atomic(good, { roomType: 'XXX', set: { blocked: 1 } })).toEqual([
      ['NOT_APPLIED'],
      ['UNKNOWN_ROOM_TYPE'],
    ]);
    expect(await atomic(good, { from: 50, set: { minStay: 5, maxStay: 4 } })).toEqual([
      ['NOT_APPLIED'],
      ['MIN_ABOVE_MAX'],
    ]);
    expect((await supplier.inForce(49)).blocked).toBe(0);
    expect(await atomic(good, { from: 50, set: { blocked: 4 } })).toEqual([[], []]);
    expect([(await supplier.inForce(49)).blocked, (await supplier.inForce(50)).blocked]).toEqual([4, 4]);
  });
});

describe('an update has a warning', () => {
  it('PAST_CLAMPED, BEYOND_HORIZON: for days that are left out', async () => {
    const response = await push(
      { from: -1, to: 530, set: { cta: false } },
      { from: 0, to: 531, roomType: 'SGL', set: { ctd: false } },
      { from: -9, to: -1, roomType: 'TRP', set: { ctd: false } },
      { from: 0, to: 530, roomType: 'TRP', set: { ctd: false } },
    );
    expect(codesOf(response)).toEqual([['PAST_CLAMPED'], ['BEYOND_HORIZON'], ['PAST'], []]);
    expect(response.body.data.results.map((one: { status: string }) => one.status)).toEqual([
      ...['WARNING', 'WARNING', 'REJECTED', 'APPLIED'],
    ]);
    expect(response.body.data.status).toBe('PARTLY_APPLIED');
  });

  it('PRICE_OUTLIER: for more than five times the usual price, or less than a fifth', async () => {
    const usual = Number((await supplier.inForce(52, 'BB')).prices.double);
    const priced = (double: number) => codes(plan({ prices: { double: String(double) } }, { from: 52 }));
    expect(await priced(usual * 5)).toEqual([[]]);
    expect(await priced(usual * 5 + 1)).toEqual([['PRICE_OUTLIER']]);
    expect(await priced(usual / 5)).toEqual([[]]);
    expect(await priced(usual / 5 - 1)).toEqual([['PRICE_OUTLIER']]);
  });

  it('BELOW_SOLD: for fewer rooms than are sold; nothing is cancelled, and nothing more is sold', async () => {
    const stay = demoStay({ from: 53, nights: 1 });
    await push({ from: 53, set: { allotment: 5 } });
    const book = async () =>
      (await service.call('POST', '/v1/bookings', { body: { ...stay, ...GUEST } })).status;
    expect([await book(), await book()]).toEqual([200, 200]);
    expect(await codes({ from: 53, set: { allotment: 2 } })).toEqual([[]]);
    expect(await codes({ from: 53, set: { allotment: 1 } })).toEqual([['BELOW_SOLD']]);
    expect(await supplier.inForce(53)).toMatchObject({ allotment: 1, booked: 2, rooms_left: 0 });
    expect(await book()).toBe(409);
  });

  it('OLDER_THAN_STORED: for fields that a later message has set; the others are applied', async () => {
    const at = (seconds: number) => ({
      sentAt: new Date(Date.now() - 60_000 + seconds * 1_000).toISOString(),
    });
    const sent = async (set: object, rest: object) => codesOf(await supplier.push([{ from: 54, set }], rest));
    expect(await sent({ allotment: 9, cta: true }, at(10))).toEqual([[]]);
    expect(await sent({ allotment: 8, ctd: true }, at(9))).toEqual([['OLDER_THAN_STORED']]);
    expect(await supplier.inForce(54)).toMatchObject({ allotment: 9, cta: true, ctd: true });
    expect(await sent({ roomsLeft: 7 }, at(10))).toEqual([[]]);
    expect((await supplier.inForce(54)).allotment).toBe(7);
    // The same value again, later: its time counts.
    expect(await sent({ roomsLeft: 7 }, at(20))).toEqual([[]]);
    expect(await sent({ allotment: 5 }, at(19))).toEqual([['OLDER_THAN_STORED']]);
    const price = async (set: object, rest: object) =>
      codesOf(await supplier.push([plan(set, { from: 54 })], rest));
    expect(await price({ prices: { double: '125000' } }, at(10))).toEqual([[]]);
    const usual = (await supplier.inForce(55, 'BB')).prices;
    expect(await price({ prices: null }, at(9))).toEqual([['OLDER_THAN_STORED']]);
    expect((await supplier.inForce(54, 'BB')).prices).toEqual({ ...usual, double: '125000' });
    expect(await price({ prices: null }, at(11))).toEqual([[]]);
    expect((await supplier.inForce(54, 'BB')).is_usual_price).toBe(true);
  });

  it('OLDER_THAN_STORED: a message without sentAt counts as sent when it arrived, for two clients', async () => {
    const other = await pushesOf(service);
    const at = (seconds: number) => ({ sentAt: new Date(Date.now() + seconds * 1_000).toISOString() });
    const sent = async (who: Pushes, set: object, rest: object = {}) =>
      codesOf(await who.push([{ from: 56, set }], rest));
    expect(await sent(supplier, { allotment: 6, cta: true }, at(-60))).toEqual([[]]);
    expect(await sent(other, { allotment: 7 })).toEqual([[]]);
    // Sent before the other client's message arrived, and delivered later.
    expect(await sent(supplier, { allotment: 5, cta: false }, at(-1))).toEqual([['OLDER_THAN_STORED']]);
    expect(await supplier.inForce(56)).toMatchObject({ allotment: 7, cta: false });
    expect(await sent(supplier, { allotment: 4 })).toEqual([[]]);
    // A clock that is ahead: what arrives before that time is older.
    expect(await sent(other, { allotment: 8 }, at(120))).toEqual([[]]);
    expect(await sent(supplier, { allotment: 9 })).toEqual([['OLDER_THAN_STORED']]);
    expect((await supplier.inForce(56)).allotment).toBe(8);
  });
});

describe('a message', () => {
  const set = { ctd: false };
  it('with a wrong shape is refused with its fields, few of them when all are wrong', async () => {
    const bad = async (updates: object[], rest: object = {}) => {
      const { status, body } = await supplier.push(updates as UpdateBody[], rest);
      return [status, body.error.details.map((one: { field: string }) => one.field)];
    };
    expect(await bad([])).toEqual([400, ['updates']]);
    expect(await bad([{ set }], { messageId: '' })).toEqual([400, ['messageId']]);
    expect(await bad([{ set }], { messageId: 'x'.repeat(256) })).toEqual([400, ['messageId']]);
    expect(await bad([{ set }], { sentAt: 'yesterday' })).toEqual([400, ['sentAt']]);
    expect(await bad([{ set }], { seenEvent: -1 })).toEqual([400, ['seenEvent']]);
    expect(
      await bad([
        { ref: 'r', set },
        { ref: 'r', set },
      ]),
    ).toEqual([400, ['updates.1.ref']]);
    expect(await bad([{ ref: 'x'.repeat(101), set }])).toEqual([400, ['updates.0.ref']]);
    const [, fields] = await bad(Array.from({ length: 9_000 }, () => ({ ref: 7, set })));
    expect(fields).toHaveLength(100);
  });

  it('has at most 10,000 updates and 200,000 days, and 2,000 days if it is atomic', async () => {
    const many = (updates: number, days = 1) =>
      Array.from({ length: updates }, () => ({ from: 0, to: days - 1, set }));
    const pushed = async (updates: UpdateBody[], rest?: object) => {
      const { status, body } = await supplier.push(updates, rest);
      return body.error?.message ?? status;
    };
    expect(await pushed(many(10_000))).toBe(200);
    expect(await pushed(many(10_001))).toMatch('at most 10000 items; it has 10001');
    expect(await pushed(many(400, 500))).toBe(200);
    expect(await pushed([...many(400, 500), { set }])).toMatch('at most 200000 days in a message');
    expect(await pushed(many(4, 500), { atomic: true })).toBe(200);
    expect(await pushed([...many(4, 500), { set }], { atomic: true })).toMatch(
      'at most 2000 days in an atomic',
    );
  });

  it('about a hotel that is not the supplier’s is refused', async () => {
    const refused = async (hotelId: string) => {
      const { status, body } = await supplier.push([{ set }], { hotelId });
      return [status, body.error.code];
    };
    expect(await refused('HTL-2026-0002')).toEqual([403, 'HOTEL_ACCESS_DENIED']);
    expect(await refused('HTL-2026-9999')).toEqual([404, 'HOTEL_NOT_FOUND']);
  });
});

describe('a read', () => {
  const read = async (query: string) => {
    const url = `/supply/v1/ari?hotelId=${HOTEL}&${query}`;
    return service.call('GET', url, { headers: supplier.headers });
  };

  it('has at most 366 days, of a year back to the end of the calendar', async () => {
    const status = async (from: number, to: number) =>
      (await read(`from=${inDays(from)}&to=${inDays(to)}&roomTypeId=DBL`)).status;
    expect(await Promise.all([status(0, 365), status(0, 366), status(1, 0)])).toEqual([200, 400, 400]);
    expect(await Promise.all([status(-366, -1), status(-367, -2)])).toEqual([200, 400]);
    expect(await Promise.all([status(500, 530), status(500, 531)])).toEqual([200, 400]);
  });

  it('can be about one room type or one rate plan', async () => {
    const days = `from=${inDays(1)}&to=${inDays(2)}`;
    const shapeOf = async (query: string) =>
      (await read(`${days}${query}`)).body.data.room_types.map(
        ({ code, rate_plans }: { code: string; rate_plans: { code: string; days: unknown[] }[] }) =>
          `${code} ${rate_plans.map((one) => `${one.code}${one.days.length}`)}`,
      );
    expect(await shapeOf('&roomTypeId=DBL&ratePlanId=BB')).toEqual(['DBL BB2']);
    expect((await shapeOf('&ratePlanId=BB')).every((text: string) => text.endsWith(' BB2'))).toBe(true);
    expect((await shapeOf('')).length).toBeGreaterThan(1);
    expect((await read(`${days}&roomTypeId=XXX`)).body.error.code).toBe('ROOM_TYPE_NOT_FOUND');
    expect((await read(`${days}&ratePlanId=XXX`)).body.error.code).toBe('RATE_PLAN_NOT_FOUND');
  });
});
