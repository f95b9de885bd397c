import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QUERY_TIMEOUT_MILLISECONDS } from '../../src/platform/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type PostgresProxy, startPostgresProxy } from '../support/postgres-proxy.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { demoStay, GUEST } from '../support/stay.ts';

let database: TestDatabase;
let proxy: PostgresProxy;
let service: TestService;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startPostgresProxy(database.url);
  service = await startTestService({ databaseUrl: proxy.url });
});
afterAll(async () => {
  proxy.setReachable(true);
  await service.close();
  proxy.close();
  await database.drop();
});

const book = () => service.call('POST', '/v1/bookings', { body: { ...demoStay(), ...GUEST } });

describe('while the database is away', () => {
  it('every response is a retryable 503, and the booking is unchanged afterwards', async () => {
    const booked = await book();
    const id = booked.body.data.voucher_id;
    proxy.setReachable(false);
    for (const [method, url] of [
      ['POST', '/v1/bookings'],
      ['POST', `/v1/bookings/${id}/cancel`],
      ['POST', `/v1/bookings/${id}/modify`],
      ['GET', `/v1/bookings/${id}`],
      ['GET', '/v1/bookings'],
      ['GET', '/v1/prebook/pb_5kV0c2mXr8Jt1Qw7Yz3LhN6B'],
      ['POST', '/v1/sandbox/reset'],
      ['POST', '/v1/sandbox/credentials'],
    ] as const) {
      const body = url === '/v1/bookings' ? { ...demoStay(), ...GUEST } : {};
      const response = await service.call(method, url, method === 'GET' ? {} : { body });
      expect([url, response.status, response.body.error.code, response.body.error.retryable]).toEqual([
        url,
        503,
        'SERVICE_UNAVAILABLE',
        true,
      ]);
      expect(response.headers['retry-after']).toBeDefined();
    }
    proxy.setReachable(true);
    expect((await service.call('GET', `/v1/bookings/${id}`)).body.data.status).toBe('CONFIRMED');
  });
});

describe('when connections fall silent without being closed', () => {
  it('feed and desk drop them and continue with new ones', async () => {
    expect((await book()).status).toBe(200);
    proxy.silence();
    // Each lane of the desk may still use one dead connection. Its callers then get an error, and the next ones
    // succeed.
    const limit = performance.now() + 4 * QUERY_TIMEOUT_MILLISECONDS;
    let status = 0;
    while (status !== 200 && performance.now() < limit) status = (await book()).status;
    expect(status).toBe(200);
    while (service.context.feed.age() > 5_000 && performance.now() < limit) await sleep(200);
    expect(service.context.feed.age()).toBeLessThan(5_000);
  });
});
