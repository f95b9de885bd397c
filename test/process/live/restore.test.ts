import { execFile } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type EmbeddedPostgres,
  ensureDatabase,
  startEmbeddedPostgres,
} from '../../../src/platform/db/embedded-postgres.ts';
import { serverUser } from '../../../src/platform/db/postgres-binaries.ts';
import { type ChildService, spawnService } from '../../support/child-service.ts';
import { hasProgram } from '../../support/has-program.ts';
import { ihc, productionOf } from '../../support/ihc.ts';
import { type Ihc, ihcOn } from '../../support/ihc-in-process.ts';
import { type Attempt, PacedBookings } from '../../support/paced-bookings.ts';
import { findPostgresTools } from '../../support/postgres-tools.ts';
import { inDays } from '../../support/stay.ts';

/**
 * A backup and a restore with the commands of docs/operations/backup.md, while a production service books. The steps
 * build on each other.
 */
const PROJECT = resolve(fileURLToPath(import.meta.url), '../../../..');
const PAGE = readFileSync(join(PROJECT, 'docs/operations/backup.md'), 'utf8');
const HOTEL = 'HTL-2026-0101';
const NIGHTS = [10, 11, 12, 13, 14];
const tools = findPostgresTools();

interface Instant {
  at: string;
  /** Responses of this phase and earlier ones had arrived before the instant. */
  before: number;
  /** Requests of this phase and later ones were sent after the instant. */
  after: number;
}

let home: string;
let live: string;
let backups: string;
let server: EmbeddedPostgres;
let lost: EmbeddedPostgres | null = null;
let serverSettings: Record<string, string>;
let settings: Record<string, string>;
let operate: Ihc;
let node: ChildService;
let nextNode: ChildService | null = null;
let key = '';
let stay: { hotelId: string; roomTypeId: string; ratePlanId: string };
let bookings: PacedBookings;
let modified: Attempt;
let cancelled: Attempt;
const known: Record<string, string> = {};

/** The block after the number of a step. `which` counts blocks of the same step. */
function block(step: number, which = 0): string {
  const text = PAGE.split(/^\*\*(?=\d+\. )/m).find((part) => part.startsWith(`${step}. `))!;
  return inFolder([...text.matchAll(/```\w+\n([\s\S]*?)```/g)][which]![1]!);
}

function inFolder(text: string): string {
  return text
    .replaceAll('/var/backups/ihc', backups)
    .replaceAll('/var/lib/postgresql/15/main', `${live}/postgres`);
}

/** Runs a block as the user of the server, with the variables of earlier steps. */
async function run(script: string): Promise<string> {
  const { username, password } = new URL(server.urlOf('ihc'));
  const variables = Object.entries(known).map(([name, value]) => `${name}='${value}'`);
  const lines = ['set -euo pipefail', block(1), ...variables, script].join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-c', lines], {
    cwd: backups,
    env: {
      PATH: `${tools}:${process.env.PATH}`,
      PGHOST: `${live}/postgres`,
      PGUSER: username,
      PGPASSWORD: password,
    },
    ...serverUser(),
  });
  return stdout;
}

const startServer = () => startEmbeddedPostgres(live, { binaries: tools!, settings: serverSettings });

