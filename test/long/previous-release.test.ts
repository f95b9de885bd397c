import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, readMigrations } from '../../src/platform/db/migrate.ts';
import { createPool } from '../../src/platform/db/pool.ts';
import { type ChildService, spawnService } from '../support/child-service.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { hasProgram } from '../support/has-program.ts';
import { ihc, ihcJson, productionOf, spawnIhcIn } from '../support/ihc.ts';
import { expectNoHalt } from '../support/no-halt.ts';
import { findRelease, newestMigrationOf, type Release, unpackRelease } from '../support/previous-release.ts';
import { type Partner, shop } from '../support/shoppers.ts';
import { inDays } from '../support/stay.ts';

const HOTEL = 'HTL-2026-0101';
const SHOPPERS = 6;
/** How long both nodes serve in each step. */
const STEP_MILLISECONDS = 4_000;

const release = findRelease();
if (typeof release === 'string')
  it.skipIf(!hasProgram('git'))('an upgrade from the previous release', () => expect.fail(release));
else describe(`an upgrade from release ${release.version}`, () => upgradeFrom(release));

function upgradeFrom(from: Release): void {
  let folder: string;
  let database: TestDatabase;
  let pool: pg.Pool;
  let settings: Record<string, string>;
  let partner: Partner;
  let old: ChildService;
  let next: ChildService;
  let shopping: ReturnType<typeof shop>;
  beforeAll(async () => {
    folder = unpackRelease(from);
    database = await createTestDatabase('empty');
    pool = createPool({ url: database.url, size: 2, onError: () => {} });
    settings = {
      ...productionOf(database.url),
      LOG_LEVEL: 'info',
      IHC_RATE_LIMIT_PER_MINUTE: '100000',
      IHC_BOOKING_LIMIT_PER_MINUTE: '100000',
    };
  }, 300_000);
  afterAll(async () => {
    await shopping?.stop();
    for (const service of [old, next]) {
      service?.process.kill('SIGKILL');
      await service?.exited;
    }
    await pool.end();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const startOld = () => spawnService(settings, folder);
  const startNew = () => spawnService(settings);
  async function ofRelease(...parameters: string[]) {
    const { code, stdout, stderr } = await spawnIhcIn(folder, settings, '--json', ...parameters).ended;
    if (code !== 0) throw new Error(`ihc ${parameters.join(' ')} of the release: ${stderr}${stdout}`);
    return JSON.parse(stdout);
  }
  /** The command of the release shows it, on its own schema and on the newer one. */
  async function deskIs(service: ChildService): Promise<void> {
    const end = Date.now() + 15_000;
    for (;;) {
      const { code, stdout } = await spawnIhcIn(folder, settings, '--json', 'status').ended;
      const { desk, processes } = JSON.parse(stdout);
      const running = processes.find((one: { process: string }) => one.process === desk.process);
      if (code === 0 && running?.pid === service.process.pid) return;
      if (Date.now() > end) throw new Error(`the desk is ${JSON.stringify([desk, processes])}`);
      await sleep(200);
    }
  }
  /** Both nodes take bookings for a while. Returns how many were made. */
  async function shopAWhile(...nodes: string[]): Promise<number> {
    shopping.goTo(nodes);
    const before = shopping.made.size;
    await sleep(STEP_MILLISECONDS);
    expect(shopping.problems).toEqual([]);
    return shopping.made.size - before;
  }

  it('begins with a node of the release on its own schema', async () => {
    await ofRelease('migrate');
    await ofRelease('hotel', 'import', join(folder, 'docs/examples/hotel.json'));
    const nights = ['--from', inDays(1), '--to', inDays(100), '--open', 'yes', '--allotment', '30000'];
    await ofRelease('inventory', 'set', HOTEL, ...nights);
    await ofRelease('exchange', 'set', '1310');
    await ofRelease('partner', 'create', 'acme', '--name', 'Acme', '--limit', '100000');
    await ofRelease(
      ...['contract', 'set', '--partner', 'acme', '--hotel', HOTEL, '--commission', '10'],
      ...['--permissions', 'view,book', '--collected-by', 'hotel', '--from', inDays(0)],
    );
    const { api_key: key } = await ofRelease('key', 'issue', 'acme');
    partner = { clientId: 'acme', key, hotelId: HOTEL };
    old = startOld();
    shopping = shop(partner, [await old.ready], SHOPPERS);
    expect(await shopAWhile(await old.ready)).toBeGreaterThan(10);
    await deskIs(old);
  }, 120_000);

  it('migrates and adds a node of this version: no request fails, none is repeated', async () => {
    const before = shopping.made.size;
    const { applied } = await ihcJson(settings, 'migrate');
    const missing = readMigrations().slice(newestMigrationOf(folder));
    expect(applied).toEqual(missing.map(({ name }) => name));
    next = startNew();
    await next.ready;
    expect(await shopAWhile(await old.ready, await next.ready)).toBeGreaterThan(10);
    expect(shopping.made.size).toBeGreaterThan(before);
    expect([shopping.problems, shopping.repeated()]).toEqual([[], 0]);
    await deskIs(old);
  }, 120_000);

  it('restarts the node of the release on the new schema: both serve, this version is the desk', async () => {
    old.process.kill('SIGTERM');
    expect(await old.exited).toBe(0);
    old = startOld();
    await old.ready;
    await deskIs(next);
    expect(await shopAWhile(await old.ready, await next.ready)).toBeGreaterThan(10);
    expect(shopping.madeAt(await old.ready)).toBeGreaterThan(0);
  }, 120_000);

  it('kills the node of this version: the release becomes the desk, and both serve again', async () => {
    next.process.kill('SIGKILL');
    await next.exited;
    await deskIs(old);
    expect(await shopAWhile(await old.ready)).toBeGreaterThan(10);
    next = startNew();
    await next.ready;
    expect(await shopAWhile(await old.ready, await next.ready)).toBeGreaterThan(10);
    expect(shopping.madeAt(await next.ready)).toBeGreaterThan(0);
    await deskIs(old);
  }, 120_000);

  it('stops the node of the release: this version goes on alone', async () => {
    old.process.kill('SIGTERM');
    expect(await old.exited).toBe(0);
    await deskIs(next);
    expect(await shopAWhile(await next.ready)).toBeGreaterThan(10);
  }, 120_000);

  it('has lost and doubled nothing', async () => {
    await shopping.stop();
    expect(shopping.problems).toEqual([]);
    // Nodes were stopped under load, so requests had to be repeated. The zero above is not for want of counting.
    expect(shopping.repeated()).toBeGreaterThan(0);
    console.log(
      `${shopping.made.size} bookings, ${shopping.repeated()} requests repeated, longest ${shopping.longest().toFixed(0)} ms`,
    );
    const { rows } = await pool.query<{ key: string; ids: string[]; status: string }>(
      `select channel_reference as key, array_agg(id::text) as ids, min(status) as status
         from bookings group by channel_reference`,
    );
    const stored = new Map(rows.map(({ key, ids, status }) => [key, { ids, status }]));
    for (const [key, { id, status }] of shopping.made)
      expect([key, stored.get(key)]).toEqual([key, { ids: [id], status }]);
    expect(stored.size).toBe(shopping.made.size);
    await expectNoHalt(pool);
    const verified = await ihc(settings, 'verify');
    expect([verified.code, verified.stderr]).toEqual([0, '']);
  }, 120_000);

  it('control: the release refuses a schema with a migration that does not say that it works with it', async () => {
    const another = await createTestDatabase('empty');
    const admin = createPool({ url: another.url, size: 2, onError: () => {} });
    try {
      const migrations = readMigrations();
      const version = migrations.length + 1;
      const name = `00${version}_without_the_line.sql`;
      // As a file without the line is read: the oldest program is the one that contains it.
      const silent = { version, name, sql: 'select 1', checksum: 'x', oldestProgram: version };
      await migrate(admin, [...migrations, silent]);
      const refused = spawnService({ ...settings, DATABASE_URL: another.url }, folder);
      expect(await refused.closed).toBe(1);
      const lines = `${refused.output()}${refused.errors()}`.trim().split('\n');
      expect(lines.at(-1)).toContain(`database schema ${version} is newer than this program`);
    } finally {
      await admin.end();
      await another.drop();
    }
  }, 60_000);
}
