import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pruneBatches } from '../../src/desk/locks.store.ts';
import { listDecidedAfterLoss, listLost } from '../../src/operations/recovery/list-lost.usecase.ts';
import { resumeDesk } from '../../src/operations/recovery/resume.usecase.ts';
import { verify } from '../../src/operations/verification/verify.usecase.ts';
import { inTransaction } from '../../src/platform/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { JumpingDatabase } from '../support/jumping-database.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../support/service.ts';
import { demoStay, GUEST } from '../support/stay.ts';

let database: TestDatabase;
let world: JumpingDatabase;
let headers: Record<string, string>;
let folder: string;
let running: TestService[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ihc-journal-'));
  running = [];
  database = await createTestDatabase();
  const first = await startTestService({ databaseUrl: database.url });
  headers = first.credentials;
  expect((await book(first, 'kept')).status).toBe(200);
  await expect.poll(async () => (await eventsOf(first)).body.data.length).toBe(1);
  await first.close();
  world = await JumpingDatabase.of(database.url);
});
afterEach(async () => {
  for (const service of running) await service.close();
  await world.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const stay = demoStay({ nights: 1 });
const journal = (name: string) => ({ directory: join(folder, name), limitBytes: 2 ** 30 });

async function start(options: TestServiceOptions = {}): Promise<TestService> {
  const service = await startTestService({ databaseUrl: database.url, ...options });
  running.push(service);
  return service;
}

async function close(service: TestService): Promise<void> {
  running.splice(running.indexOf(service), 1);
  await service.close();
}

const book = (at: TestService, key: string, more: object = {}) =>
  at.call('POST', '/v1/bookings', {
    headers: { ...headers, 'idempotency-key': key },
    body: { ...stay, ...GUEST, channelReference: `ref-${key}`, ...more },
  });
const eventsOf = (at: TestService, cursor = 0) => at.call('GET', `/v1/events?cursor=${cursor}`, { headers });
const bookingsIn = ({ body }: Awaited<ReturnType<typeof eventsOf>>) =>
  body.data.filter(({ type }: { type: string }) => type === 'booking.confirmed').length;
const bookingsOf = async (at: TestService) => (await at.call('GET', '/v1/health')).body.bookings.status;
const halted = (at: TestService) => expect.poll(() => bookingsOf(at), { interval: 20 }).toBe('HALTED');
const up = (at: TestService) => expect.poll(() => bookingsOf(at), { interval: 20 }).toBe('UP');
const operator = (at: TestService) => ({ pool: at.context.pool, who: 'operator' });
const RESUME = { reason: 'checked', isRestored: false, journals: [] };
const END_ELECTIONS = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name like 'ihc-election-%' and datname = current_database()`;

describe('a loss that only a journal knows', () => {
  it.each(['of this node', 'of the other node'])(
    '%s halts a new process, and is listed exactly',
    async (whose) => {
      const one = await start({ config: { journal: journal('one') } });
      const other = await start({ config: { journal: journal('other') }, node: 'other' });
      const told = new Map<string, string>();
      const teller = whose === 'of this node' ? one : other;
      for (const [key, guestName] of [['lost-1'], ['lost-2', 'علي "الحسن"'], ['sent-again']]) {
        const response = await book(teller, key!, guestName === undefined ? {} : { guestName });
        expect(response.status).toBe(200);
        told.set(key!, response.body.data.booking_id);
      }
      const cancelled = await teller.call('POST', `/v1/bookings/${told.get('lost-1')}/cancel`, {
        headers: { ...headers, 'idempotency-key': 'cancel' },
        body: {},
      });
      expect(cancelled.status).toBe(200);
      await close(other);
      await close(one);
      await world.jumpBack();
      // The journal is read before the election, so nothing is decided.
      const next = await start({ config: { journal: journal(whose === 'of this node' ? 'one' : 'other') } });
      expect((await book(next, 'after')).body.error.code).toBe('BOOKINGS_HALTED');
      await halted(next);
      expect((await resumeDesk(operator(next), { ...RESUME, journals: [folder] })).ok).toBe(true);
      await expect.poll(async () => (await book(next, 'sent-again')).status, { interval: 20 }).toBe(200);
      expect((await book(next, 'after')).status).toBe(200);
      const lost = await listLost(operator(next), [join(folder, 'one'), join(folder, 'other')]);
      expect(lost.map(({ kind, key, booking }) => [kind, key, booking?.id])).toEqual([
        ['book', 'lost-1', told.get('lost-1')],
        ['book', 'lost-2', told.get('lost-2')],
        ['cancel', 'cancel', told.get('lost-1')],
      ]);
      expect(lost[1]!.booking).toMatchObject({
        guest: 'علي "الحسن"',
        reference: 'ref-lost-2',
        checkIn: stay.checkIn,
      });
      // The same journals are no reason for another halt, and nothing is found a second time.
      const found = async (at: TestService) =>
        (await at.context.pool.query('select count(*)::int from lost_batches')).rows[0].count;
      const before = await found(next);
      await close(next);
      const last = await start({ config: { journal: journal(whose === 'of this node' ? 'one' : 'other') } });
      expect((await book(last, 'last')).status).toBe(200);
      await up(last);
      expect(await found(last)).toBe(before);
    },
  );
});

describe('what a desk without a witness decides', () => {
  it('after the loss and before the halt is listed, and nothing else that the database has', async () => {
    const one = await start({ config: { journal: journal('one') } });
    expect((await book(one, 'lost')).status).toBe(200);
    await close(one);
    await world.jumpBack();
    const unknowing = await start({ node: 'other' });
    const between = await book(unknowing, 'between');
    expect(between.status).toBe(200);
    const witness = await start({ config: { journal: journal('one') } });
    await halted(witness);
    const decided = await listDecidedAfterLoss(operator(witness));
    expect(decided.map(({ kind, booking }) => [kind, booking!.id, booking!.guest, booking!.total])).toEqual([
      ['booking.confirmed', between.body.data.booking_id, GUEST.guestName, between.body.data.price.total],
    ]);
    expect((await listLost(operator(witness), [])).map(({ key }) => key)).toEqual(['lost']);
    expect((await resumeDesk(operator(witness), RESUME)).ok).toBe(true);
    await expect.poll(async () => (await book(witness, 'after')).status, { interval: 20 }).toBe(200);
    expect(await listDecidedAfterLoss(operator(witness))).toEqual(decided);
  });
});

describe('after a halt', () => {
  it('numbers of events are not given twice, and a lost cursor is gone', async () => {
    const service = await start();
    for (const key of ['lost-1', 'lost-2']) expect((await book(service, key)).status).toBe(200);
    await expect.poll(async () => bookingsIn(await eventsOf(service))).toBe(3);
    const lostCursor = (await eventsOf(service)).body.cursor;
    await world.jumpBack();
    await halted(service);
    expect((await resumeDesk(operator(service), RESUME)).ok).toBe(true);
    await expect.poll(async () => (await book(service, 'after')).status, { interval: 20 }).toBe(200);
    const { error } = (await eventsOf(service, lostCursor)).body;
    expect([error.code, error.retryable, error.details]).toEqual([
      'CURSOR_GONE',
      false,
      { read_from: 20_000_000 },
    ]);
    // The last number that is left is still a cursor, and so is the base of the jump.
    await expect.poll(async () => bookingsIn(await eventsOf(service, 1))).toBe(1);
    await expect.poll(async () => bookingsIn(await eventsOf(service, error.details.read_from))).toBe(1);
    const { cursor } = (await eventsOf(service, error.details.read_from)).body;
    expect(cursor).toBeGreaterThan(20_000_000);
    expect((await eventsOf(service, cursor)).status).toBe(200);
    expect((await eventsOf(service, lostCursor)).status).toBe(410);
    const lines: string[] = [];
    expect(await verify(service.context.pool, (line) => lines.push(line)), lines.join('\n')).toBe(0);
  });

  it('the halt survives a restart, and a process that remembers the loss does not undo its end', async () => {
    const one = await start();
    const other = await start({ node: 'other' });
    expect((await book(other, 'lost')).status).toBe(200);
    await world.jumpBack();
    await halted(one);
    await halted(other);
    await close(one);
    const next = await start();
    await halted(next);
    expect((await resumeDesk(operator(next), RESUME)).ok).toBe(true);
    await expect.poll(async () => (await book(next, 'after')).status, { interval: 20 }).toBe(200);
    await next.context.pool.query(END_ELECTIONS);
    await expect.poll(async () => (await book(other, 'again')).status, { interval: 20 }).toBe(200);
    await up(next);
    expect((await resumeDesk(operator(next), RESUME)).ok).toBe(false);
  });
});

describe('no loss', () => {
  it('is that markers were deleted after a busy hour', async () => {
    const service = await start();
    expect((await book(service, 'early')).status).toBe(200);
    const { pool } = service.context;
    const [{ epoch }] = (await pool.query('select epoch from desk')).rows;
    await pool.query(
      `insert into desk_batches (id, committed_at, epoch, number)
       select gen_random_uuid(), clock_timestamp(), $1, 1000 + n from generate_series(1, 10000) n`,
      [epoch],
    );
    const count = async () =>
      (await pool.query('select count(*)::int from desk_batches where epoch = $1', [epoch])).rows[0].count;
    // Release 1.6.0 deletes every old marker.
    const before = await count();
    await pool.query('delete from desk_batches');
    expect(await count()).toBe(before);
    await inTransaction(pool, 'read committed', (tx) => pruneBatches(tx, 0));
    expect(await count()).toBe(64);
    await pool.query(END_ELECTIONS);
    await expect.poll(async () => (await book(service, 'later')).status, { interval: 20 }).toBe(200);
    await up(service);
  });

  it('is that the database is another one', async () => {
    const service = await start({ config: { journal: journal('one') } });
    expect((await book(service, 'elsewhere')).status).toBe(200);
    await service.context.pool.query(
      "update deployment set value = to_jsonb(gen_random_uuid()) where key = 'database'",
    );
    await service.context.pool.query("set ihc.prunes_batches = 'yes'; delete from desk_batches");
    await close(service);
    const next = await start({ config: { journal: journal('one') } });
    expect((await book(next, 'here')).status).toBe(200);
    expect(await bookingsOf(next)).toBe('UP');
  });
});
