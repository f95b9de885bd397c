import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoId } from '../../src/sandbox/demo-catalogue.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { inDays } from '../support/stay.ts';

let service: TestService;
let queries = 0;
const original = pg.Client.prototype.query;

beforeAll(async () => {
  // Without housekeeping: each process also writes its row for `ihc status` every 2 s.
  service = await startTestService({ housekeeping: false, deliveries: false });
  // Stop the feed, because it polls, and the desk, because it writes heartbeats. Only queries of the requests themselves are counted.
  await service.context.feed.stop();
  await service.context.desk.stop();
  const database = new URL(service.databaseUrl).pathname.slice(1);
  pg.Client.prototype.query = function (this: pg.Client, ...parameters: unknown[]) {
    // The worker may have another service, which polls its own database.
    if (this.database === database) queries += 1;
    return (original as (...all: unknown[]) => unknown).apply(this, parameters);
  } as typeof original;
});
afterAll(async () => {
  pg.Client.prototype.query = original;
  await service.end();
});

it.each([
  '/v1/hotels',
  '/v1/hotels/HTL-2026-0001',
  '/v1/room-types?hotelId=HTL-2026-0001',
  '/v1/rates?hotelId=HTL-2026-0001&days=30',
  `/v1/availability?hotelId=HTL-2026-0001&roomTypeId=${demoId('HTL-2026-0001', 'room', 'DBL')}&days=365`,
  '/v1/cancellation-policies',
  '/v1/health',
])('%s', async (url) => {
  queries = 0;
  for (let count = 0; count < 10; count += 1) expect((await service.call('GET', url)).status).toBe(200);
  expect(queries).toBe(0);
});

it('POST /v1/search', async () => {
  queries = 0;
  const body = { checkIn: inDays(30), checkOut: inDays(33) };
  for (let count = 0; count < 10; count += 1)
    expect((await service.call('POST', '/v1/search', { body })).status).toBe(200);
  expect(queries).toBe(0);
});

it('control: a query is counted', async () => {
  queries = 0;
  await service.context.pool.query('select 1');
  expect(queries).toBe(1);
});
