import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codesOf, HOTEL, type Pushes, pushesOf, type UpdateBody } from '../../support/ari.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { inDays } from '../../support/stay.ts';

let service: TestService;
let supplier: Pushes;
beforeAll(async () => {
  service = await startTestService({ housekeeping: false });
  supplier = await pushesOf(service);
  await supplier.push([{ from: 0, to: 90, set: { blocked: 0, cta: false } }]);
});
afterAll(() => service.end());

const good: UpdateBody = { ref: 'good', from: 40, set: { cta: true } };

/** Pushes updates exactly as they are written here. */
const pushRaw = (updates: unknown[], rest: object = {}) =>
  service.call('POST', '/supply/v1/ari', {
    headers: supplier.headers,
    body: { hotelId: HOTEL, messageId: randomUUID(), updates, ...rest },
  });
const raw = (changes: object) => ({
  ...{ ref: 'wrong', roomType: 'DBL', from: inDays(41), to: inDays(41), set: { cta: true } },
  ...changes,
});

const ROOMS = 'send a whole number from 0 to 32767';
const NIGHTS = 'send a whole number from 1 to 30, or null';

describe('an update with a wrong value is rejected, and the others are applied', () => {
  it.each<[string, object, string, string, string]>([
    ['minStay: 31', { set: { minStay: 31 } }, 'TOO_LARGE', 'set.minStay', NIGHTS],
    ['minStay: 0', { set: { minStay: 0 } }, 'TOO_SMALL', 'set.minStay', NIGHTS],
    ['minStay: "2"', { set: { minStay: '2' } }, 'WRONG_TYPE', 'set.minStay', NIGHTS],
    ['minStay: 1.5', { set: { minStay: 1.5 } }, 'WRONG_TYPE', 'set.minStay', NIGHTS],
    ['roomsLeft: -1', { set: { roomsLeft: -1 } }, 'TOO_SMALL', 'set.roomsLeft', ROOMS],
    ['allotment: 32768', { set: { allotment: 32_768 } }, 'TOO_LARGE', 'set.allotment', ROOMS],
    ['blocked: null', { set: { blocked: null } }, 'WRONG_TYPE', 'set.blocked', `${ROOMS}, or leave it out`],
    ['stopSell: 1', { set: { stopSell: 1 } }, 'WRONG_TYPE', 'set.stopSell', 'send true or false, or null'],
    ['set: null', { set: null }, 'WRONG_TYPE', 'set', 'send a JSON object'],
    ['no set', { set: undefined }, 'REQUIRED', 'set', 'send a JSON object'],
    ['set: []', { set: [] }, 'WRONG_TYPE', 'set', 'send a JSON object'],
    [
      'a number as price',
      { ratePlan: 'BB', set: { prices: { double: 120000 } } },
      ...(['WRONG_TYPE', 'set.prices.double', 'send text: "120000"'] as const),
    ],
    [
      'a price: null',
      { ratePlan: 'BB', set: { prices: { double: null } } },
      ...(['WRONG_TYPE', 'set.prices.double', 'send text of 1 to 20 characters, or leave it out'] as const),
    ],
    ['minstay', { set: { minstay: 2 } }, 'UNKNOWN_FIELD', 'set.minstay', 'did you mean minStay?'],
    ['rooms_left', { set: { rooms_left: 2 } }, 'UNKNOWN_FIELD', 'set.rooms_left', 'did you mean roomsLeft?'],
    ['rate_plan', { rate_plan: 'BB' }, 'UNKNOWN_FIELD', 'rate_plan', 'did you mean ratePlan?'],
    [
      'an unknown price',
      { ratePlan: 'BB', set: { prices: { triple: '1' } } },
      'UNKNOWN_FIELD',
      'set.prices.triple',
      'leave it out; known fields are single, double, extraAdult, child',
    ],
    ['no from', { from: undefined }, 'REQUIRED', 'from', 'send a date such as 2027-01-15'],
    ['from: 2027-02-30', { from: '2027-02-30' }, 'INVALID_FORMAT', 'from', 'send a date such as 2027-01-15'],
    ['from: 15.1.2027', { from: '15.1.2027' }, 'INVALID_FORMAT', 'from', 'send a date such as 2027-01-15'],
    ['weekdays: monday', { weekdays: ['Monday'] }, 'NOT_ALLOWED', 'weekdays.0', 'did you mean mon?'],
    [
      'weekdays: 1',
      { weekdays: [1] },
      ...(['WRONG_TYPE', 'weekdays.0', 'send one of sun, mon, tue, wed, thu, fri, sat'] as const),
    ],
    [
      'weekdays: []',
      { weekdays: [] },
      ...(['TOO_SHORT', 'weekdays', 'send a list of sun, mon, tue, wed, thu, fri, sat'] as const),
    ],
    [
      'eight weekdays',
      { weekdays: Array(8).fill('mon') },
      ...(['TOO_LONG', 'weekdays', 'name each weekday once'] as const),
    ],
    ['no room type', { roomType: undefined }, 'REQUIRED', 'roomType', 'send text of 1 to 100 characters'],
  ])('%s', async (_, changes, code, path, suggestion) => {
    const { status, body } = await pushRaw([{ ...raw({}), ref: 'good' }, raw(changes)]);
    expect([status, body.data?.status]).toEqual([200, 'PARTLY_APPLIED']);
    expect(body.data.results).toEqual([
      { ref: 'good', status: 'APPLIED', reasons: [] },
      {
        ref: 'wrong',
        status: 'REJECTED',
        reasons: [{ code, path: `updates.1.${path}`, message: expect.stringContaining(path), suggestion }],
      },
    ]);
  });

  it('control: the limits themselves are applied', async () => {
    const sets = [{ minStay: 30 }, { minStay: 1 }, { roomsLeft: 0 }, { stopSell: null }, { minStay: null }];
    for (const set of sets) expect(codesOf(await supplier.push([{ from: 42, set }]))).toEqual([[]]);
    expect(codesOf(await supplier.push([{ from: 42, set: { allotment: 32_767 } }]))).toEqual([[]]);
  });

  it('names every wrong field, but at most five', async () => {
    const set = { minStay: 31, maxStay: 0, cta: 'no', ctd: 'no', stopSell: 'no', blocked: -1 };
    const [reasons] = (await pushRaw([raw({ set })])).body.data.results.map(
      (one: { reasons: { path: string }[] }) => one.reasons.map(({ path }) => path),
    );
    expect(reasons).toHaveLength(5);
    expect(new Set(reasons).size).toBe(5);
    expect(reasons).toContain('updates.0.set.minStay');
  });

  it('a price that is no amount: names field, currency and decimals', async () => {
    const reasonsOf = async (prices: object) =>
      (await supplier.push([{ ratePlan: 'BB', set: { prices } }])).body.data.results[0].reasons;
    expect(await reasonsOf({ single: '90000', double: '100.50', child: '-1' })).toEqual([
      {
        code: 'INVALID_PRICE',
        path: 'updates.0.set.prices.double',
        message: 'prices.double must be an amount in IQD without decimals, above 0 and at most 2147483647',
      },
      {
        code: 'INVALID_PRICE',
        path: 'updates.0.set.prices.child',
        message: 'prices.child must be an amount in IQD without decimals, 0 or more and at most 2147483647',
      },
    ]);
  });
});

