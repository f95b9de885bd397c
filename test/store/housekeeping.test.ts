import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { keepHouse, startHousekeeping, sweepDueHolds } from '../../src/boot/housekeeping.ts';
import { insertHotels, startProduction } from '../support/production.ts';
import { freshCredentials, startTestService, type TestService } from '../support/service.ts';
import { demoStay, GUEST, inDays } from '../support/stay.ts';
import { until } from '../support/until.ts';

let service: TestService;
let shift = 0;
const DAY = 86_400_000;
beforeAll(async () => {
  service = await startTestService({ clockShift: () => shift });
});
afterAll(() => service.end());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const count = async (sql: string) =>
  (await service.context.pool.query(`select count(*)::int as n from ${sql}`)).rows[0].n;

describe('housekeeping', () => {
  it('releases due holds, and deletes dead quotes, old keys and idle ledgers at the right time', async () => {
    const post = (url: string, headers: Record<string, string> = {}) =>
      service.call('POST', url, {
        body: { ...demoStay(), ...(url.includes('price') ? {} : GUEST) },
        headers,
      });
    await post('/v1/price-check');
    await post('/v1/prebook');
    await post('/v1/bookings', { 'idempotency-key': 'k' });
    const idle = await freshCredentials(service);
    await post('/v1/bookings', idle);
    await service.context.quotes.flush();
    await keepHouse(service.context);
    expect([
      await count('quotes'),
      await count("holds where status = 'CONSUMED'"),
      await count('idempotency_records'),
    ]).toEqual([1, 1, 1]);

    await post('/v1/prebook');
    shift = 16 * 60_000;
    await sweepDueHolds(service.context);
    expect(await count("holds where status = 'EXPIRED'")).toBe(1);
    expect(await count('night_counters where held <> 0')).toBe(0);

    shift = 31 * 60_000;
    await keepHouse(service.context);
    expect(await count('quotes')).toBe(0);

    // Seven days later, one client has sent a request again and the other has not.
    shift = 7 * DAY + 20 * 60_000;
    await service.call('GET', '/v1/hotels');
    await keepHouse(service.context);
    await keepHouse(service.context);
    expect(await count(`clients where client_id = '${idle['x-client-id']}'`)).toBe(0);
    expect(await count(`clients where client_id = '${service.credentials['x-client-id']}'`)).toBe(1);
    expect([await count('bookings'), await count('guests'), await count('vouchers')]).toEqual([1, 1, 1]);
    await service.context.feed.catchUp();
    expect((await service.call('GET', '/v1/hotels', { headers: idle })).status).toBe(401);
    expect(await count('holds')).toBe(0);

    shift = 31 * DAY;
    for (const ago of [366, 367])
      await service.context.pool.query(
        'insert into plan_days select hotel_id, id, $2, true, false, false, 1, 1, null from rate_plans where id = $1',
        [demoStay().ratePlanId, inDays(31 - ago)],
      );
    await service.call('GET', '/v1/hotels');
    await keepHouse(service.context);
    expect(await count('idempotency_records')).toBe(0);
    // Restrictions of rate plans are kept for a year.
    expect([await count('plan_days'), await count(`plan_days where day = '${inDays(31 - 366)}'`)]).toEqual([
      1, 1,
    ]);
  });

  it('rolls production calendars forward with the usual allotment, and leaves what hotels set', async () => {
    let later = 0;
    const { service: production, end } = await startProduction(() => later);
    const { pool } = production.context;
    await insertHotels(pool, 7777, 1, 1);
    const nights = async () =>
      (
        await pool.query(
          'select count(*)::int as n, min(day)::text as first, max(allotment)::int as most from nights',
        )
      ).rows[0];
    await keepHouse(production.context);
    expect(await nights()).toMatchObject({ n: 531, most: 7 });
    await pool.query('update nights set allotment = 9 where day = (select max(day) from nights)');
    later = 3 * DAY;
    await keepHouse(production.context);
    expect((await pool.query('select count(*)::int as n from nights where allotment = 9')).rows[0].n).toBe(1);
    // Past nights and day prices are kept for a year.
    expect((await nights()).n).toBe(534);
    later = 370 * DAY;
    await keepHouse(production.context);
    expect((await nights()).n).toBe(531 + 366);
    await end();
  });

  it('opens missing nights anywhere, in batches that succeed or fail separately', async () => {
    const { service: production, end } = await startProduction();
    const { pool } = production.context;
    await insertHotels(pool, 7000, 15, 3);
    const open = async () =>
      (await pool.query('select count(*)::int as n from nights where day < current_date + 520')).rows[0].n;
    // A night far ahead and a gap (below). Both once kept the days in between closed forever.
    await pool.query(
      `insert into nights (hotel_id, room_type_id, day, allotment)
       select hotel_id, id, current_date + 900, 1 from room_types limit 10`,
    );
    await keepHouse(production.context);
    const all = await open();
    expect(all).toBeGreaterThan(45 * 515);
    await pool.query('delete from nights where day between current_date + 100 and current_date + 130');
    await keepHouse(production.context);
    expect(await open()).toBe(all);
    // The batch of the last room type fails. The nights that other batches opened stay open.
    await pool.query('delete from nights where day between current_date + 100 and current_date + 130');
    await pool.query(`create function refuse_last() returns trigger language plpgsql as $$
      begin
        if new.room_type_id = (select max(id::text)::uuid from room_types) then raise exception 'no'; end if;
        return new;
      end $$`);
    await pool.query(
      'create trigger refuse_last before insert on nights for each row execute function refuse_last()',
    );
    await keepHouse(production.context);
    expect(await open()).toBe(all - 5 * 31);
    await end();
  });

  it('queues nothing that waits already, so the queue does not grow while the database is slow', async () => {
    const own = await startTestService({ housekeeping: false });
    const query = vi.spyOn(own.context.pool, 'query');
    const sweeps = () =>
      query.mock.calls.filter(([text]) => /^select distinct d.ledger_id/.test(`${text}`)).length;
    const blocking = await own.context.pool.connect();
    await blocking.query('begin');
    await blocking.query('lock table holds in access exclusive mode');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { stop } = startHousekeeping(own.context);
    vi.advanceTimersByTime(1_000);
    await until(() => sweeps() === 1);
    vi.advanceTimersByTime(100_000);
    await blocking.query('rollback');
    blocking.release();
    await stop();
    vi.useRealTimers();
    expect(sweeps()).toBe(2);
    await own.end();
  });

  it.each([
    ['rate limits', () => vi.spyOn(service.context.limiter, 'sweep')],
    ['quotes', () => vi.spyOn(service.context.quoteBook, 'forgetDead')],
  ])('continues after an error in the memory of %s', async (_, spyOn) => {
    const failing = spyOn().mockImplementation(() => {
      throw new Error('a fault in memory');
    });
    const later = vi.spyOn(service.context.keyUses, 'drain');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { stop } = startHousekeeping(service.context);
    vi.advanceTimersByTime(30_000);
    await until(() => later.mock.calls.length === 1);
    vi.advanceTimersByTime(30_000);
    await until(() => later.mock.calls.length === 2);
    expect(failing).toHaveBeenCalledTimes(2);
    await stop();
  });
});
