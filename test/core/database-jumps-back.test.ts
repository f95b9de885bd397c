import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/platform/db/pool.ts';
import { pruneChanges } from '../../src/snapshot/snapshot.store.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { demoStay, GUEST } from '../support/stay.ts';

let database: TestDatabase;
let present: string;
let earlier: string;
let admin: pg.Client;
let service: TestService;
let headers: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  present = new URL(database.url).pathname.slice(1);
  earlier = `${present}_earlier`;
  admin = new pg.Client(database.url.replace(`/${present}?`, '/postgres?'));
  await admin.connect();
  const first = await startTestService({ databaseUrl: database.url });
  headers = first.credentials;
  await first.close();
  await admin.query(`create database ${earlier} template ${present} strategy file_copy`);
  service = await startTestService({ databaseUrl: database.url });
});
afterAll(async () => {
  await service.close();
  await admin.query(`drop database ${earlier} with (force)`);
  await admin.end();
  await database.drop();
});

/** Puts the earlier database in the place of the present one, as a restore does. Nobody is connected meanwhile. */
async function restoreEarlier(): Promise<void> {
  await admin.query(`alter database ${present} with allow_connections false`);
  await admin.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [
    present,
  ]);
  await admin.query(`alter database ${present} rename to ${present}_lost`);
  await admin.query(`alter database ${earlier} rename to ${present}`);
  await admin.query(`alter database ${present}_lost rename to ${earlier}`);
}

describe('a node whose database was replaced by an earlier one', () => {
  it('forgets what was lost, and books on', async () => {
    const stay = demoStay({ nights: 1 });
    const book = () => service.call('POST', '/v1/bookings', { headers, body: { ...stay, ...GUEST } });
    const booked = async () => {
      const query = `hotelId=${stay.hotelId}&roomTypeId=${stay.roomTypeId}&startDate=${stay.checkIn}&days=1`;
      return (await service.call('GET', `/v1/availability?${query}`, { headers })).body.data[0].booked;
    };
    for (let count = 1; count <= 3; count += 1) expect((await book()).status).toBe(200);
    expect(await booked()).toBe(3);
    await restoreEarlier();
    await expect.poll(booked, { interval: 50 }).toBe(0);
    // The node waits for a desk at most 5 s, then responds 503.
    await expect.poll(async () => (await book()).status, { interval: 100 }).toBe(200);
    expect(await booked()).toBe(1);
  });
});

describe('a database from the dump of another server', () => {
  it('brings no changes and marks with transaction ids that this server has not given yet', async () => {
    const outside = new pg.Client(database.url);
    await outside.connect();
    const hotel = "'HTL-2026-0003'";
    await outside.query(
      `insert into changes (kind, payload, transaction_id)
         select 'hotels', to_jsonb(h) || '{"star_rating": 1}', '99999999999' from hotels h where public_id = ${hotel}`,
    );
    await outside.query(
      "insert into feed_marks (at, ended_before) values (clock_timestamp() - interval '1 day', '99999999999')",
    );
    const stars = async ({ context }: TestService) => {
      await context.feed.catchUp();
      return context.snapshot.findHotel('HTL-2026-0003')!.starRating;
    };
    // A node that runs meanwhile does not read them either.
    expect(await stars(service)).toBeGreaterThan(1);
    const next = await startTestService({ databaseUrl: database.url });
    const foreign = await outside.query(
      `select from changes where transaction_id = '99999999999'
         union all select from feed_marks where ended_before = '99999999999'`,
    );
    expect(foreign.rowCount).toBe(0);
    expect(await stars(next)).toBeGreaterThan(1);
    await outside.query(`update hotels set star_rating = 2 where public_id = ${hotel}`);
    await inTransaction(next.context.pool, 'read committed', (tx) => pruneChanges(tx, 5_000, 30));
    expect([await stars(next), await stars(service)]).toEqual([2, 2]);
    await next.close();
    await outside.end();
  });
});
