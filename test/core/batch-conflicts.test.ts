import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { idOf, type LedgerId } from '../../src/kernel/ids.ts';
import { bookCommand, setAllotment } from '../support/book-command.ts';
import { freshCredentials, startTestService, type TestService } from '../support/service.ts';
import { demoStay, GUEST } from '../support/stay.ts';

const STAY = demoStay({ hotel: 'HTL-2026-0002', nights: 1 });

let service: TestService;
let credentials: Record<string, string>;
let ledger: LedgerId;
/** The booking that a test cancels. */
let changed: string | null;
/** Makes the desk wait between its load and its writes. */
let blocker: pg.Client;
/** Changes rows without the hotel lock, as an operator with psql may. */
let operator: pg.Client;

beforeAll(async () => {
  service = await startTestService({ housekeeping: false, deliveries: false });
  [blocker, operator] = [new pg.Client(service.databaseUrl), new pg.Client(service.databaseUrl)];
  await Promise.all([blocker.connect(), operator.connect()]);
});
afterAll(async () => {
  await Promise.all([blocker.end(), operator.end()]);
  await service.end();
});
beforeEach(async () => {
  credentials = await freshCredentials(service);
  changed = null;
  ledger = service.context.snapshot.findClient(credentials['x-client-id']!)!.ledgerId;
  await operator.query(
    `insert into nights (hotel_id, room_type_id, day, allotment)
     select id, $1, $2, 1 from hotels where public_id = $3 on conflict do nothing`,
    [STAY.roomTypeId, STAY.checkIn, STAY.hotelId],
  );
  await setAllotment(service, STAY, 10);
});

const call = (method: 'POST' | 'DELETE', url: string, body?: object) =>
  service.call(method, url, { headers: { ...credentials, 'idempotency-key': 'the-key' }, body });
const book = () => call('POST', '/v1/bookings', { ...STAY, ...GUEST });
const bookBefore = async () => {
  const response = await service.call('POST', '/v1/bookings', {
    headers: credentials,
    body: { ...STAY, ...GUEST },
  });
  return response.body.data.booking_id as string;
};

/** Sends a request, and lets the operator change rows when the desk has loaded and waits in its first write. */
async function withChange<T>(request: () => Promise<T>, sql: string, ...values: unknown[]): Promise<T> {
  await blocker.query('begin');
  await blocker.query(
    `insert into idempotency_records (client_id, operation, key, request_hash, status, body, ledger_id, created_at)
     select id, o, 'the-key', '\\x00', 200, '{}', ledger_id, clock_timestamp()
     from clients, unnest($2::text[]) o where client_id = $1`,
    [credentials['x-client-id'], ['bookings', ...(changed === null ? [] : [`cancel ${changed}`])]],
  );
  const response = request();
  await expect.poll(deskWaits).toBe(true);
  await operator.query(sql, values);
  await blocker.query('rollback');
  return response;
}

