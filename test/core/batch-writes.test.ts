import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Command, FinalResponse } from '../../src/domain/booking/command.ts';
import { voucherId } from '../../src/domain/booking/voucher.ts';
import { responseWriter } from '../../src/http/partner/bookings/write-response.ts';
import { decidedReservationView } from '../../src/http/supply/reservation.view.ts';
import { idOf } from '../../src/kernel/ids.ts';
import { cutConnection } from '../../src/platform/db/pool.ts';
import { bookCommand, setAllotment } from '../support/book-command.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDeskPool } from '../support/desk-pool.ts';
import { type PostgresProxy, startPostgresProxy } from '../support/postgres-proxy.ts';
import { freshCredentials, startTestService, type TestService } from '../support/service.ts';
import { demoStay, GUEST, type StayBody } from '../support/stay.ts';

/** Two chunks of decisions: the writes of the first are sent while the second is decided. */
const MANY = 20;

let database: TestDatabase;
let proxy: PostgresProxy;
let service: TestService;
let credentials: Record<string, string>;
/** A direct connection that bypasses the proxy, to check the database and to cause faults. */
let outside: pg.Client;
let deskPool: ReturnType<typeof openDeskPool>;
let decided: Command[] = [];
let whenDecided: (count: number) => void = () => {};
let poisonedVoucher = '';
let faults: unknown[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startPostgresProxy(database.url);
  outside = new pg.Client(database.url);
  await outside.connect();
  deskPool = openDeskPool(proxy.url);
  service = await startTestService({
    // The faults are meant for the desk's own statements.
    deliveries: false,
    databaseUrl: proxy.url,
    housekeeping: false,
    desk: {
      pool: deskPool.pool,
      onDecided: (command) => {
        decided.push(command);
        whenDecided(decided.length);
      },
      onFault: (error) => faults.push(error),
      write: responseWriter(
        ({ voucherId: id }) => {
          if (id === poisonedVoucher) throw new Error('a fault after the decision');
          return { url: id, pdfUrl: id, qrSvgUrl: id, qrText: id };
        },
        decidedReservationView,
        () => 'http://localhost:3000',
      ),
    },
  });
});
afterAll(async () => {
  await service.close();
  await deskPool.pool.end();
  proxy.close();
  await outside.end();
  await database.drop();
});
beforeEach(async () => {
  credentials = await freshCredentials(service);
  [decided, faults] = [[], []];
});
afterEach(() => {
  deskPool.refuse(null);
  whenDecided = () => {};
  poisonedVoucher = '';
});

const ledgerOf = () => service.context.snapshot.findClient(credentials['x-client-id']!)!.ledgerId;
const statuses = (responses: FinalResponse[]) => responses.map((response) => response.status);
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

function submit(stay: StayBody, name: string, changes: Parameters<typeof bookCommand>[3] = {}) {
  const command = bookCommand(service, credentials, stay, {
    idempotency: { operation: 'bookings', key: name, requestHash: '00' },
    ...changes,
    request: { guest: { name, phone: '+9647701234567', email: null } },
  });
  return service.context.submit(command);
}
const submitMany = (stay: StayBody, count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => submit(stay, `guest ${index}`)));

/** Everything that a batch of bookings writes in this ledger, and what the memory of the process has. */
async function written(stay: StayBody) {
  const count = (table: string) => `(select count(*)::int from ${table} where ledger_id = $1) as ${table}`;
  const result = await outside.query(
    `select ${['bookings', 'guests', 'booking_audit', 'events', 'vouchers'].map(count).join(', ')},
       (select coalesce(max(number), 0)::int from events where ledger_id = $1) as last_event,
       (select coalesce(max(last), 0)::int from event_numbers where ledger_id = $1) as last_number,
       (select count(*)::int from idempotency_records where ledger_id = $1 and status = 200) as records,
       (select coalesce(max(booked), 0)::int from night_counters where ledger_id = $1) as booked,
       (select coalesce(min(booked), 0)::int from night_counters where ledger_id = $1) as least_booked`,
    [ledgerOf()],
  );
  const { checkIn } = bookCommand(service, credentials, stay).request.stay;
  const counters = service.context.snapshot.findCounters(ledgerOf(), idOf(stay.roomTypeId));
  return { ...result.rows[0], inMemory: counters?.bookedOn(checkIn) ?? 0 };
}
const whole = (bookings: number, booked = bookings) => ({
  ...{ bookings, guests: bookings, booking_audit: bookings, events: bookings, vouchers: bookings },
  ...{ last_event: bookings, last_number: bookings },
  ...{ records: bookings, booked, least_booked: booked, inMemory: booked },
});

