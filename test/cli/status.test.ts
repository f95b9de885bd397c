import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readMigrations } from '../../src/platform/db/migrate.ts';
import { createPool } from '../../src/platform/db/pool.ts';
import { spawnService } from '../support/child-service.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { ihc, ihcJson, sandboxOf } from '../support/ihc.ts';
import { startTestService } from '../support/service.ts';
import { demoStay, GUEST } from '../support/stay.ts';
import { until } from '../support/until.ts';

let database: TestDatabase;
let pool: pg.Pool;
let settings: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  settings = sandboxOf(database.url);
  pool = createPool({ url: database.url, size: 2, onError: () => {} });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const rows = async () => (await pool.query('select * from processes')).rows;

it('ends with 1 and says so when nothing runs', async () => {
  const { code, stdout, stderr } = await ihc(settings, 'status');
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toContain('desk              NONE');
  expect(stdout).toContain('No process is running.');
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^No desk is alive: /);
  const json = await ihc(settings, '--json', 'status');
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    environment: 'sandbox',
    schema_version: readMigrations().length,
    desk: { alive: false },
    commands_waiting: null,
    processes: [],
  });
});

it('shows a service, its holds and bookings, and removes it when it has stopped', async () => {
  const service = await startTestService({ databaseUrl: database.url });
  const stay = { ...demoStay(), ...GUEST };
  expect((await service.call('POST', '/v1/bookings', { body: stay })).status).toBe(200);
  const later = { ...demoStay({ from: 40 }), ...GUEST, guestPhone: '0780 123 4567' };
  expect((await service.call('POST', '/v1/prebook', { body: later })).status).toBe(200);
  await until(async () => (await rows()).length === 1);
  const status = await ihcJson(settings, 'status');
  expect(status).toMatchObject({
    desk: { alive: true, epoch: expect.any(Number) },
    commands_waiting: 0,
    batches: { open: 0, last_committed_at: expect.any(String) },
    holds: { live: 1, due: 0 },
    bookings_today: 1,
    processes: [{ pid: process.pid, desk: true, lost: false, version: service.context.version }],
  });
  expect(status.desk.heartbeat_age_ms).toBeLessThan(3_000);
  expect(status.database_bytes).toBeGreaterThan(1_000_000);
  expect(status.processes[0].process).toBe(status.desk.process);

  // As if a machine had lost its power 20 s ago, and another one minutes ago.
  await pool.query(`insert into processes select gen_random_uuid(), n, n, 1, '1.0.0', '10.0.0.9:3000', now(), now() - s, false, 0, 0
    from (values ('lost-node', interval '20 s'), ('old-node', interval '5 min')) gone(n, s)`);
  await until(async () => (await rows()).length === 2);
  const shown = await ihc(settings, 'status');
  expect(shown.code).toBe(0);
  expect(shown.stdout).toMatch(/^nodes +1$/m);
  expect(shown.stdout).toMatch(/^desk +\S+ pid \d+, epoch \d+, since [-0-9: ]+, heartbeat \d\.\d s ago$/m);
  expect(shown.stdout).toMatch(/ desk +\d+ ms +\d\.\d s ago$/m);
  expect(shown.stdout).toMatch(/^lost-nod +lost-node +1 +1\.0\.0 .* LOST +0 ms +2\d\.\d s ago$/m);
  expect(shown.stdout).not.toContain('old-node');

  await service.close();
  expect((await rows()).map(({ node }) => node)).toEqual(['lost-node']);
  // The heartbeat is fresh, but the desk has given its lock back.
  expect((await ihc(settings, 'status')).code).toBe(1);
  await pool.query('delete from processes');
});

it('every worker of a node has a row with the address of the node', async () => {
  const service = spawnService({ ...settings, IHC_WORKERS: '2' });
  const port = new URL(await service.ready).port;
  try {
    await until(async () => (await rows()).length === 2);
    const { processes, desk } = await ihcJson(settings, 'status');
    expect(new Set(processes.map(({ node }: { node: string }) => node)).size).toBe(1);
    expect(new Set(processes.map(({ pid }: { pid: number }) => pid)).size).toBe(2);
    expect(processes.filter((one: { desk: boolean }) => one.desk)).toMatchObject([{ process: desk.process }]);
    for (const { address } of processes) expect(address).toBe(`127.0.0.1:${port}`);
  } finally {
    service.process.kill('SIGTERM');
    await service.exited;
  }
  expect(await rows()).toEqual([]);
});

it('a row that cannot be written disturbs nothing, and is logged once', async () => {
  const lines: string[] = [];
  const log = { write: (line: string) => lines.push(line) } as unknown as NodeJS.WritableStream;
  const service = await startTestService({ databaseUrl: database.url, log });
  await pool.query('alter table processes rename to hidden');
  const faults = () => lines.filter((line) => line.includes('write the row of this process'));
  try {
    await until(async () => faults().length > 0);
    await sleep(2_500);
    expect(faults()).toHaveLength(1);
    const booked = await service.call('POST', '/v1/bookings', { body: { ...demoStay(), ...GUEST } });
    expect(booked.status).toBe(200);
    await pool.query('alter table hidden rename to processes');
    await until(async () => (await rows()).length === 1);
  } finally {
    expect(await service.close()).toEqual([]);
  }
});
