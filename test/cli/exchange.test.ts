import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ihc, ihcOn } from '../support/ihc-in-process.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { demoStay, inDays } from '../support/stay.ts';
import { comesTrue } from '../support/until.ts';

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
    "delete from exchange_rates; delete from operator_audit; insert into exchange_rates values ('2026-01-01', 1310)",
  );
  await service.context.feed.catchUp();
});

const list = async () => (await ihc('exchange', 'list', '--json')).data;
const inAYear = (milliseconds = 0) => new Date(Date.now() + 366 * 86_400_000 + milliseconds).toISOString();
async function rateOfAQuote(): Promise<number> {
  const body = { ...demoStay(), currency: 'USD' };
  const { data } = (await service.call('POST', '/v1/price-check', { body })).body;
  return Number(data.exchange.rate);
}
async function audit() {
  const { rows } = await service.context.pool.query(
    'select who, action, subject, before, after from operator_audit order by id',
  );
  return rows;
}

describe('ihc exchange set', () => {
  it('holds within a second, and is recorded', async () => {
    expect(await rateOfAQuote()).toBe(1310);
    const { code, data } = await ihc('exchange', 'set', '1320.5', '--json');
    expect([code, data.iqd_for_a_usd, data.before.iqd_for_a_usd]).toEqual([0, 1320.5, 1310]);
    expect(await comesTrue(async () => (await rateOfAQuote()) === 1320.5)).toBe(true);
    expect(await audit()).toEqual([
      {
        ...{ who: 'tester', action: 'exchange set', subject: 'exchange' },
        before: { iqd_for_a_usd: 1310, from: '2026-01-01T00:00:00.000Z' },
        after: { iqd_for_a_usd: 1320.5, from: data.from },
      },
    ]);
    expect((await list()).map(({ state }: { state: string }) => state)).toEqual(['IN_FORCE', 'PAST']);
  });

  it('changes nothing when the rate is already in force', async () => {
    const { code, data } = await ihc('exchange', 'set', '1310', '--json');
    expect([code, data.changed]).toEqual([0, false]);
    expect([(await list()).length, await audit()]).toEqual([1, []]);
  });

  it('from a day on holds from 00:00 in Baghdad, and can be replaced until then', async () => {
    const day = inDays(2);
    const midnight = Date.parse(`${day}T00:00:00+03:00`);
    await ihc('exchange', 'set', '1400', '--from', day);
    await ihc('exchange', 'set', '1450', '--from', `${day}T00:00+03:00`);
    expect(await list()).toMatchObject([
      { iqd_for_a_usd: 1450, from: new Date(midnight).toISOString(), state: 'SCHEDULED' },
      { iqd_for_a_usd: 1310, state: 'IN_FORCE' },
    ]);
    await service.context.feed.catchUp();
    const now = Date.now();
    shift = midnight - now - 5_000;
    expect(await rateOfAQuote()).toBe(1310);
    shift = midnight - now + 5_000;
    expect(await rateOfAQuote()).toBe(1450);
    expect((await audit()).map(({ before }) => before.iqd_for_a_usd)).toEqual([1310, 1400]);
  });

  it.each([
    ['the past', () => new Date(Date.now() - 1_000).toISOString(), 1, 'is in the past'],
    ['today', () => inDays(0), 1, 'is in the past'],
    ['a year ahead', () => inAYear(-60_000), 0, ''],
    ['more than a year ahead', () => inAYear(60_000), 1, 'at most one year'],
    ['a time without an offset', () => `${inDays(2)}T00:00`, 2, 'an instant with its offset'],
  ])('from %s', async (_, from, expected, words) => {
    const { code, said } = await ihc('exchange', 'set', '1300', '--from', from());
    expect([code, said.join()]).toEqual([expected, expect.stringContaining(words)]);
    expect(await list()).toHaveLength(expected === 0 ? 2 : 1);
  });

  it.each([
    ['99.9999', 2],
    ['100', 0],
    ['100000', 0],
    ['100000.0001', 2],
    ['1310.12345', 2],
    ['1310.1234', 0],
  ])('to %s ends with code %i', async (rate, expected) => {
    const { code, said } = await ihc('exchange', 'set', rate, '--yes');
    expect(code).toBe(expected);
    if (expected === 2) expect(said.join()).toContain('must be from 100 to 100000 dinars');
  });

  it('asks before a change of more than 20 %', async () => {
    expect((await ihc('exchange', 'set', '1572')).code).toBe(0);
    const alone = await ihc('exchange', 'set', '157.2');
    expect(alone.code).toBe(1);
    expect(alone.said.join()).toContain('from 1572 to 157.2 dinars for a dollar (-90.0 %)');
    expect(await list()).toHaveLength(2);
    const responded = ihcOn(service.databaseUrl, { environment: 'sandbox' }, 'yes');
    expect((await responded('exchange', 'set', '157.2')).code).toBe(0);
    expect((await list())[0]).toMatchObject({ iqd_for_a_usd: 157.2, state: 'IN_FORCE' });
  });

  it('twice at once: one follows the other', async () => {
    const codes = await Promise.all(
      ['1311', '1312', '1313', '1314'].map(async (rate) => (await ihc('exchange', 'set', rate)).code),
    );
    const done = codes.filter((code) => code === 0).length;
    expect(await list()).toHaveLength(1 + done);
    const recorded = await audit();
    expect(recorded).toHaveLength(done);
    for (let index = 1; index < done; index += 1)
      expect(recorded[index].before).toEqual(recorded[index - 1].after);
  });
});