describe('a row count that is wrong', () => {
  it('of counters: nothing of the batch is written, and it is decided again in order', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0002' });
    await setAllotment(service, stay, MANY);
    expect((await submit(stay, 'first')).status).toBe(200);
    decided = [];
    // Sold by somebody without the lock, after our batch has loaded and before it writes.
    await outside.query('begin');
    await outside.query(
      'update night_counters set booked = booked + 5, version = version + 1 where ledger_id = $1',
      [ledgerOf()],
    );
    const batch = submitMany(stay, MANY);
    await expect.poll(waitingForRows).toBe(1);
    await outside.query('commit');
    expect(statuses(await batch)).toEqual([...times(14, 200), ...times(6, 409)]);
    expect(await written(stay)).toEqual({ ...whole(15), booked: 20, least_booked: 20, inMemory: 20 });
    const names = decided.map((command) => command.idempotency!.key);
    const inOrder = Array.from({ length: MANY }, (_, index) => `guest ${index}`);
    expect(names).toEqual([...inOrder, ...inOrder]);
  });

  it('of records: a key that another transaction used gets the response of its record', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0003' });
    await setAllotment(service, stay, 100);
    await outside.query('begin');
    await outside.query(
      `insert into idempotency_records (client_id, operation, key, request_hash, status, body, ledger_id, created_at)
       select id, 'bookings', 'guest 3', '\\x00', 409, '{"stored":true}', ledger_id, clock_timestamp()
       from clients where client_id = $1`,
      [credentials['x-client-id']],
    );
    const batch = submitMany(stay, MANY);
    await expect.poll(waitingForRows).toBe(1);
    await outside.query('commit');
    const responses = await batch;
    expect(responses[3]).toMatchObject({ status: 409, replayed: true, body: '{"stored":true}' });
    expect(statuses(responses)).toEqual([...times(3, 200), 409, ...times(16, 200)]);
    expect(await written(stay)).toEqual(whole(19));
  });
});

/** Connections of the desk that wait for a row, or for the transaction that has changed it. */
async function waitingForRows(): Promise<number> {
  const result = await outside.query(
    `select count(*)::int as count from pg_stat_activity where datname = current_database()
     and wait_event_type = 'Lock' and wait_event in ('transactionid', 'tuple', 'speculative token')`,
  );
  return result.rows[0].count;
}

describe('a write that never reaches the database', () => {
  const WRITES = ['desk-insert-records', 'desk-insert-bookings', 'desk-insert-counters-true'];

  it.each(WRITES)('%s: the batch is not committed, and the next one is', async (name) => {
    const stay = demoStay({ hotel: 'HTL-2026-0004' });
    await setAllotment(service, stay, 100);
    deskPool.refuse(name);
    const refused = await submit(stay, 'one');
    expect([refused.status, refused.body.includes('nothing was executed')]).toEqual([503, true]);
    expect(String(faults)).toContain('Prepared statements must be unique');
    expect(await written(stay)).toEqual(whole(0));
    deskPool.refuse(null);
    expect((await submit(stay, 'one')).status).toBe(200);
    expect(await written(stay)).toEqual(whole(1));
  });

  it('control: without the check, a part of the batch is committed', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0005' });
    const check = await outside.query("select pg_get_functiondef('expect_writes'::regproc) as definition");
    await outside.query(
      'create or replace function expect_writes(expected integer) returns void language sql as $$ $$',
    );
    try {
      deskPool.refuse('desk-insert-counters-true');
      expect((await submit(stay, 'one')).status).toBe(200);
      expect(await written(stay)).toEqual(whole(1, 0));
    } finally {
      await outside.query(check.rows[0].definition);
    }
  });
});

describe('the count of writes', () => {
  it('begins at 0 in every transaction, also after one that was rolled back', async () => {
    const so_far = async () => (await outside.query('select writes_so_far() as count')).rows[0].count;
    for (const end of ['commit', 'rollback']) {
      await outside.query('begin');
      await outside.query("select expect_rows(1, 1, ''), expect_rows(7, null, '')");
      expect(await so_far()).toBe(2);
      await outside.query(end);
      expect(await so_far()).toBe(0);
    }
    await outside.query('begin');
    await outside.query("select expect_rows(1, 1, '')");
    await expect(outside.query('select expect_writes(2)')).rejects.toThrow('1 of the 2 writes');
    expect((await outside.query('commit')).command).toBe('ROLLBACK');
  });
});

