import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPool } from '../../src/platform/db/pool.ts';
import { DOORBELL_CHANNEL } from '../../src/snapshot/doorbell.store.ts';
import { Doorbell } from '../../src/snapshot/doorbell.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Polls once per hour, so that polling finds nothing during a test. */
const NEVER = { pollMilliseconds: 3_600_000 };

let database: TestDatabase;
let outside: pg.Client;
let nodes: TestService[];
beforeEach(async () => {
  database = await createTestDatabase();
  outside = new pg.Client(database.url);
  await outside.connect();
  nodes = [];
});
afterEach(async () => {
  for (const node of nodes) await node.close();
  await outside.end();
  await database.drop();
});

async function startNode(options: TestServiceOptions = {}): Promise<TestService> {
  const node = await startTestService({ databaseUrl: database.url, feed: NEVER, ...options });
  nodes.push(node);
  return node;
}

async function listeners(): Promise<number[]> {
  const result = await outside.query(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name like 'ihc-doorbell-%' and query like 'listen%'`,
  );
  return result.rows.map((row) => row.pid);
}

describe('the doorbell', () => {
  const statusAt = async (node: TestService, { credentials }: TestService) =>
    (await node.call('GET', '/v1/hotels', { headers: credentials })).status;

  it('makes new credentials known to another node that does not poll', async () => {
    const reader = await startNode();
    const writer = await startNode();
    await until(async () => (await statusAt(reader, writer)) === 200);
  });

  it('control: without doorbell and polling, the other node knows them only after it catches up', async () => {
    const reader = await startNode();
    const writer = await startNode({ doorbell: false });
    await sleep(500);
    expect(await statusAt(reader, writer)).toBe(401);
    await reader.context.feed.catchUp();
    expect(await statusAt(reader, writer)).toBe(200);
  });

  it('reconnects after its connection was killed, and reads what it missed', async () => {
    const reader = await startNode();
    await startNode();
    const before = await listeners();
    expect(before).toHaveLength(2);
    // This write bypasses the desk, so nobody rings. The reader can see it only when it catches up by itself.
    await outside.query("update hotels set city = 'Samawah' where public_id = 'HTL-2026-0001'");
    expect(reader.context.snapshot.findHotel('HTL-2026-0001')!.city).toBe('Baghdad');
    await outside.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [before]);
    await until(() => reader.context.snapshot.findHotel('HTL-2026-0001')!.city === 'Samawah');
    await until(async () => (await listeners()).length === 2);
    expect((await listeners()).filter((pid) => before.includes(pid))).toEqual([]);
    const third = await startNode();
    await until(async () => (await statusAt(reader, third)) === 200);
  });

  it('leaves no connection behind when its node stops', async () => {
    const node = await startNode();
    expect(await listeners()).toHaveLength(1);
    await nodes.pop()!.close();
    await until(async () => {
      const mine = await outside.query(
        "select 1 from pg_stat_activity where datname = current_database() and application_name like 'ihc%'",
      );
      return mine.rowCount === 0;
    });
    // Stopping a stopped feed is no error.
    await expect(node.context.feed.stop()).resolves.toBeUndefined();
  });

  it('stops cleanly while its connection is lost', async () => {
    await startNode();
    await outside.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [
      await listeners(),
    ]);
    await nodes.pop()!.close();
    // PostgreSQL lists a terminated backend until its process has ended.
    await until(async () => (await listeners()).length === 0);
  });

  it('rings once for the current commit and once for all that came in between', async () => {
    const pool = createPool({ url: database.url, size: 1, onError: () => {} });
    const heard: string[] = [];
    outside.on('notification', ({ payload }) => heard.push(payload!));
    await outside.query(`listen ${DOORBELL_CHANNEL}`);
    const doorbell = new Doorbell(pool, 'node', (error) => heard.push(error.message));
    for (let commit = 0; commit < 100; commit += 1) doorbell.ring();
    await doorbell.stop();
    // Notifications arrive in commit order. When this one arrives, all earlier ones have arrived.
    await pool.query(`select pg_notify('${DOORBELL_CHANNEL}', 'last')`);
    await until(() => heard.includes('last'));
    expect(heard).toEqual(['node', 'node', 'last']);
    doorbell.ring();
    await doorbell.stop();
    await until(() => heard.length === 4);
    await pool.end();
  });

  it('that cannot be rung only causes a warning', async () => {
    const pool = createPool({ url: database.url, size: 1, onError: () => {} });
    await pool.end();
    const warnings: string[] = [];
    const doorbell = new Doorbell(pool, 'node', (error) => warnings.push(error.message));
    doorbell.ring();
    await doorbell.stop();
    doorbell.ring();
    await doorbell.stop();
    expect(warnings).toHaveLength(2);
  });
});