async function deskWaits(): Promise<boolean> {
  const result = await operator.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name like 'ihc-desk-%'
     and wait_event_type = 'Lock' and wait_event in ('transactionid', 'tuple', 'speculative token')`,
  );
  return result.rowCount === 1;
}

/** What the tables say of this ledger. */
async function rooms() {
  const result = await operator.query(
    `select (select count(*)::int from bookings where ledger_id = $1 and status = 'CONFIRMED') as bookings,
       (select count(*)::int from events where ledger_id = $1) as events,
       (select booked from night_counters where ledger_id = $1) as booked,
       (select held from night_counters where ledger_id = $1) as held`,
    [ledger],
  );
  return result.rows[0];
}

async function expectSameInMemory(): Promise<void> {
  const { checkIn } = bookCommand(service, credentials, STAY).request.stay;
  await service.context.feed.catchUp();
  const counters = service.context.snapshot.findCounters(ledger, idOf(STAY.roomTypeId));
  expect(counters!.bookedOn(checkIn)).toBe((await rooms()).booked);
}

describe('an operator changes rows between the load and the writes of a batch', () => {
  it('a lower allotment: the booking is decided again, and refused', async () => {
    const response = await withChange(
      book,
      'update nights set allotment = 0 where room_type_id = $1 and day = $2',
      ...[STAY.roomTypeId, STAY.checkIn],
    );
    expect([response.status, response.body.error.code]).toEqual([409, 'INSUFFICIENT_INVENTORY']);
    expect(await rooms()).toEqual({ bookings: 0, events: 0, booked: null, held: null });
  });

  it('a night that is deleted: refused too', async () => {
    const response = await withChange(
      book,
      'delete from nights where room_type_id = $1 and day = $2',
      ...[STAY.roomTypeId, STAY.checkIn],
    );
    expect(response.status).toBe(409);
    expect(await rooms()).toEqual({ bookings: 0, events: 0, booked: null, held: null });
  });

  it('a counter that is inserted: its rooms count', async () => {
    await setAllotment(service, STAY, 1);
    const response = await withChange(
      book,
      `insert into night_counters (ledger_id, hotel_id, room_type_id, day, booked, held)
       select $1, id, $2, $3, 1, 0 from hotels where public_id = $4`,
      ...[ledger, STAY.roomTypeId, STAY.checkIn, STAY.hotelId],
    );
    expect(response.status).toBe(409);
    expect(await rooms()).toMatchObject({ bookings: 0, events: 0, booked: 1 });
    await operator.query('delete from night_counters where ledger_id = $1', [ledger]);
  });

  it('a counter that is deleted: it is inserted again', async () => {
    await bookBefore();
    await withChange(book, 'delete from night_counters where ledger_id = $1', ledger);
    expect(await rooms()).toMatchObject({ bookings: 2, events: 2, booked: 1 });
    await operator.query('update night_counters set booked = 2 where ledger_id = $1', [ledger]);
  });

  it('a booking that is changed: its cancellation is decided again, on the new revision', async () => {
    const id = await bookBefore();
    changed = id;
    const cancel = () => call('POST', `/v1/bookings/${id}/cancel`, { reason: 'Plans changed' });
    const response = await withChange(cancel, 'update bookings set revision = 2 where id = $1', id);
    expect(response.status).toBe(200);
    const revision = await operator.query('select revision, status from bookings where id = $1', [id]);
    expect(revision.rows).toEqual([{ revision: 3, status: 'CANCELLED' }]);
    expect(await rooms()).toMatchObject({ bookings: 0, events: 2, booked: 0 });
    await expectSameInMemory();
  });

  it('a number of an event that is used: the booking is decided again and gets the next one', async () => {
    await bookBefore();
    const next = 'update event_numbers set last = last + 5 where ledger_id = $1';
    expect((await withChange(book, next, ledger)).status).toBe(200);
    const numbers = await operator.query('select number from events where ledger_id = $1 order by number', [
      ledger,
    ]);
    expect(numbers.rows.map(({ number }) => number)).toEqual([1, 7]);
  });

  it('a hold that is ended: its booking does not redeem it', async () => {
    const hold = await service.call('POST', '/v1/prebook', {
      headers: credentials,
      body: { ...STAY, ...GUEST },
    });
    const redeem = () =>
      call('POST', '/v1/bookings', { ...STAY, ...GUEST, prebookToken: hold.body.data.prebook_token });
    const response = await withChange(
      redeem,
      `with ended as (update holds set status = 'RELEASED', ended_at = clock_timestamp() where ledger_id = $1)
       update night_counters set held = 0, version = version + 1 where ledger_id = $1`,
      ledger,
    );
    expect([response.status, response.body.error.code]).toEqual([409, 'PREBOOK_EXPIRED']);
    expect(await rooms()).toEqual({ bookings: 0, events: 0, booked: 0, held: 0 });
    await expectSameInMemory();
  });

  it('a booking that is cancelled: cancelling it again changes nothing, and its rooms come back once', async () => {
    const id = await bookBefore();
    changed = id;
    const cancel = () => call('POST', `/v1/bookings/${id}/cancel`, { reason: 'Plans changed' });
    const response = await withChange(
      cancel,
      `with cancelled as (update bookings set revision = 2, status = 'CANCELLED', cancelled = '{}' where id = $1)
       update night_counters set booked = 0, version = version + 1 where ledger_id = $2`,
      ...[id, ledger],
    );
    expect(response.status).toBe(200);
    expect(await rooms()).toMatchObject({ bookings: 0, events: 1, booked: 0 });
    await expectSameInMemory();
  });
});
