import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { type PostgresProxy, startPostgresProxy } from '../../support/postgres-proxy.ts';
import { startTestService, type TestResponse, type TestService } from '../../support/service.ts';
import { demoStay, GUEST } from '../../support/stay.ts';
import { until } from '../../support/until.ts';

const statusAndAge = ({ status, headers }: TestResponse) => [status, headers.age];

describe('a late feed', () => {
  let service: TestService;
  /** The clock moves only when a test moves it, so that each limit can be tested to the millisecond. */
  let clock = 0;
  beforeAll(async () => {
    service = await startTestService({ feed: { pollMilliseconds: 3_600_000, clock: () => clock } });
  });
  afterAll(() => service.end());

  it.each([
    [0, undefined, 'OPERATIONAL', 'UP'],
    [5_000, undefined, 'OPERATIONAL', 'UP'],
    [5_001, '5', 'DEGRADED', 'LATE'],
    [59_999, '59', 'DEGRADED', 'LATE'],
    [60_000, '60', 'DEGRADED', 'LATE'],
  ])('of %i ms is served, with Age %s, while health says %s', async (age, header, health, database) => {
    clock = age;
    expect(statusAndAge(await service.call('GET', '/v1/hotels'))).toEqual([200, header]);
    const quote = await service.call('POST', '/v1/price-check', { body: { ...demoStay(), adults: 2 } });
    expect(statusAndAge(quote)).toEqual([200, header]);
    const report = await service.call('GET', '/v1/health');
    expect([report.status, report.body.status, report.body.database.status, report.headers.age]).toEqual([
      200,
      health,
      database,
      undefined,
    ]);
  });

  it('sends its age to an unknown caller, who may be new', async () => {
    clock = 5_001;
    const stranger = await service.call('GET', '/v1/hotels', { headers: { 'x-client-id': 'new' } });
    expect(statusAndAge(stranger)).toEqual([401, '5']);
  });

  it('of 60,001 ms returns 503 for every request that needs a key, writes included', async () => {
    clock = 60_001;
    const stay = { ...demoStay(), ...GUEST };
    const responses = [
      await service.call('GET', '/v1/hotels'),
      await service.call('POST', '/v1/price-check', { body: stay }),
      await service.call('POST', '/v1/prebook', { body: stay }),
      await service.call('POST', '/v1/bookings', { body: stay }),
      await service.call('GET', '/v1/bookings'),
      await service.call('GET', '/v1/hotels', { headers: { 'x-client-id': 'new' } }),
    ];
    for (const { status, headers, body } of responses)
      expect([status, body.error.code, body.error.retryable, headers['retry-after'], headers.age]).toEqual([
        503,
        'SERVICE_UNAVAILABLE',
        true,
        '5',
        undefined,
      ]);
    expect(responses[0]!.body.error.message).toContain('more than 60 seconds');
  });

  it('does not affect routes that need no snapshot', async () => {
    clock = 60_001;
    const health = await service.call('GET', '/v1/health');
    expect([health.status, health.body.status]).toEqual([200, 'DEGRADED']);
    expect(statusAndAge(await service.call('GET', '/v1/openapi.json'))).toEqual([200, undefined]);
    expect((await service.call('GET', '/v1/nowhere')).status).toBe(404);
    expect((await service.call('DELETE', '/v1/hotels')).status).toBe(405);
  });

  it('ends with the next successful read', async () => {
    clock = 60_001;
    await service.context.feed.catchUp();
    expect(statusAndAge(await service.call('GET', '/v1/hotels'))).toEqual([200, undefined]);
  });
});

describe('a database that is gone', () => {
  let database: TestDatabase;
  let proxy: PostgresProxy;
  let service: TestService;
  let shift = 0;
  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await startPostgresProxy(database.url);
    service = await startTestService({
      databaseUrl: proxy.url,
      feed: { clock: () => performance.now() + shift },
    });
  });
  afterAll(async () => {
    await service.close();
    proxy.close();
    await database.drop();
  });

  it('is tolerated for a while, then causes 503, and the service recovers by itself', async () => {
    const look = () => service.call('GET', '/v1/hotels');
    const health = async () => (await service.call('GET', '/v1/health')).body.status;
    expect(statusAndAge(await look())).toEqual([200, undefined]);
    proxy.setReachable(false);
    // One read of the feed may already have its response. Wait until it ends. After that, no read succeeds.
    await service.context.feed.catchUp().catch(() => {});
    shift += 30_000;
    const late = await look();
    expect([late.status, Number(late.headers.age) >= 30, await health()]).toEqual([200, true, 'DEGRADED']);
    shift += 31_000;
    expect([(await look()).status, await health()]).toEqual([503, 'DEGRADED']);
    proxy.setReachable(true);
    await until(async () => (await look()).status === 200);
    await until(async () => (await look()).headers.age === undefined && (await health()) === 'OPERATIONAL');
    // The connection of the doorbell is restored too.
    await until(async () => {
      const listening = await service.context.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and query like 'listen%'",
      );
      return listening.rowCount === 1;
    });
  });
});