describe('a message with a wrong update', () => {
  it('that is no object or has no ref is refused, because the response could not name it', async () => {
    const refused = async (update: unknown) => {
      const { status, body } = await pushRaw([raw({}), update]);
      return [status, body.error?.details[0].field];
    };
    expect(await refused('x')).toEqual([400, 'updates.1']);
    expect(await refused(raw({ ref: undefined }))).toEqual([400, 'updates.1.ref']);
    expect(await refused(raw({ ref: 7 }))).toEqual([400, 'updates.1.ref']);
    expect(await refused(raw({ ref: '😀'.repeat(101) }))).toEqual([400, 'updates.1.ref']);
    expect(await refused(raw({ ref: '😀'.repeat(100) }))).toEqual([200, undefined]);
  });

  it('that is atomic changes nothing', async () => {
    await supplier.push([{ from: 40, set: { cta: false } }]);
    const wrong = { ref: 'wrong', from: 40, set: { minStay: 31 } };
    const atomic = await supplier.push([good, wrong], { atomic: true });
    expect([atomic.body.data.status, codesOf(atomic)]).toEqual([
      'REJECTED',
      [['NOT_APPLIED'], ['TOO_LARGE']],
    ]);
    expect((await supplier.inForce(40)).cta).toBe(false);
    expect(codesOf(await supplier.push([good, wrong]))).toEqual([[], ['TOO_LARGE']]);
    expect((await supplier.inForce(40)).cta).toBe(true);
  });

  it('gets the same response again, and another body with its id is refused', async () => {
    const messageId = randomUUID();
    const send = (minStay: number) => supplier.push([good, { ref: 'w', set: { minStay } }], { messageId });
    const [first, again] = [await send(31), await send(31)];
    expect(first.body.data.status).toBe('PARTLY_APPLIED');
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    expect((await send(32)).body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
    const turned = { headers: supplier.headers, body: { hotelId: HOTEL, messageId: randomUUID() } };
    const set = { minStay: 31, cta: true };
    const orders = [raw({ set }), Object.fromEntries(Object.entries(raw({ set })).reverse())];
    for (const [index, update] of orders.entries()) {
      const body = { ...turned.body, updates: [update] };
      const sent = await service.call('POST', '/supply/v1/ari', { ...turned, body });
      expect([sent.status, sent.headers['idempotent-replayed']]).toEqual([
        200,
        index === 0 ? undefined : 'true',
      ]);
    }
  });

  it('among 10,000 updates rejects only this one', async () => {
    const updates = Array.from({ length: 10_000 }, (_, index) => ({
      ...{ from: index % 90, set: index === 7_777 ? { minStay: 31 } : { cta: false } },
    }));
    const { status, body } = await supplier.push(updates);
    expect([status, body.data.status]).toEqual([200, 'PARTLY_APPLIED']);
    const rejected = body.data.results.filter((one: { status: string }) => one.status === 'REJECTED');
    expect(rejected).toMatchObject([{ ref: '7777', reasons: [{ path: 'updates.7777.set.minStay' }] }]);
  });

  it('in all of its updates is rejected, and many unknown fields make a short list', async () => {
    const all = await supplier.push(Array.from({ length: 10_000 }, () => ({ set: { minStay: 31 } })));
    expect([all.status, all.body.data.status, new Set(codesOf(all).flat())]).toEqual([
      ...[200, 'REJECTED', new Set(['TOO_LARGE'])],
    ]);
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`f${index}`, 1]));
    for (const changes of [many, { set: many }, { ratePlan: 'BB', set: { prices: many } }]) {
      const { body } = await pushRaw([raw({ ...changes })]);
      expect(body.data.results[0].reasons).toHaveLength(5);
      expect(codesOf({ body } as never)).toEqual([Array(5).fill('UNKNOWN_FIELD')]);
    }
  });
});

