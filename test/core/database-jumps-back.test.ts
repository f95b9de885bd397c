import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Witness } from '../../src/desk/one-desk/witness.ts';
import { inTransaction } from '../../src/platform/db/pool.ts';
import { pruneChanges } from '../../src/snapshot/snapshot.store.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { JumpingDatabase } from '../support/jumping-database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { demoStay, GUEST } from '../support/stay.ts';

let database: TestDatabase;
let world: JumpingDatabase;
let service: TestService;
let headers: Record<string, string>;
beforeEach(async () => {
  database = await createTestDatabase();
  const first = await startTestService({ databaseUrl: database.url });
  headers = first.credentials;
  await first.close();
  world = await JumpingDatabase.of(database.url);
});
afterEach(async () => {
  await world.end();
  await database.drop();
});

const stay = demoStay({ nights: 1 });
const bookAt = (at: TestService, key: string) =>
  at.call('POST', '/v1/bookings', {
    headers: { ...headers, 'idempotency-key': key },
    body: { ...stay, ...GUEST },
  });
const statusOf = async (at: TestService) => (await at.call('GET', '/v1/health')).body.bookings.status;

describe('a node whose database was replaced by an earlier one', () => {
  it('decides nothing more until an operator has resumed it', async () => {
    service = await startTestService({ databaseUrl: database.url });
    const told: string[] = [];
    for (let count = 1; count <= 3; count += 1) {
      const booked = await bookAt(service, `before-${count}`);
      expect(booked.status).toBe(200);
      told.push(booked.body.data.booking_id);
    }
    await world.jumpBack();
    await expect.poll(() => statusOf(service), { interval: 50 }).toBe('HALTED');
    const refused = await bookAt(service, 'after');
    expect([refused.status, refused.body.error.code, refused.body.error.retryable]).toEqual([
      503,
      'BOOKINGS_HALTED',
      true,
    ]);
    expect(refused.headers['retry-after']).toBe('300');
    expect((await service.call('GET', '/v1/health')).body.status).toBe('DEGRADED');
    const lost = await service.context.pool.query<{ lines: string[] }>('select lines from lost_batches');
    const known = lost.rows.flatMap(({ lines }) => lines).map((line) => JSON.parse(line.split('\t')[1]!));
    expect(known.map(({ data }) => data.booking_id)).toEqual(told);
    await service.close();
  });

  it('control: without the comparison, it forgets what was lost and books on', async () => {
    const compare = vi.spyOn(Witness.prototype, 'compare').mockResolvedValue();
    service = await startTestService({ databaseUrl: database.url });
    expect((await bookAt(service, 'before')).status).toBe(200);
    await world.jumpBack();
    // The node waits for a desk at most 5 s, then responds 503.
    await expect.poll(async () => (await bookAt(service, 'after')).status, { interval: 100 }).toBe(200);
    expect(await statusOf(service)).toBe('UP');
    compare.mockRestore();
    await service.close();
  });
});

describe('a database from the dump of another server', () => {
  it('brings no changes and marks with transaction ids that this server has not given yet', async () => {
    service = await startTestService({ databaseUrl: database.url });
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
    await service.close();
    await outside.end();
  });
});
