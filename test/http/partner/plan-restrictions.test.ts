import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoId } from '../../../src/sandbox/demo-catalogue.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { findDifferences } from '../../support/snapshot-truth.ts';
import { demoStay, GUEST, inDays, type StayBody } from '../../support/stay.ts';

const HOTEL = 'HTL-2026-0001';

let service: TestService;
let second: TestService;
beforeAll(async () => {
  service = await startTestService({ housekeeping: false });
  // A node that is not the desk. It learns restrictions by the feed.
  second = await startTestService({ housekeeping: false, databaseUrl: service.databaseUrl });
});
afterAll(async () => {
  await second.close();
  await service.end();
});

const learn = async () => {
  for (const node of [service, second]) await node.context.feed.catchUp();
};

type Restrictions = Partial<
  Record<'stop_sell' | 'closed_to_arrival' | 'closed_to_departure', boolean> &
    Record<'min_stay' | 'min_stay_through' | 'max_stay', number>
>;

/** The plan of the stay is restricted on one day, and has no other restrictions. */
async function restrict({ ratePlanId }: StayBody, day: number, set: Restrictions): Promise<void> {
  const { pool } = service.context;
  await pool.query('delete from plan_days where rate_plan_id = $1', [ratePlanId]);
  await pool.query('insert into plan_days values ($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    ...[demoId(HOTEL), ratePlanId, inDays(day), set.stop_sell ?? false, set.closed_to_arrival ?? false],
    ...[set.closed_to_departure ?? false, set.min_stay ?? 1, set.min_stay_through ?? 1, set.max_stay ?? null],
  ]);
  await learn();
}

async function free({ ratePlanId }: StayBody): Promise<void> {
  await service.context.pool.query('delete from plan_days where rate_plan_id = $1', [ratePlanId]);
  await learn();
}

/** The plans of the stay's room that a search finds. */
async function foundPlans(node: TestService, stay: StayBody): Promise<string[]> {
  const { body } = await node.call('POST', '/v1/search', {
    body: { checkIn: stay.checkIn, checkOut: stay.checkOut, destination: 'Baghdad' },
  });
  const hotel = body.data.find((one: { public_id: string }) => one.public_id === HOTEL);
  const room = hotel?.rooms.find((one: { room_type_id: string }) => one.room_type_id === stay.roomTypeId);
  return room?.rate_plans.map((plan: { rate_plan_id: string }) => plan.rate_plan_id) ?? [];
}

/** What search, price-check, prebook and booking say about one stay, on one node. */
async function attempts(node: TestService, stay: StayBody) {
  const plans = await foundPlans(node, stay);
  const responses = [];
  for (const url of ['price-check', 'prebook', 'bookings'])
    responses.push(
      await node.call('POST', `/v1/${url}`, { body: url === 'price-check' ? stay : { ...stay, ...GUEST } }),
    );
  return {
    found: plans.includes(stay.ratePlanId),
    statuses: responses.map((response) => response.status),
    reasons: responses.map((response) => response.body.error?.details?.reasons),
    messages: [...new Set(responses.map((response) => response.body.error?.message))],
  };
}

const SOLD = { found: true, statuses: [200, 200, 200] };
const refusedWith = (stay: StayBody, code: string, day: number, set: Restrictions) => {
  // A restriction with a bound names it. A closed day has none.
  const bound = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== true));
  const reasons = [{ code, date: inDays(day), rate_plan_id: stay.ratePlanId, ...bound }];
  return {
    ...{ found: false, statuses: [409, 409, 409], reasons: [reasons, reasons, reasons] },
    messages: [`the hotel does not accept this stay: ${code} of rate plan BB`],
  };
};

