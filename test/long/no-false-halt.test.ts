import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pruneBatches } from '../../src/desk/locks.store.ts';
import {
  type EmbeddedPostgres,
  ensureDatabase,
  startEmbeddedPostgres,
} from '../../src/platform/db/embedded-postgres.ts';
import { createPool, inTransaction } from '../../src/platform/db/pool.ts';
import { type ChildService, spawnService } from '../support/child-service.ts';
import { ihc, ihcJson, sandboxOf } from '../support/ihc.ts';
import { expectNoHalt } from '../support/no-halt.ts';
import { otherPostgres } from '../support/other-postgres.ts';
import { type Shopping, shop } from '../support/shoppers.ts';
import { demoStay, GUEST, inDays } from '../support/stay.ts';

/** Everything here is no loss, so bookings must go on. Every node keeps a journal. */
const ROUNDS = 20;
const HOTEL = 'HTL-2026-0001';
const SHOPPERS = 6;
const PATIENCE = { timeout: 60_000, interval: 50 };

let directory: string;
let server: EmbeddedPostgres;
let settings: Record<string, string>;
let pool: pg.Pool;
let shopping: Shopping;
let partner: { client_id: string; api_key: string };
const nodes = new Map<string, ChildService>();
const bases = new Map<string, string>();

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ihc-calm-'));
  chmodSync(directory, 0o711);
  await startServer();
  await ensureDatabase(server, 'calm');
  settings = {
    ...sandboxOf(server.urlOf('calm')),
    IHC_RATE_LIMIT_PER_MINUTE: '100000',
    IHC_BOOKING_LIMIT_PER_MINUTE: '100000',
  };
  pool = createPool({ url: server.urlOf('calm'), size: 2, onError: () => {} });
  await startNode('a');
  await startNode('b');
  await pool.query('update nights set allotment = 30000, blocked = 0');
  partner = await newPartner(bases.get('a')!);
  const { client_id: clientId, api_key: key } = partner;
  shopping = shop({ clientId, key, hotelId: HOTEL }, [...bases.values()], SHOPPERS);
}, 120_000);
afterAll(async () => {
  await shopping?.stop();
  for (const name of nodes.keys()) await killNode(name);
  await pool?.end();
  await server?.stop();
  server?.remove();
  rmSync(directory, { recursive: true, force: true });
}, 60_000);

async function startServer(): Promise<void> {
  const before = server?.urlOf('calm');
  server = await startEmbeddedPostgres(directory, { binaries: otherPostgres() });
  expect(server.urlOf('calm')).toBe(before ?? server.urlOf('calm'));
}

const journalOf = (name: string) => join(directory, `journal-${name}`);
/** Nodes have two processes, so the desk moves inside a node too. */
async function startNode(name: string, workers = 2): Promise<void> {
  const node = spawnService({
    ...settings,
    IHC_DATA_DIR: join(directory, `node-${name}`),
    IHC_JOURNAL_DIR: journalOf(name),
    IHC_WORKERS: String(workers),
  });
  nodes.set(name, node);
  bases.set(name, await node.ready);
  shopping?.goTo([...bases.values()]);
}

async function killNode(name: string): Promise<void> {
  const node = nodes.get(name)!;
  bases.delete(name);
  if (bases.size > 0) shopping?.goTo([...bases.values()]);
  node.process.kill('SIGKILL');
  await node.exited;
}

/** Tries again, because a process that has just started may refuse for a moment. */
async function newPartner(base: string): Promise<typeof partner> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(`${base}/sandbox/credentials`, { method: 'POST' });
    const reply = (await response.json()) as { success: boolean; data: typeof partner };
    if (reply.success) return reply.data;
    if (attempt === 100) throw new Error(JSON.stringify(reply));
    await sleep(200);
  }
}

/** Bookings are made again, and no process has found a loss. */
async function goesOn(): Promise<void> {
  const before = shopping.made.size;
  await expect.poll(() => shopping.made.size, PATIENCE).toBeGreaterThan(before + SHOPPERS);
  // The demo hotel has restrictions on some days.
  expect(shopping.problems.filter((one) => !one.includes('RESTRICTION_VIOLATED'))).toEqual([]);
  await expectNoHalt(pool);
  for (const node of nodes.values()) expect(node.output() + node.errors()).not.toContain('DATA_LOST');
}