async function query(text: string, values: unknown[] = [], url = server.urlOf('ihc')) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function send(from: ChildService, path: string, body: string, idempotencyKey?: string) {
  const response = await fetch(`${await from.ready}${path}`, {
    method: 'POST',
    headers: {
      ...{ 'x-client-id': 'acme', 'x-api-key': key, 'content-type': 'application/json' },
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body,
  });
  return { status: response.status, text: await response.text() };
}

async function get(from: ChildService, path: string) {
  const headers = { 'x-client-id': 'acme', 'x-api-key': key };
  return (await (await fetch(`${await from.ready}${path}`, { headers })).json()) as { data: never };
}

const requestOf = (days: number) => ({
  ...stay,
  ...{ checkIn: inDays(days), checkOut: inDays(days + 1) },
  ...{ guestName: 'زينب الكربلائي', guestPhone: '0770 123 4567' },
});
const dataOf = (attempt: Attempt) =>
  JSON.parse(attempt.text).data as { booking_id: string; voucher_id: string };

/** What the node shows as sold, per night of the test. */
async function shownBy(from: ChildService): Promise<number[]> {
  const path = `/availability?hotelId=${HOTEL}&roomTypeId=${stay.roomTypeId}&startDate=${inDays(NIGHTS[0]!)}&days=${NIGHTS.length}`;
  return ((await get(from, path)).data as { booked: number }[]).map(({ booked }) => booked);
}

async function soldInDatabase(): Promise<number[]> {
  const rows = await query(
    `select d.day, count(b.id)::int as rooms from unnest($1::date[]) d (day)
       left join bookings b on b.status <> 'CANCELLED' and d.day >= b.check_in and d.day < b.check_out
       group by d.day order by d.day`,
    [NIGHTS.map(inDays)],
  );
  return rows.map(({ rooms }) => rooms);
}

/** A second of the database's clock. No clock of ours is compared with it: the phases tell what came before and after. */
async function chooseInstant(): Promise<Instant> {
  bookings.phase += 1;
  const [{ at }] = await query('select clock_timestamp()::text as at');
  bookings.phase += 1;
  return { at, before: bookings.phase - 2, after: bookings.phase };
}

const confirmedBefore = ({ before }: Instant) =>
  bookings.confirmed().filter(({ respondedIn }) => respondedIn <= before);
const sentSince = ({ after }: Instant) => bookings.confirmed().filter(({ sentIn }) => sentIn >= after);

/** The ids of the bookings in the database, each with its revision, status, voucher and the recorded response. */
async function ledger(): Promise<
  Map<string, { revision: number; status: string; voucher: string; body: string }>
> {
  const rows = await query(
    `select b.id, b.revision, b.status, v.voucher_id as voucher, r.body
     from bookings b join vouchers v on v.booking_id = b.id
       join idempotency_records r on r.booking_id = b.id and r.key = any($1)`,
    [bookings.attempts.map((one) => one.key)],
  );
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

async function beginServing(): Promise<void> {
  operate = ihcOn(server.urlOf('ihc'));
  const one = async (...parameters: string[]) => {
    const { code, said, data } = await operate('--json', ...parameters);
    expect(code, said.join('\n')).toBe(0);
    return data;
  };
  await one('migrate');
  await one('hotel', 'import', join(PROJECT, 'docs/examples/hotel.json'));
  await one('inventory', 'set', HOTEL, '--from', inDays(5), '--to', inDays(20), '--allotment', '5000');
  await one('exchange', 'set', '1310');
  await one('partner', 'create', 'acme', '--name', 'Acme Travel');
  await one('partner', 'limit', 'acme', '--looks', '100000', '--bookings', '100000');
  await one(
    ...['contract', 'set', '--partner', 'acme', '--hotel', HOTEL, '--commission', '12.5'],
    ...['--permissions', 'view,book', '--collected-by', 'hotel', '--from', inDays(0)],
  );
  key = (await one('key', 'issue', 'acme')).api_key;
  const [row] = await query(
    `select h.id as "hotelId", r.id as "roomTypeId", p.id as "ratePlanId" from hotels h
     join room_types r on r.hotel_id = h.id join rate_plans p on p.room_type_id = r.id
     where r.code = 'DBL' and p.code = 'BB'`,
  );
  stay = row;
  settings = {
    ...productionOf(server.urlOf('ihc')),
    ...{ LOG_LEVEL: 'info', IHC_JOURNAL_DIR: join(home, 'journal') },
  };
  node = spawnService(settings);
  await node.ready;
}

describe.skipIf(!hasProgram('pg_basebackup'))('a restore to a point in time', () => {
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'ihc-restore-'));
    [live, backups] = [join(home, 'live'), join(home, 'backups')];
    const user = serverUser();
    if (user !== null) chownSync(home, user.uid, user.gid);
    for (const folder of [live, backups]) {
      mkdirSync(folder, { mode: 0o711 });
      if (user !== null) chownSync(folder, user.uid, user.gid);
    }
    mkdirSync(join(backups, 'wal'));
    if (user !== null) chownSync(join(backups, 'wal'), user.uid, user.gid);
    const lines = [...block(2).matchAll(/^(\w+) = '?(.*?)'?$/gm)];
    serverSettings = Object.fromEntries(lines.map(([, name, value]) => [name!, value!]));
    server = await startServer();
    await ensureDatabase(server, 'ihc');
    await beginServing();
  });

  afterAll(async () => {
    await bookings?.end();
    for (const one of [node, nextNode]) {
      one?.process.kill('SIGKILL');
      await one?.exited;
    }
    await server?.stop();
    await lost?.stop();
    rmSync(home, { recursive: true, force: true });
  });

  let copiedAt: number;
  let earlier: Instant;
  let chosen: Instant;

  it('takes a base backup while bookings run', async () => {
    const body = (count: number) => requestOf(NIGHTS[count % NIGHTS.length]!);
    bookings = new PacedBookings(
      (idempotencyKey, text) => send(node, '/bookings', text, idempotencyKey),
      body,
      3,
    );
    await bookings.atLeast(5);
    await run(block(3));
    known.BASE = join(backups, readdirSync(backups).find((name) => name.startsWith('base-'))!);
    expect(await run(block(2, 1))).toContain('archived_count');
    await run(block(3, 1));
    bookings.phase += 1;
    await bookings.atLeast(5);
    earlier = await chooseInstant();
    await bookings.atLeast(10);
    modified = bookings.confirmed()[0]!;
    const change = JSON.stringify({ checkOut: inDays(16) });
    expect((await send(node, `/bookings/${dataOf(modified).booking_id}/modify`, change)).status).toBe(200);
    chosen = await chooseInstant();
    await bookings.atLeast(10);
    cancelled = bookings.confirmed()[1]!;
    expect((await send(node, `/bookings/${dataOf(cancelled).booking_id}/cancel`, '{}')).status).toBe(200);
  });

  it('survives a disaster: all nights are deleted', async () => {
    await query('delete from nights');
    await bookings.end();
    expect(new Set(bookings.attempts.map(({ status }) => status))).toContain(200);
    expect(sentSince(chosen).length).toBeGreaterThanOrEqual(10);
    await run(block(4));
    await server.stop();
  });

  it('control: an earlier instant lacks bookings that were acknowledged before the chosen one', async () => {
    copiedAt = performance.now();
    await run(block(5).replace(/^T=.*$/m, `T='${earlier.at}'`));
    server = await startServer();
    expect(await run(block(6))).toMatch(/^ t /m);
    const found = await ledger();
    expect(confirmedBefore(earlier).filter((one) => !found.has(dataOf(one).booking_id))).toEqual([]);
    expect(sentSince(earlier).filter((one) => found.has(dataOf(one).booking_id))).toEqual([]);
    const between = confirmedBefore(chosen).filter((one) => !found.has(dataOf(one).booking_id));
    expect(between.length).toBeGreaterThanOrEqual(10);
    await server.stop();
  });

  it('has every booking that was acknowledged before the instant, and none that was sent after it', async () => {
    known.T = chosen.at;
    await run(block(6, 1));
    server = await startServer();
    await run(`${block(6)}\n${block(7)}`);
    const [{ size }] = await query("select pg_size_pretty(pg_database_size('ihc')) as size");
    const seconds = ((performance.now() - copiedAt) / 1000).toFixed(1);
    const version = tools!.split('/').at(-2);
    console.log(
      `PostgreSQL ${version}: a database of ${size} was restored in ${seconds} s, with one stop on the way`,
    );
    expect((await ihc(settings, 'verify')).code).toBe(0);
    expect(block(8, 1).trim()).toBe('ihc desk resume --restored --reason "restored to $T"');
    const resumed = await ihc(settings, 'desk', 'resume', '--restored', '--reason', `restored to ${known.T}`);
    expect([resumed.code, resumed.stderr]).toEqual([0, '']);
    const found = await ledger();
    for (const attempt of confirmedBefore(chosen)) {
      const { booking_id: id, voucher_id: voucher } = dataOf(attempt);
      const revision = attempt === modified ? 2 : 1;
      expect(found.get(id)).toEqual({ revision, status: 'CONFIRMED', voucher, body: attempt.text });
    }
    expect(found.get(dataOf(cancelled).booking_id)!.status).toBe('CONFIRMED');
    expect(sentSince(chosen).filter((one) => found.has(dataOf(one).booking_id))).toEqual([]);
  });

  it('is noticed by a node that was not stopped: it shows what the restored database has', async () => {
    await expect.poll(() => shownBy(node).catch(() => [])).toEqual(await soldInDatabase());
  });

  it('leaves the lost bookings readable in the old cluster, and closes their nights', async () => {
    const folder = join(home, 'lost');
    mkdirSync(folder, { mode: 0o711 });
    symlinkSync(`${live}/postgres.lost`, join(folder, 'postgres'));
    copyFileSync(join(live, 'database-password'), join(folder, 'database-password'));
    const readOnly = { ...serverSettings, archive_mode: 'off', default_transaction_read_only: 'on' };
    lost = await startEmbeddedPostgres(folder, { binaries: tools!, settings: readOnly });
    known.LOST_URL = lost.urlOf('ihc');
    const withoutUrl = (text: string) => text.replace(/^LOST_URL=.*$/m, '');
    const listed = await run(withoutUrl(block(10)));
    const found = await ledger();
    const gone = bookings.confirmed().filter((one) => !found.has(dataOf(one).booking_id));
    const expected = [
      ...gone.map((one) => `${dataOf(one).voucher_id}|1`),
      `${dataOf(cancelled).voucher_id}|2`,
    ];
    const lines = readFileSync(join(backups, 'lost.txt'), 'utf8').trim().split('\n');
    expect(lines.sort()).toEqual(expected.sort());
    for (const one of gone) expect(listed).toContain(dataOf(one).voucher_id);
    const commands = (await run(withoutUrl(block(11)))).trim().split('\n');
    expect(commands.length).toBe(NIGHTS.length);
    for (const command of commands) expect((await operate(...command.split(' ').slice(1))).code).toBe(0);
    const closed = await query('select count(*)::int as count from nights where stop_sell');
    expect(closed).toEqual([{ count: NIGHTS.length }]);
  });

  it('serves: a new node replays a key byte for byte, books again and never oversells', async () => {
    nextNode = spawnService(settings);
    const before = confirmedBefore(chosen)[0]!;
    expect(await send(nextNode, '/bookings', before.body, before.key)).toEqual({
      status: 200,
      text: before.text,
    });
    const [sold] = await soldInDatabase();
    const night = inDays(NIGHTS[0]!);
    const open = ['--stop-sell', 'no', '--allotment', String(sold! + 3)];
    expect((await operate('inventory', 'set', HOTEL, '--from', night, '--to', night, ...open)).code).toBe(0);
    const again = sentSince(chosen).find((one) => JSON.parse(one.body).checkIn === night)!;
    const repeated = await send(nextNode, '/bookings', again.body, again.key);
    expect(repeated.status).toBe(200);
    expect(JSON.parse(repeated.text).data.voucher_id).not.toBe(dataOf(again).voucher_id);
    const rush = Array.from({ length: 10 }, (_, index) =>
      send(index % 2 === 0 ? node : nextNode!, '/bookings', JSON.stringify(requestOf(NIGHTS[0]!))),
    );
    const statuses = (await Promise.all(rush)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, ...Array.from({ length: 8 }, () => 409)]);
    expect((await soldInDatabase())[0]).toBe(sold! + 3);
    expect(await shownBy(nextNode)).toEqual(await soldInDatabase());
    expect((await operate('verify')).code).toBe(0);
  });

  it('restores a dump: every row is there, and the invariants hold', async () => {
    await run(`${block(14)}\n${block(15)}`);
    const restored = server.urlOf('ihc_restored');
    expect((await ihc(productionOf(restored), 'verify')).code).toBe(0);
    const count =
      'select count(*)::int as bookings, (select count(*)::int from idempotency_records) as records from bookings';
    expect(await query(count, [], restored)).toEqual(await query(count));
  });
});
