import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { migrate, readMigrations } from '../../src/platform/db/migrate.ts';
import { createPool } from '../../src/platform/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { ihc, ihcJson, productionOf, sandboxOf } from '../support/ihc.ts';

const NEWEST = readMigrations().length;
const NAMES = readMigrations().map(({ name }) => name);
const cleanUp: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step();
});

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase('empty');
  cleanUp.push(database.drop);
  return database;
}

it('lists what is missing, applies it, and then has nothing to do', async () => {
  const settings = productionOf((await emptyDatabase()).url);
  const before = await ihc(settings, 'migrate', '--dry-run');
  expect(before.code).toBe(0);
  expect(before.stdout).toContain(`missing ${NAMES[0]}\n`);
  expect(before.stdout).toContain(`the schema has version 0; ${NEWEST} migrations are missing`);
  expect(before.stderr).toBe('This was a dry run: nothing was changed.\n');

  const applied = await ihcJson(settings, 'migrate');
  expect(applied).toEqual({
    environment: 'production',
    schema_version: NEWEST,
    applied: NAMES,
    missing: [],
    oldest_release: '1.6.0',
  });
  expect(await ihc(settings, 'migrate')).toEqual({
    code: 0,
    stdout: `the schema is current: version ${NEWEST}\n`,
    stderr: '',
  });
  const [change] = await ihcJson(settings, 'audit');
  expect(change).toMatchObject({
    who: 'tester',
    action: 'migrate',
    subject: 'schema',
    before: { version: 0 },
    after: { version: NEWEST },
  });
});

it('does not migrate under a node that cannot work with the new schema, unless it is forced', async () => {
  const { url } = await emptyDatabase();
  const pool = createPool({ url, size: 1, onError: () => {} });
  cleanUp.unshift(() => pool.end());
  // 0022 needs a program that knows 0021, as release 1.6.0 does.
  await migrate(pool, readMigrations().slice(0, 21));
  const version = async () =>
    (await pool.query('select max(version)::int as version from schema_migrations')).rows[0].version;
  const nodeOf = (release: string, secondsAgo: number) =>
    pool.query(
      `insert into processes (process, node, host, process_id, version, address, started_at, seen_at, is_desk, feed_late_ms, waiting)
       values (gen_random_uuid(), 'n', 'karbala-1', 1, $1, 'a', now(), clock_timestamp() - make_interval(secs => $2), false, 0, 0)`,
      [release, secondsAgo],
    );
  await nodeOf('1.6.0', 0);
  // This node has ended without a word.
  await nodeOf('1.3.0', 70);
  await nodeOf('1.5.0', 0);
  const shown = await ihc(sandboxOf(url), 'migrate', '--dry-run');
  expect([shown.code, shown.stdout]).toEqual([
    0,
    expect.stringContaining('nodes of release 1.6.0 or later can run on this schema\n'),
  ]);
  expect(await ihc(sandboxOf(url), 'migrate')).toEqual({
    code: 2,
    stdout: '',
    stderr: `ihc: a node of release 1.5.0 runs on karbala-1, and ${NAMES[21]} needs 1.6.0 or later: upgrade the nodes to that release first, or stop them, or use --force\n`,
  });
  expect(await version()).toBe(21);
  expect((await ihc(sandboxOf(url), 'migrate', '--force')).code).toBe(0);
  expect(await version()).toBe(NEWEST);
});

it('migrates under a node that can work with the new schema', async () => {
  const { url } = await emptyDatabase();
  const pool = createPool({ url, size: 1, onError: () => {} });
  cleanUp.unshift(() => pool.end());
  await migrate(pool, readMigrations().slice(0, 21));
  await pool.query(
    `insert into processes (process, node, host, process_id, version, address, started_at, seen_at, is_desk, feed_late_ms, waiting)
     values (gen_random_uuid(), 'n', 'h', 1, '1.6.0', 'a', now(), clock_timestamp(), false, 0, 0)`,
  );
  expect((await ihcJson(sandboxOf(url), 'migrate')).applied).toEqual(NAMES.slice(21));
});

it('does not touch the schema of the other environment', async () => {
  const { url } = await emptyDatabase();
  const pool = createPool({ url, size: 1, onError: () => {} });
  cleanUp.unshift(() => pool.end());
  await migrate(pool, readMigrations().slice(0, NEWEST - 1));
  await pool.query(`insert into deployment (key, value) values ('environment', '"sandbox"')`);
  for (const parameters of [['migrate'], ['migrate', '--dry-run']]) {
    const { code, stderr } = await ihc(productionOf(url), ...parameters);
    expect([code, stderr]).toEqual([
      2,
      'ihc: the database belongs to the sandbox environment, but IHC_ENVIRONMENT is production\n',
    ]);
  }
  const version = await pool.query('select max(version)::int as version from schema_migrations');
  expect(version.rows[0].version).toBe(NEWEST - 1);
});

it('other commands name the schema that is too old or too new', async () => {
  const { url } = await emptyDatabase();
  const pool = createPool({ url, size: 1, onError: () => {} });
  cleanUp.unshift(() => pool.end());
  await migrate(pool, readMigrations().slice(0, NEWEST - 1));
  expect(await ihc(sandboxOf(url), 'partner', 'list')).toEqual({
    code: 2,
    stdout: '',
    stderr: `ihc: the database has schema ${NEWEST - 1}, this program needs ${NEWEST}: run ihc migrate\n`,
  });
  expect((await ihc(sandboxOf(url), 'migrate')).stdout).toContain(`applied ${NAMES.at(-1)}\n`);
  await pool.query(`insert into schema_migrations values (${NEWEST + 1}, 'newer.sql', '')`);
  const newer = await ihc(sandboxOf(url), 'partner', 'list');
  expect([newer.code, newer.stderr.split('\n').length]).toEqual([2, 2]);
  expect(newer.stderr).toMatch(/^ihc: .*use a newer version of the program/);
  for (const parameters of [['migrate'], ['migrate', '--dry-run']]) {
    const { code, stdout, stderr } = await ihc(sandboxOf(url), ...parameters);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^ihc: database schema \d+ is newer than this program.*\n$/);
  }
});

it('creates a database in the data folder, but not in a dry run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ihc-operator-'));
  chmodSync(folder, 0o711);
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  const settings = { IHC_DATA_DIR: join(folder, 'data') };
  for (const parameters of [
    ['partner', 'list'],
    ['migrate', '--dry-run'],
  ])
    expect(await ihc(settings, ...parameters)).toEqual({
      code: 2,
      stdout: '',
      stderr: `ihc: data folder ${settings.IHC_DATA_DIR} has no database: run ihc migrate, or set DATABASE_URL\n`,
    });
  const made = await ihc(settings, 'migrate');
  expect([made.code, made.stderr]).toEqual([0, '']);
  expect(made.stdout).toContain(`the schema is current: version ${NEWEST}\n`);
  expect(await ihc(settings, 'partner', 'list')).toEqual({ code: 0, stdout: 'no partners\n', stderr: '' });
});