const endElections = () =>
  pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name like 'ihc-election-%'`,
  );
const epoch = async () => Number((await pool.query('select epoch from desk')).rows[0].epoch);

describe('bookings go on', () => {
  it(`when PostgreSQL is killed ${ROUNDS} times`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await goesOn();
      server.kill();
      await server.ended;
      await startServer();
    }
    await goesOn();
  }, 460_000);

  it(`when a node is killed ${ROUNDS} times, and sometimes the other one and PostgreSQL with it`, async () => {
    const before = await epoch();
    for (let round = 0; round < ROUNDS; round += 1) {
      await goesOn();
      const name = round % 2 === 0 ? 'a' : 'b';
      const isEverything = round % 5 === 4;
      if (isEverything) {
        server.kill();
        await Promise.all(['a', 'b'].map(killNode));
        await server.ended;
        await startServer();
        await Promise.all(['a', 'b'].map((both) => startNode(both)));
      } else {
        await killNode(name);
        await startNode(name);
      }
    }
    await goesOn();
    expect(await epoch()).toBeGreaterThan(before);
    expect(readdirSync(journalOf('a')).length).toBeGreaterThan(ROUNDS / 2);
  }, 460_000);

  it('when all processes lose their connections at the same moment, 20 times', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await endElections();
      await goesOn();
    }
  }, 300_000);

  it('when four processes start at once, after everything was killed', async () => {
    server.kill();
    await Promise.all(['a', 'b'].map(killNode));
    await startServer();
    await startNode('a', 4);
    await goesOn();
    await startNode('b');
    await goesOn();
  }, 120_000);

  it('when a sandbox is reset, before and after a restart', async () => {
    const other = await newPartner(bases.get('a')!);
    const headers = {
      'x-client-id': other.client_id,
      'x-api-key': other.api_key,
      'content-type': 'application/json',
    };
    const call = async (path: string, body: object) => {
      const response = await fetch(`${bases.get('a')}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      expect([path, response.status]).toEqual([path, 200]);
    };
    for (let count = 0; count < 5; count += 1)
      await call('/bookings', { ...demoStay({ nights: 1 }), ...GUEST });
    await call('/sandbox/reset', {});
    await endElections();
    await goesOn();
    await killNode('a');
    await startNode('a');
    await goesOn();
  }, 120_000);

  it('when one process is quiet beside busy ones, and old markers are deleted', async () => {
    await startNode('quiet', 1);
    const quiet = bases.get('quiet')!;
    shopping.goTo([quiet]);
    const before = shopping.made.size;
    await expect.poll(() => shopping.made.size, PATIENCE).toBeGreaterThan(before + 30);
    shopping.goTo([bases.get('a')!, bases.get('b')!]);
    bases.delete('quiet');
    const batches = async () =>
      Number(
        (await pool.query('select max(number) as last from desk_batches natural join desk')).rows[0].last,
      );
    const since = await batches();
    await expect.poll(batches, { ...PATIENCE, timeout: 120_000 }).toBeGreaterThan(since + 600);
    // As after an hour without bookings, without waiting for it.
    await pool.query("update desk_batches set committed_at = committed_at - interval '2 hours'");
    await inTransaction(pool, 'read committed', (tx) => pruneBatches(tx, 60));
    const { rows } = await pool.query('select min(number) as first from desk_batches natural join desk');
    expect(Number(rows[0].first)).toBeGreaterThan(since + 400);
    await endElections();
    await goesOn();
    // The quiet process has been asked too, and still books.
    shopping.goTo([quiet]);
    const madeBefore = shopping.made.size;
    await expect.poll(() => shopping.made.size, PATIENCE).toBeGreaterThan(madeBefore + 20);
    await expectNoHalt(pool);
  }, 400_000);

  it('when a command is the desk, and PostgreSQL is killed before it', async () => {
    await shopping.stop();
    for (const name of ['a', 'b', 'quiet']) await killNode(name);
    const own = { ...settings, IHC_JOURNAL_DIR: journalOf('a'), IHC_DATA_DIR: join(directory, 'node-a') };
    for (let round = 0; round < 5; round += 1) {
      server.kill();
      await server.ended;
      await startServer();
      const before = await epoch();
      const nights = ['--from', inDays(200), '--to', inDays(209), '--allotment', String(round + 1)];
      await ihcJson(own, 'inventory', 'set', 'HTL-2026-0004', ...nights);
      expect(await epoch()).toBe(before + 1);
    }
    await expectNoHalt(pool);
    nodes.clear();
    const { client_id: clientId, api_key: key } = await start('a');
    shopping = shop({ clientId, key, hotelId: HOTEL }, [...bases.values()], SHOPPERS);
    await goesOn();
  }, 120_000);

  it('with a new data folder beside an old journal', async () => {
    const data = join(directory, 'embedded');
    const own = { IHC_DATA_DIR: data, IHC_JOURNAL_DIR: journalOf('embedded'), LOG_LEVEL: 'info' };
    for (const round of [1, 2, 3]) {
      const service = spawnService(own);
      const base = await service.ready;
      const { client_id, api_key } = await newPartner(base);
      const response = await fetch(`${base}/bookings`, {
        method: 'POST',
        headers: { 'x-client-id': client_id, 'x-api-key': api_key, 'content-type': 'application/json' },
        body: JSON.stringify({ ...demoStay({ nights: 1 }), ...GUEST }),
      });
      expect(response.status).toBe(200);
      service.process.kill('SIGTERM');
      expect(await service.exited).toBe(0);
      expect(service.output()).not.toContain('DATA_LOST');
      expect(service.output().includes('this is another database than before')).toBe(round === 3);
      if (round === 2) rmSync(data, { recursive: true });
    }
  }, 120_000);

  it('control: one deleted marker stops them', async () => {
    await goesOn();
    const client = await pool.connect();
    await client.query("set ihc.prunes_batches = 'yes'");
    const deleted = await client.query(
      'delete from desk_batches where number > (select max(number) - 20 from desk_batches natural join desk) and epoch = (select epoch from desk)',
    );
    client.release(true);
    expect(deleted.rowCount).toBeGreaterThan(0);
    await endElections();
    const halt = async () => (await pool.query('select halt from desk')).rows[0].halt;
    await expect.poll(halt, PATIENCE).toContain('batches that callers were told of');
    await sleep(1_500);
    expect(nodes.get('a')!.output()).toContain('DATA_LOST');
    const { stdout } = await ihc(settings, 'status');
    expect(stdout).toContain('DATA_LOST');
  }, 120_000);
});

async function start(name: string) {
  await startNode(name);
  return newPartner(bases.get(name)!);
}