describe('a restriction of a rate plan', () => {
  let nextFree = 30;

  it.each<[string, Restrictions, number, number]>([
    ['STOP_SELL', { stop_sell: true }, 1, 2],
    ['CLOSED_TO_ARRIVAL', { closed_to_arrival: true }, 0, 1],
    ['CLOSED_TO_DEPARTURE', { closed_to_departure: true }, 2, 1],
    ['MIN_STAY', { min_stay: 3 }, 0, 1],
    ['MIN_STAY_THROUGH', { min_stay_through: 3 }, 1, 2],
    ['MAX_STAY', { max_stay: 1 }, 0, 1],
  ])('%s closes the plan for stays that it concerns, on every node', async (code, set, on, off) => {
    // Each case sells rooms of its own nights.
    const from = nextFree;
    nextFree += 3;
    const stay = demoStay({ from });
    const other = demoStay({ from, board: 'RO' });
    await restrict(stay, from + on, set);
    for (const node of [service, second])
      expect(await attempts(node, stay)).toEqual(refusedWith(stay, code, from + on, set));
    expect(await attempts(service, other)).toMatchObject(SOLD);
    await restrict(stay, from + off, set);
    for (const node of [service, second]) expect(await attempts(node, stay)).toMatchObject(SOLD);
    await free(stay);
  });

  it('lets stays of the minimum and of the maximum length pass', async () => {
    const stay = demoStay({ from: 110 });
    await restrict(stay, 110, { min_stay: 2, min_stay_through: 2, max_stay: 2 });
    expect(await findDifferences(service.context.pool, second.context.snapshot)).toEqual([]);
    expect(await attempts(service, stay)).toMatchObject(SOLD);
    expect(await attempts(service, demoStay({ from: 110, nights: 1 }))).toMatchObject({ found: false });
    expect(await attempts(service, demoStay({ from: 110, nights: 3 }))).toMatchObject({ found: false });
    await free(stay);
  });

  it('applies beside those of the room type, and both are named', async () => {
    const stay = demoStay({ from: 120 });
    const close = (closed: boolean) =>
      service.context.pool.query('update nights set stop_sell = $3 where room_type_id = $1 and day = $2', [
        ...[stay.roomTypeId, inDays(120), closed],
      ]);
    await close(true);
    await restrict(stay, 120, { stop_sell: true });
    const { body } = await service.call('POST', '/v1/price-check', { body: stay });
    expect(body.error.message).toBe(
      'the hotel does not accept this stay: STOP_SELL, STOP_SELL of rate plan BB',
    );
    expect(body.error.details.reasons).toEqual([
      { code: 'STOP_SELL', date: inDays(120) },
      { code: 'STOP_SELL', date: inDays(120), rate_plan_id: stay.ratePlanId },
    ]);
    await close(false);
    await free(stay);
  });

  it('leaves the other plan in search, and the room when no plan is left is not found', async () => {
    const stay = demoStay({ from: 130 });
    const before = await foundPlans(service, stay);
    await restrict(stay, 130, { stop_sell: true });
    expect(await foundPlans(service, stay)).toEqual(before.filter((plan) => plan !== stay.ratePlanId));
    for (const ratePlanId of before) await restrict({ ...stay, ratePlanId }, 130, { stop_sell: true });
    expect(await foundPlans(second, stay)).toEqual([]);
    for (const ratePlanId of before) await free({ ...stay, ratePlanId });
    expect(await foundPlans(second, stay)).toEqual(before);
  });

  it('does not break a hold, and does not concern what is booked', async () => {
    const stay = demoStay({ from: 140 });
    const held = await second.call('POST', '/v1/prebook', { body: { ...stay, ...GUEST } });
    expect(held.status).toBe(200);
    await restrict(stay, 141, { stop_sell: true });
    const prebookToken = held.body.data.prebook_token;
    const checked = await second.call('POST', '/v1/price-check', { body: { ...stay, prebookToken } });
    expect(checked).toMatchObject({ status: 200, body: { data: { lock_state: 'LOCKED' } } });
    const booked = await second.call('POST', '/v1/bookings', { body: { ...stay, ...GUEST, prebookToken } });
    expect(booked.status).toBe(200);
    const modify = (body: object) =>
      second.call('POST', `/v1/bookings/${booked.body.data.booking_id}/modify`, { body });
    // The guest keeps the night, and may add another one. Other plans and nights are not the guest's.
    expect((await modify({ checkOut: inDays(143) })).status).toBe(200);
    await restrict(stay, 143, { stop_sell: true });
    expect((await modify({ checkOut: inDays(144) })).body.error.details.reasons).toEqual([
      { code: 'STOP_SELL', date: inDays(143), rate_plan_id: stay.ratePlanId },
    ]);
    const other = demoStay({ from: 140, board: 'RO' });
    await restrict(other, 141, { stop_sell: true });
    const moved = await modify({ ratePlanId: other.ratePlanId });
    expect([moved.status, moved.body.error.details.reasons]).toEqual([
      409,
      [{ code: 'STOP_SELL', date: inDays(141), rate_plan_id: other.ratePlanId }],
    ]);
    await free(other);
    expect((await modify({ ratePlanId: other.ratePlanId })).status).toBe(200);
    await free(stay);
  });
});

it('rates show the restrictions of each day', async () => {
  const stay = demoStay({ from: 150 });
  await restrict(stay, 151, { closed_to_arrival: true, min_stay: 2, min_stay_through: 3, max_stay: 9 });
  const shown = async (query: string) => {
    const { body } = await second.call('GET', `/v1/rates?hotelId=${HOTEL}${query}`);
    return body.data.find((one: { id: string }) => one.id === stay.ratePlanId);
  };
  const plan = await shown(`&startDate=${inDays(150)}&days=2`);
  expect(plan.daily_prices.map((one: { restrictions: object }) => one.restrictions)).toEqual([
    {
      ...{ stop_sell: false, closed_to_arrival: false, closed_to_departure: false },
      ...{ min_stay: 1, min_stay_through: 1, max_stay: null },
    },
    {
      ...{ stop_sell: false, closed_to_arrival: true, closed_to_departure: false },
      ...{ min_stay: 2, min_stay_through: 3, max_stay: 9 },
    },
  ]);
  expect(await shown('')).not.toHaveProperty('daily_prices');
  await free(stay);
});
