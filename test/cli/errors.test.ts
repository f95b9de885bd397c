import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../src/platform/db/pool.ts';
import { spawnService } from '../support/child-service.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { ihc, ihcJson, productionOf, sandboxOf, spawnIhc } from '../support/ihc.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url, size: 2, onError: () => {} });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** It could not run: exit code 2, nothing on standard output, one line on standard error. */
async function problem(settings: Record<string, string>, ...parameters: string[]): Promise<string> {
  const { code, stdout, stderr } = await ihc(settings, ...parameters);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^ihc: .*\n$/);
  return stderr.slice('ihc: '.length, -1);
}

it.each([
  [['partnr', 'list'], "unknown command 'partnr' (Did you mean partner?)"],
  [['partner', 'show'], "missing required argument 'client-id'"],
  [['partner', 'list', '--jsn'], "unknown option '--jsn' (Did you mean --json?)"],
  [['audit', '--limit', '0'], '--limit: must be from 1 to 10000, not 0'],
  [
    [
      ...['season', 'set', 'X', '--city', 'Najaf', '--from', '2027-01-01', '--to', '2027-01-02'],
      '--open',
      '--closed',
    ],
    "option '--closed' cannot be used with option '--open'",
  ],
  [['audit', '--limit'], "option '--limit <count>' argument missing"],
  [
    [
      'season',
      'set',
      'S',
      '--hotel',
      'H',
      '--from',
      '2027-01-01',
      '--to',
      '2027-01-02',
      '--open',
      '--closed',
    ],
    "option '--closed' cannot be used with option '--open'",
  ],
  ...[
    ['thursnight', 'must be days such as thu,fri, not "thursnight"'],
    [' ', 'must be days such as thu,fri'],
  ].map(
    ([given, demand]) =>
      [
        ['inventory', 'set', 'H', '--from', '2027-01-01', '--to', '2027-01-02', '--weekdays', given!],
        `--weekdays: ${demand}`,
      ] as [string[], string],
  ),
])('wrong use: ihc %s', async (parameters, line) => {
  expect(await problem({}, ...parameters)).toBe(line);
});

it('a command without its subcommand shows its help, on standard error', async () => {
  const { code, stdout, stderr } = await ihc({}, 'partner');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('Usage: ihc partner');
});

describe('the database', () => {
  it('cannot be reached', async () => {
    expect(await problem(sandboxOf('postgres://ihc@127.0.0.1:1/ihc'), 'status')).toBe(
      'database unreachable: connect ECONNREFUSED 127.0.0.1:1',
    );
  });

  it('does not accept the password, which is not repeated', async () => {
    const url = database.url.replace(/:[^:@]+@/, ':wrong-password@');
    const line = await problem(sandboxOf(url), 'status');
    expect(line).toMatch(/^database unreachable: password authentication failed for user "\w+"$/);
  });

  it('belongs to the other environment', async () => {
    expect(await problem(productionOf(database.url), 'partner', 'list')).toBe(
      'the database belongs to the sandbox environment, but IHC_ENVIRONMENT is production',
    );
  });

  it('ends the connection in the middle', async () => {
    const blocker = await pool.connect();
    await blocker.query('begin; lock table guests in access exclusive mode');
    const running = spawnIhc(sandboxOf(database.url), 'verify');
    const end = () =>
      pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'ihc-operator' and wait_event_type = 'Lock'",
      );
    while ((await end()).rowCount === 0) await sleep(20);
    const { code, stderr } = await running.ended;
    blocker.release(true);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^ihc: the database connection was lost: .*\n$/);
  });
});

describe('the data folder', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ihc-errors-'));
    chmodSync(folder, 0o711);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('cannot be written', async () => {
    expect(await problem({ IHC_DATA_DIR: '/proc/none/data' }, 'migrate')).toMatch(
      /^data folder \/proc\/none\/data is not writable \(\w+\)$/,
    );
  });

  it('is used by a service: commands work beside it, and after it', async () => {
    const settings = { IHC_DATA_DIR: join(folder, 'data') };
    const service = spawnService(settings);
    await service.ready;
    try {
      expect((await ihcJson(settings, 'status')).desk.alive).toBe(true);
      expect((await ihc(settings, 'verify')).stdout).toMatch(/ok: every invariant holds\n$/);
      const created = await ihc(settings, 'partner', 'create', 'acme', '--name', 'Acme Travel');
      expect([created.code, created.stderr]).toEqual([0, '']);
    } finally {
      service.process.kill('SIGTERM');
      expect(await service.exited).toBe(0);
    }
    const after = await ihc(settings, '--json', 'status');
    expect([after.code, after.stderr]).toEqual([1, '']);
    expect(JSON.parse(after.stdout)).toMatchObject({ desk: { alive: false }, processes: [] });
    expect(await ihcJson(settings, 'audit', '--subject', 'acme')).toHaveLength(1);
  });
});
