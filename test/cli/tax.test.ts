import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ihc, ihcOn } from '../support/ihc-in-process.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { demoStay, inDays } from '../support/stay.ts';
import { comesTrue } from '../support/until.ts';

const HOTEL = 'HTL-2026-0001';
let service: TestService;
let ihc: Ihc;
let shift = 0;

beforeAll(async () => {
  service = await startTestService({ clockShift: () => shift });
  ihc = ihcOn(service.databaseUrl, { environment: 'sandbox' });
});
afterAll(() => service.end());
beforeEach(async () => {
  shift = 0;
  await service.context.pool.query(
    "delete from operator_audit; update hotels set tax_basis_points = 500, service_basis_points = 1000, charge_changes = '[]'",
  );
  await service.context.feed.catchUp();
});

const set = (tax: string, serviceCharge: string, ...more: string[]) =>
  ihc('tax', 'set', '--tax', tax, '--service', serviceCharge, ...more);
const list = async (...more: string[]) => (await ihc('tax', 'list', '--json', ...more)).data;

/** Search, quote and hotel must tell the same charges. */
async function chargesOf(hotel = HOTEL): Promise<[number, number]> {
  const stay = demoStay({ hotel });
  const quote = (await service.call('POST', '/v1/price-check', { body: stay })).body.data;
  const { checkIn, checkOut } = stay;
  const found = (await service.call('POST', '/v1/search', { body: { checkIn, checkOut } })).body.data;
  const plans = found
    .find((one: { public_id: string }) => one.public_id === hotel)
    .rooms.flatMap((room: { rate_plans: unknown[] }) => room.rate_plans);
  const plan = plans.find((one: { rate_plan_id: string }) => one.rate_plan_id === stay.ratePlanId);
  expect(plan.total).toBe(quote.total);
  const { taxes } = (await service.call('GET', `/v1/hotels/${hotel}`)).body.data;
  const charges: [number, number] = [quote.tax.percent, quote.service_charge.percent];
  expect([taxes.tax_percent, taxes.service_charge_percent]).toEqual(charges);
  return charges;
}
/** First by the hotel alone: while the change arrives, one of the three responds may still be older than another. */
const become = async (tax: number, serviceCharge: number) => {
  const isThere = await comesTrue(async () => {
    const { taxes } = (await service.call('GET', `/v1/hotels/${HOTEL}`)).body.data;
    return taxes.tax_percent === tax && taxes.service_charge_percent === serviceCharge;
  });
  expect(await chargesOf()).toEqual([tax, serviceCharge]);
  return isThere;
};
async function audit() {
  const { rows } = await service.context.pool.query(
    'select who, action, subject, before, after from operator_audit order by id',
  );
  return rows;
}

describe('ihc tax set', () => {
  it('holds within a second for one hotel, is recorded, and again changes nothing', async () => {
    expect(await chargesOf()).toEqual([5, 10]);
    const { code, data } = await set('7.25', '0', '--hotel', HOTEL, '--json');
    expect([code, data]).toEqual([0, [expect.objectContaining({ hotel: HOTEL, changed: true })]]);
    expect(await become(7.25, 0)).toBe(true);
    expect(await chargesOf('HTL-2026-0002')).toEqual([5, 10]);
    expect((await set('7.25', '0', '--hotel', HOTEL)).out).toBe('0 changed, 1 unchanged');
    expect(await audit()).toEqual([
      {
        ...{ who: 'tester', action: 'tax set', subject: HOTEL },
        before: { tax_percent: 5, service_charge_percent: 10 },
        after: { tax_percent: 7.25, service_charge_percent: 0, from: data[0].from },
      },
    ]);
  });

  it('for all hotels from a moment on; what holds before and after is told', async () => {
    const day = inDays(2);
    const midnight = Date.parse(`${day}T00:00:00+03:00`);
    const dry = await set('8', '12', '--all', '--yes', '--from', day, '--dry-run');
    expect(dry.said).toEqual(['This was a dry run: nothing was changed.']);
    expect((await list('--hotel', HOTEL))[0].scheduled).toEqual([]);
    expect(await list('--hotel', HOTEL.toLowerCase())).toEqual(await list('--hotel', HOTEL));
    expect((await set('8', '12', '--all', '--yes', '--from', day)).code).toBe(0);
    expect(await list('--hotel', HOTEL)).toEqual([
      {
        ...{ hotel: HOTEL, name: expect.any(String), tax_percent: 5, service_charge_percent: 10 },
        scheduled: [{ from: new Date(midnight).toISOString(), tax_percent: 8, service_charge_percent: 12 }],
      },
    ]);
    const { rows } = await service.context.pool.query('select count(*)::int as count from hotels');
    expect(await audit()).toHaveLength(rows[0].count);
    await service.context.feed.catchUp();
    const now = Date.now();
    shift = midnight - now - 5_000;
    expect(await chargesOf()).toEqual([5, 10]);
    shift = midnight - now + 5_000;
    expect(await chargesOf()).toEqual([8, 12]);
  });

  it.each([
    ['0', '0', 0],
    ['100', '100', 0],
    ['100.01', '0', 2],
    ['0', '100.01', 2],
    ['1.125', '0', 2],
    ['-1', '0', 2],
  ])('%s and %s percent end with code %i', async (tax, serviceCharge, expected) => {
    const { code, said } = await set(tax, serviceCharge, '--hotel', HOTEL);
    expect(code).toBe(expected);
    if (expected === 2) expect(said.join()).toContain('must be from 0 to 100 percent');
  });

  it('is declined for the past, a far future, an unknown hotel, and without a hotel', async () => {
    const past = new Date(Date.now() - 1_000).toISOString();
    expect((await set('1', '1', '--all', '--yes', '--from', past)).said.join()).toContain('is in the past');
    expect((await set('1', '1', '--all', '--yes', '--from', inDays(400))).said.join()).toContain(
      'at most one year',
    );
    expect((await set('1', '1', '--hotel', 'nowhere')).said.join()).toContain('hotel nowhere does not exist');
    expect((await ihc('tax', 'list', '--hotel', 'nowhere')).code).toBe(1);
    for (const options of [[], ['--all', '--hotel', HOTEL]])
      expect((await set('1', '1', ...options)).said).toEqual(['ihc: give either --hotel or --all']);
    expect(await audit()).toEqual([]);
  });

  it('twice at once: one follows the other, and none is lost', async () => {
    const days = [2, 3, 4, 5].map(inDays);
    const codes = await Promise.all(
      days.map(async (day, index) => (await set(String(index), '0', '--all', '--yes', '--from', day)).code),
    );
    expect(codes).toEqual([0, 0, 0, 0]);
    for (const hotel of await list())
      expect(hotel.scheduled.map((change: { tax_percent: number }) => change.tax_percent)).toEqual([
        0, 1, 2, 3,
      ]);
  });
});
