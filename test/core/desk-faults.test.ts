import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FinalResponse } from '../../src/domain/booking/command.ts';
import { voucherId } from '../../src/domain/booking/voucher.ts';
import { responseWriter } from '../../src/http/partner/bookings/write-response.ts';
import { decidedReservationView } from '../../src/http/supply/reservation.view.ts';
import { idOf } from '../../src/kernel/ids.ts';
import { bookCommand, countBooked, setAllotment } from '../support/book-command.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type PostgresProxy, startPostgresProxy } from '../support/postgres-proxy.ts';
import { freshCredentials, startTestService, type TestService } from '../support/service.ts';
import { demoStay, GUEST, type StayBody } from '../support/stay.ts';

let database: TestDatabase;
let proxy: PostgresProxy;
let service: TestService;
let credentials: Record<string, string>;
/** A direct connection that bypasses the proxy, to check the database and to cause faults. */
let outside: pg.Client;
let poisonedVoucher = '';

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startPostgresProxy(database.url);
  outside = new pg.Client(database.url);
  await outside.connect();
  service = await startTestService({
    // The faults are meant for the desk's own statements.
    deliveries: false,
    databaseUrl: proxy.url,
    desk: {
      queueLimit: 20,
      waitLimitMilliseconds: 1_500,
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
  proxy.close();
  await outside.end();
  await database.drop();
});
beforeEach(async () => {
  credentials = await freshCredentials(service);
});
afterEach(() => {
  proxy.setReachable(true);
  poisonedVoucher = '';
});

const submit = (stay: StayBody, changes: Parameters<typeof bookCommand>[3] = {}) =>
  service.context.submit(bookCommand(service, credentials, stay, changes));
const statuses = (responses: FinalResponse[]) => responses.map((response) => response.status);
const ledgerOf = () => service.context.snapshot.findClient(credentials['x-client-id']!)!.ledgerId;

async function bookingsInDatabase(): Promise<number> {
  const result = await outside.query('select count(*)::int as count from bookings where ledger_id = $1', [
    ledgerOf(),
  ]);
  return result.rows[0].count;
}

/** Takes the database lock of a hotel, so that all its commands wait. The returned function releases it. */
async function keepHotelClosed(publicId: string): Promise<() => Promise<unknown>> {
  const { lockNumber } = service.context.snapshot.findHotel(publicId)!;
  await outside.query('begin');
  await outside.query('select pg_advisory_xact_lock($1, $2)', [ledgerOf(), lockNumber]);
  return () => outside.query('commit');
}

describe('a failing command does not affect the others', () => {
  it('when its decision throws', async () => {
    const stay = demoStay();
    const responses = await Promise.all([
      submit(stay),
      submit(stay, { voucherSuffixes: [] }),
      submit(stay),
      submit(stay),
    ]);
    expect(statuses(responses)).toEqual([200, 500, 200, 200]);
    expect(responses[1]!.body).toContain('INTERNAL_ERROR');
    expect(await bookingsInDatabase()).toBe(3);
  });

  it('when it throws half-way, after it had already changed something', async () => {
    const stay = demoStay({ room: 'TRP' });
    poisonedVoucher = voucherId(service.context.today(), 'PPPPPP');
    const responses = await Promise.all([
      submit(stay),
      submit(stay),
      submit(stay, { voucherSuffixes: ['PPPPPP'] }),
      submit(stay),
    ]);
    expect(statuses(responses)).toEqual([200, 200, 500, 200]);
    expect(await bookingsInDatabase()).toBe(3);
    expect(await countBooked(service, stay)).toBe(3);
  });

  it('when the database refuses its data', async () => {
    const stay = demoStay({ room: 'FAM' });
    const poison = { request: { guest: { name: 'a\u0000b', phone: '+9647701234567', email: null } } };
    const responses = await Promise.all([submit(stay), submit(stay, poison), submit(stay), submit(stay)]);
    expect(statuses(responses)).toEqual([200, 500, 200, 200]);
    expect(await bookingsInDatabase()).toBe(3);
    expect(await countBooked(service, stay)).toBe(3);
  });
});

describe('a connection that is lost', () => {
  it('before COMMIT returns 503, and nothing was executed', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0002' });
    const open = await keepHotelClosed('HTL-2026-0002');
    const waiting = submit(stay);
    await sleep(200);
    const killed = await outside.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where wait_event_type = 'Lock' and wait_event = 'advisory' and datname = current_database()`,
    );
    expect(killed.rowCount).toBe(1);
    const response = await waiting;
    expect([response.status, JSON.parse(response.body).error.retryable]).toEqual([503, true]);
    await open();
    expect(await bookingsInDatabase()).toBe(0);
    expect((await submit(stay)).status).toBe(200);
  });

  it('during COMMIT, before the server executed it: 503, and nothing was executed', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0003' });
    proxy.cutNextCommit('before');
    const response = await submit(stay);
    expect(response.status).toBe(503);
    expect(await bookingsInDatabase()).toBe(0);
    expect((await submit(stay)).status).toBe(200);
    expect(await countBooked(service, stay)).toBe(1);
  });

  it('during COMMIT, after the server executed it: the real outcome is found and returned', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0004' });
    const command = bookCommand(service, credentials, stay);
    proxy.cutNextCommit('after');
    const response = await service.context.submit(command);
    expect(response.status).toBe(200);
    expect(JSON.parse(response.body).data.booking_id).toBe(command.request.bookingId);
    expect(await bookingsInDatabase()).toBe(1);
    const { checkIn } = command.request.stay;
    expect(service.context.snapshot.findCounters(ledgerOf(), idOf(stay.roomTypeId))!.bookedOn(checkIn)).toBe(
      1,
    );
  });

  it('over HTTP is a 503 with Retry-After, and the same key then books once', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0005' });
    const book = () =>
      service.call('POST', '/v1/bookings', {
        headers: { ...credentials, 'idempotency-key': 'again' },
        body: { ...stay, ...GUEST },
      });
    proxy.cutNextCommit('before');
    const lost = await book();
    expect([lost.status, lost.headers['retry-after'], lost.body.error.code]).toEqual([
      503,
      '1',
      'SERVICE_UNAVAILABLE',
    ]);
    expect((await book()).status).toBe(200);
    expect((await book()).headers['idempotent-replayed']).toBe('true');
    expect(await bookingsInDatabase()).toBe(1);
  });
});

describe('an outcome that stays unknown for 5 s', () => {
  const loseTheDatabase = async (stay: StayBody, when: 'before' | 'after') => {
    const key = { operation: 'bookings', key: 'unknown', requestHash: '00' };
    const commands = [
      bookCommand(service, credentials, stay, { idempotency: key }),
      bookCommand(service, credentials, stay),
    ];
    proxy.cutNextCommit(when, 'unreachable');
    const lost = Promise.all(commands.map((command) => service.context.submit(command)));
    await sleep(300);
    // Without the database this process is no longer the desk. A command that arrives now waits for one, in vain.
    const late = submit(stay);
    const responses = await lost;
    expect(responses.map(({ status, body }) => [status, JSON.parse(body).error.code])).toEqual([
      [503, 'OUTCOME_UNKNOWN'],
      [503, 'OUTCOME_UNKNOWN'],
    ]);
    expect(responses.map(({ body }) => JSON.parse(body).error.retryable)).toEqual([true, false]);
    expect(responses.map(({ retryAfterSeconds }) => retryAfterSeconds)).toEqual([1, undefined]);
    expect((await late).body).toContain('nothing was executed');
    proxy.setReachable(true);
    return { again: await service.context.submit({ ...commands[0]!, requestId: 'again' }) };
  };

  it('executed: reported as unknown, retryable only with a key, and found by the retry', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0011' });
    const { again } = await loseTheDatabase(stay, 'after');
    expect([again.status, again.replayed]).toEqual([200, true]);
    expect(await bookingsInDatabase()).toBe(2);
    await service.context.feed.catchUp();
    const { checkIn } = bookCommand(service, credentials, stay).request.stay;
    expect(service.context.snapshot.findCounters(ledgerOf(), idOf(stay.roomTypeId))!.bookedOn(checkIn)).toBe(
      2,
    );
  });

  it('not executed: the retry executes it for the first time', async () => {
    const { again } = await loseTheDatabase(demoStay({ hotel: 'HTL-2026-0011', room: 'TRP' }), 'before');
    expect([again.status, again.replayed]).toEqual([200, false]);
    expect(await bookingsInDatabase()).toBe(1);
  });
});

describe('a temporary failure is retried, as a whole batch and in order', () => {
  const namesInOrder = async () => {
    const result = await outside.query(
      `select g.name from bookings b join guests g on g.booking_id = b.id where b.ledger_id = $1 order by b.created_at, g.name`,
      [ledgerOf()],
    );
    return result.rows.map((row) => row.name);
  };
  const guest = (name: string) => ({ request: { guest: { name, phone: '+9647701234567', email: null } } });

  it('a deadlock with another writer', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0012', board: 'RO', nights: 1 });
    await setAllotment(service, stay, 3);
    expect((await submit(stay, guest('first'))).status).toBe(200);
    const { lockNumber } = service.context.snapshot.findHotel(stay.hotelId)!;
    await outside.query('begin');
    await outside.query('update night_counters set version = version + 1 where ledger_id = $1', [ledgerOf()]);
    const batch = Promise.all([
      submit(stay, guest('second')),
      submit(stay, guest('third')),
      submit(stay, guest('fourth')),
    ]);
    await sleep(200);
    // The desk holds this lock and waits for our row. Now we wait for the desk. PostgreSQL aborts the desk's
    // transaction, because it started waiting first.
    await outside.query('select pg_advisory_xact_lock($1, $2)', [ledgerOf(), lockNumber]);
    await outside.query('commit');
    expect(statuses(await batch)).toEqual([200, 200, 409]);
    expect(await namesInOrder()).toEqual(['first', 'second', 'third']);
    const seen = 'select deadlocks::int from pg_stat_database where datname = current_database()';
    await expect.poll(async () => (await outside.query(seen)).rows[0].deadlocks).toBe(1);
  });

  it('a hotel lock that is not granted for 5 s; after twice as long, nothing was executed', async () => {
    const [soon, never] = [
      demoStay({ hotel: 'HTL-2026-0009', board: 'RO' }),
      demoStay({ hotel: 'HTL-2026-0008', board: 'RO' }),
    ];
    const open = await keepHotelClosed('HTL-2026-0009');
    const second = new pg.Client(database.url);
    await second.connect();
    await second.query('begin');
    await second.query('select pg_advisory_xact_lock($1, $2)', [
      ledgerOf(),
      service.context.snapshot.findHotel('HTL-2026-0008')!.lockNumber,
    ]);
    const patient = submit(soon);
    await sleep(50);
    const hopeless = submit(never);
    await sleep(5_500);
    await open();
    expect((await patient).status).toBe(200);
    const refused = await hopeless;
    expect([refused.status, refused.body.includes('nothing was executed')]).toEqual([503, true]);
    await second.query('commit');
    await second.end();
    expect(await bookingsInDatabase()).toBe(1);
  });
});

describe('a voucher id that is taken', () => {
  it('is skipped', async () => {
    const stay = demoStay();
    expect((await submit(stay, { voucherSuffixes: ['AAAAAA'] })).status).toBe(200);
    const second = await submit(stay, { voucherSuffixes: ['AAAAAA', 'BBBBBB'] });
    expect(JSON.parse(second.body).data.voucher_id).toMatch(/BBBBBB$/);
  });

  it('in one batch, or in two batches at once, is drawn again', async () => {
    const draws = { voucherSuffixes: ['CCCCCC', 'DDDDDD', 'EEEEEE'] };
    const responses = await Promise.all([
      submit(demoStay({ hotel: 'HTL-2026-0006', board: 'RO' }), draws),
      submit(demoStay({ hotel: 'HTL-2026-0006', board: 'RO' }), draws),
    ]);
    expect(statuses(responses)).toEqual([200, 200]);
    // Another node takes the same voucher id while our batch is running.
    const later = { voucherSuffixes: ['FFFFFF', 'GGGGGG'] };
    await outside.query('begin');
    await outside.query('insert into vouchers values ($1, gen_random_uuid(), 1, gen_random_uuid())', [
      voucherId(service.context.today(), 'FFFFFF'),
    ]);
    const pending = submit(demoStay({ hotel: 'HTL-2026-0007' }), later);
    await sleep(150);
    await outside.query('commit');
    expect(JSON.parse((await pending).body).data.voucher_id).toMatch(/GGGGGG$/);
  });
});

describe('a queue', () => {
  it('over its limit refuses commands at once, and accepts them again later', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0008', board: 'RO' });
    await setAllotment(service, stay, 100);
    const open = await keepHotelClosed('HTL-2026-0008');
    const first = submit(stay);
    await sleep(100);
    const queued = Array.from({ length: 20 }, () => submit(stay));
    const refused = await submit(stay);
    expect([refused.status, JSON.parse(refused.body).error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    await open();
    expect(statuses(await Promise.all([first, ...queued]))).toEqual(Array(21).fill(200));
    expect(await bookingsInDatabase()).toBe(21);
  });

  it('refuses commands that waited too long, and does not execute them', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0009' });
    const open = await keepHotelClosed('HTL-2026-0009');
    const first = submit(stay);
    await sleep(100);
    const late = await submit(stay);
    expect(late.status).toBe(503);
    expect(late.body).toContain('waited too long');
    await open();
    expect((await first).status).toBe(200);
    expect(await bookingsInDatabase()).toBe(1);
  });

  it('does not extend a hold that falls due while its booking waits', async () => {
    const stay = demoStay({ hotel: 'HTL-2026-0010' });
    const hold = await service.call('POST', '/v1/prebook', {
      headers: credentials,
      body: { ...stay, ...GUEST },
    });
    const open = await keepHotelClosed('HTL-2026-0010');
    // Still valid when the booking arrives. The booking then waits for its hotel.
    await outside.query(
      "update holds set expires_at = clock_timestamp() + interval '300 ms' where ledger_id = $1",
      [ledgerOf()],
    );
    const booking = submit(stay, { request: { prebookToken: hold.body.data.prebook_token } });
    await sleep(600);
    await open();
    const response = await booking;
    expect([response.status, JSON.parse(response.body).error.code]).toEqual([409, 'PREBOOK_EXPIRED']);
    const counters = await outside.query(
      'select sum(booked)::int as booked, sum(held)::int as held from night_counters where ledger_id = $1',
      [ledgerOf()],
    );
    expect(counters.rows[0]).toEqual({ booked: 0, held: 0 });
  });
});
