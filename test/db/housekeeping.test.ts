import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepHouse, sweepDueHolds } from '../../src/housekeeping.ts';
import { createTestDatabase } from '../support/database.ts';
import { freshCredentials, startTestService, type TestService } from '../support/service.ts';
import { demoStay, GUEST } from '../support/stay.ts';
import { testSecrets } from '../support/test-config.ts';

let service: TestService;
let shift = 0;
const DAY = 86_400_000;
beforeAll(async () => {
  service = await startTestService({ clockShift: () => shift });
});
afterAll(() => service.end());

const count = async (sql: string) =>
  (await service.context.pool.query(`select count(*)::int as n from ${sql}`)).rows[0].n;

describe('housekeeping', () => {
  it('gives back due locks, forgets dead quotes, old keys and idle ledgers, each in its time', async () => {
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

    // Seven days later one client has been back, the other has not.
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
    await service.call('GET', '/v1/hotels');
    await keepHouse(service.context);
    expect(await count('idempotency_records')).toBe(0);
  });

  it('rolls production calendars forward with the usual allotment, and leaves what hotels set', async () => {
    const database = await createTestDatabase('empty');
    let later = 0;
    const production = await startTestService({
      databaseUrl: database.url,
      clockShift: () => later,
      config: { environment: 'production', keyPepper: testSecrets.keyPepper },
    });
    const { pool } = production.context;
    await pool.query(
      `insert into hotels (public_id, name_en, name_ar, name_ckb, star_rating, city, governorate, currency, descriptions, address,
         phone, latitude, longitude) values ('HTL-2026-7777', 'H', 'H', 'H', 3, 'Najaf', 'Najaf', 'IQD', '{}', '{}', '+9647700000000', 32, 44)`,
    );
    await pool.query(
      `insert into room_types (hotel_id, code, name_en, name_ar, max_occupancy, max_adults, max_children, bed_configuration, size_sqm, default_allotment)
       select id, 'R', 'R', 'R', 2, 2, 0, '[]', 20, 7 from hotels`,
    );
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
    expect((await nights()).n).toBe(532);
    await production.close();
    await database.drop();
  });
});