describe('an update of past days', () => {
  const weekdayOf = (day: number) =>
    ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][new Date(inDays(day)).getUTCDay()]!;
  const set = { ctd: true };

  it('only is rejected, also if only its weekdays are past; partly past is clamped', async () => {
    const response = await supplier.push([
      { from: -9, to: -1, set },
      { from: -1, to: 0, set },
      { roomType: 'SGL', from: -3, to: 3, weekdays: [weekdayOf(-1)], set },
      { roomType: 'TRP', from: -3, to: 3, weekdays: [weekdayOf(3)], set },
      { ratePlan: 'BB', from: -2, to: -2, set: { prices: { double: '100000' } } },
    ]);
    expect(codesOf(response)).toEqual([['PAST'], ['PAST_CLAMPED'], ['PAST'], ['PAST_CLAMPED'], ['PAST']]);
    expect(response.body.data.status).toBe('PARTLY_APPLIED');
    const alone = await supplier.push([{ from: -9, to: -1, set }]);
    expect([alone.body.data.status, codesOf(alone)]).toEqual(['REJECTED', [['PAST']]]);
  });

  it('rejects the others of an atomic message', async () => {
    const updates = [
      { from: -9, to: -1, set },
      { from: 60, set: { blocked: 3 } },
    ];
    expect(codesOf(await supplier.push(updates, { atomic: true }))).toEqual([['PAST'], ['NOT_APPLIED']]);
    expect((await supplier.inForce(60)).blocked).toBe(0);
  });
});