describe('a batch of several chunks', () => {
  it.each([16, 17, 32, 33, 64, 65])('with %i bookings is written as a whole', async (count) => {
    const stay = demoStay({ hotel: 'HTL-2026-0006', board: 'RO' });
    await setAllotment(service, stay, 100);
    expect(statuses(await submitMany(stay, count))).toEqual(times(count, 200));
    expect(await written(stay)).toEqual(whole(count));
  });

  it('loses a command that throws after the first chunk was sent, and no other', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0007' });
    await setAllotment(service, stay, 100);
    poisonedVoucher = voucherId(service.context.today(), 'PPPPPP');
    const responses = await Promise.all(
      Array.from({ length: MANY }, (_, index) =>
        submit(stay, `guest ${index}`, index === 17 ? { voucherSuffixes: ['PPPPPP'] } : {}),
      ),
    );
    expect(statuses(responses)).toEqual([...times(17, 200), 500, 200, 200]);
    expect(await written(stay)).toEqual(whole(19));
  });

  it.each([1, 16, 17, MANY])('cut off when %i are decided: nothing was executed', async (count) => {
    const stay = demoStay({ hotel: 'HTL-2026-0008', board: 'RO' });
    await setAllotment(service, stay, 100);
    whenDecided = (now) => now === count && deskPool.inUse().forEach(cutConnection);
    const responses = await submitMany(stay, MANY);
    expect(statuses(responses)).toEqual(times(MANY, 503));
    expect(responses[0]!.body).toContain('nothing was executed');
    expect(await written(stay)).toEqual(whole(0));
    whenDecided = () => {};
    expect(statuses(await submitMany(stay, MANY))).toEqual(times(MANY, 200));
    expect(await written(stay)).toEqual(whole(MANY));
  });
});

describe('a connection that is cut after COMMIT was sent', () => {
  it('gives the truth, and the counters of what was committed after it', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0009', nights: 1 });
    await setAllotment(service, stay, 100);
    expect((await submit(stay, 'first')).status).toBe(200);
    const { lockNumber } = service.context.snapshot.findHotel(stay.hotelId)!;
    const blocker = new pg.Client(database.url);
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('select 1 from night_counters where ledger_id = $1 for update', [ledgerOf()]);
    proxy.cutNextCommit('after');
    const batch = submitMany(stay, MANY);
    await expect.poll(waitingForRows).toBe(1);
    // Another writer has the next place in the queue of the hotel lock, before the desk can look what has happened.
    await outside.query('begin');
    const next = outside.query('select pg_advisory_xact_lock($1, $2)', [ledgerOf(), lockNumber]);
    await sleep(50);
    await blocker.query('commit');
    await blocker.end();
    await next;
    await outside.query(
      'update night_counters set booked = booked + 3, version = version + 1 where ledger_id = $1',
      [ledgerOf()],
    );
    await outside.query('commit');
    expect(statuses(await batch)).toEqual(times(MANY, 200));
    expect(await written(stay)).toEqual(whole(MANY + 1, MANY + 4));
  });
});

describe('a fault after COMMIT', () => {
  it('does not make a booking that exists "not executed"', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0011' });
    const memory = vi.spyOn(service.context.feed.snapshot, 'countersOf').mockImplementation(() => {
      throw new Error('a fault in memory');
    });
    const response = await submit(stay, 'one');
    memory.mockRestore();
    expect(response.status).toBe(200);
    await service.context.feed.catchUp();
    expect(await written(stay)).toEqual(whole(1));
    expect(String(faults)).toContain('a fault in memory');
  });
});

describe('a lock that is not granted for 5 s', () => {
  it('is tried again, also for a prebook, which needs a second lock', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0010' });
    const { lockNumber } = service.context.snapshot.findHotel(stay.hotelId)!;
    await outside.query('begin');
    await outside.query('select pg_advisory_xact_lock($1, $2)', [ledgerOf(), lockNumber]);
    const hold = service.call('POST', '/v1/prebook', { headers: credentials, body: { ...stay, ...GUEST } });
    await sleep(5_500);
    await outside.query('commit');
    expect((await hold).status).toBe(200);
    expect(faults).toEqual([]);
  });
});
