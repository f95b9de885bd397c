import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { INVARIANTS } from '../../src/operations/verification/invariants.store.ts';
import { ihc, ihcJson, sandboxOf, spawnIhc } from '../support/ihc.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { demoStay, GUEST } from '../support/stay.ts';

let service: TestService;
let settings: Record<string, string>;
beforeAll(async () => {
  service = await startTestService();
  settings = sandboxOf(service.databaseUrl);
  const booked = await service.call('POST', '/v1/bookings', { body: { ...demoStay(), ...GUEST } });
  expect(booked.status).toBe(200);
});
afterAll(() => service.end());

it('prints each invariant and ends with 0 when all hold', async () => {
  const { code, stdout, stderr } = await ihc(settings, 'verify');
  const lines = stdout.trimEnd().split('\n');
  expect([code, stderr, lines.at(-1)]).toEqual([0, '', 'ok: every invariant holds']);
  expect(lines.filter((line) => line.includes(': ok ('))).toHaveLength(INVARIANTS.length);
  const report = await ihcJson(settings, 'verify');
  expect(report.violations).toBe(0);
  expect(report.invariants.map((one: { name: string }) => one.name)).toEqual(
    INVARIANTS.map(({ name }) => name),
  );
});

it('ends with 1 and names examples when rows disagree', async () => {
  const { pool } = service.context;
  await pool.query('update bookings set total = total + 1');
  const { code, stdout, stderr } = await ihc(settings, 'verify');
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toMatch(/price lines add up to the totals: 1 violations/);
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^\d+ violations$/);
  const json = await ihc(settings, '--json', 'verify');
  expect(json.code).toBe(1);
  const found = JSON.parse(json.stdout).invariants.find((one: { name: string }) =>
    one.name.startsWith('price lines'),
  );
  expect(found).toMatchObject({ violations: 1, examples: [{ what: expect.stringMatching(/^booking /) }] });
  await pool.query('update bookings set total = total - 1');
});

it('Ctrl-C ends it at once, also on the server', async () => {
  // Verification waits for this lock, as long as a check of a large table would take.
  const blocker = new pg.Client(service.databaseUrl);
  await blocker.connect();
  await blocker.query('begin; lock table guests in access exclusive mode');
  const running = spawnIhc(settings, 'verify');
  const waiting = async () => {
    // Not by the blocker: a transaction sees one state of this view.
    const result = await service.context.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and application_name = 'ihc-operator' and wait_event_type = 'Lock'",
    );
    return result.rowCount === 1;
  };
  while (!(await waiting())) await sleep(20);
  const startedAt = performance.now();
  running.process.kill('SIGINT');
  const { code, stderr } = await running.ended;
  expect([code, stderr]).toEqual([130, 'ihc: interrupted\n']);
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  expect(await waiting()).toBe(false);
  await blocker.end();
});
