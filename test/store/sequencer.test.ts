import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventStream } from '../../src/domain/booking/events/event.ts';
import type { Client } from '../../src/domain/partners/client.ts';
import {
  findClientEvent,
  lastClientEvents,
  readClientEvents,
} from '../../src/outgoing/events/client-events.store.ts';
import { type ReceptionChannels, sequenceEvents } from '../../src/outgoing/events/sequence-events.store.ts';
import { sequenceOnce } from '../../src/outgoing/events/sequence-events.worker.ts';
import { beginSequencing } from '../../src/outgoing/events/sequence-lock.store.ts';
import { createPool, inTransaction } from '../../src/platform/db/pool.ts';
import { emptyLedger } from '../../src/sandbox/ledgers.store.ts';
import { bookCommand, setAllotment } from '../support/book-command.ts';
import { createTestDatabase } from '../support/database.ts';
import { freshCredentials, startTestService, type TestService } from '../support/service.ts';
import { demoStay } from '../support/stay.ts';

/** The sequencer of the service does not run: the tests run its passes themselves. */
const SANDBOX: ReceptionChannels = { notices: 'private', mail: false, messages: false };
const PRODUCTION: ReceptionChannels = { notices: 'all', mail: true, messages: true };
const STAY = demoStay();
const OTHER = demoStay({ hotel: 'HTL-2026-0002' });

let service: TestService;
let credentials: Record<string, string>;
let client: Client;
beforeAll(async () => {
  service = await startTestService({ deliveries: false, housekeeping: false });
  for (const stay of [STAY, OTHER]) await setAllotment(service, stay, 500);
});
afterAll(() => service.end());
beforeEach(async () => {
  await sequenceOnce(pool(), null, SANDBOX);
  credentials = await freshCredentials(service);
  client = service.context.snapshot.findClient(credentials['x-client-id']!)!;
});

const pool = () => service.context.pool;
const streamOf = (stay: typeof STAY): EventStream => ({
  ...{ ledgerId: client.ledgerId, hotelId: service.context.snapshot.findHotel(stay.hotelId)!.id },
});
async function book(stay = STAY, count = 1): Promise<void> {
  const commands = Array.from({ length: count }, () => bookCommand(service, credentials, stay));
  for (const { status } of await Promise.all(commands.map((command) => service.context.submit(command))))
    expect(status).toBe(200);
}
const rowsOf = async (table: string, order: string) =>
  (await pool().query(`select * from ${table} where ledger_id = $1 order by ${order}`, [client.ledgerId]))
    .rows;
const numbered = async () =>
  (await readClientEvents(pool(), client.id, 0, 1_000)).map(({ number, event }) => [number, event!.number]);

describe('a plan that was made while the tables were empty', () => {
  it('finds events by key', async () => {
    const empty = await createTestDatabase('migrated');
    const one = createPool({ url: empty.url, size: 1, onError: () => {} });
    const scansOf = async (statement: string) => {
      const plan = await one.query(`explain execute ${statement}`);
      const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
      const scans = text.matchAll(/Scan using (events\w*)|(?:Seq|Bitmap Heap) Scan on (events)\b/g);
      return [...new Set([...scans].map(([, index, table]) => index ?? table))];
    };
    // From the sixth time on, the plan is kept.
    for (let turn = 0; turn < 6; turn += 1) {
      await readClientEvents(one, client.id, 0, 500);
      await findClientEvent(one, client.id, 1);
      await sequenceOnce(one, null, SANDBOX);
      await sequenceOnce(one, [streamOf(STAY)], SANDBOX);
    }
    // The second index finds the event before a correction.
    const keys = ['events_pkey', 'events_booking'];
    expect(await scansOf(`"read-client-events"('${client.id}', 0, 500)`)).toEqual(keys);
    expect(await scansOf(`"find-client-event"('${client.id}', 1)`)).toEqual(keys);
    await one.query('set enable_seqscan = off; set plan_cache_mode = force_generic_plan');
    expect(await scansOf(`"sequence-events-all"(1, false, false, false)`)).toEqual(['events_pkey']);
    expect(await scansOf(`"sequence-events-some"(1, false, false, false, '{}', '{}')`)).toEqual([
      'events_pkey',
    ]);
    await one.end();
    await empty.drop();
  });
});

describe('the sequencer', () => {
  it('numbers the events of a client over its hotels, in the order of each hotel', async () => {
    await book(OTHER, 3);
    await book(STAY, 2);
    expect(await sequenceOnce(pool(), null, SANDBOX)).toEqual({ count: 5, hasMore: false });
    const events = await readClientEvents(pool(), client.id, 0, 1_000);
    expect(events.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    for (const stay of [STAY, OTHER])
      expect(
        events.filter(({ hotelId }) => hotelId === streamOf(stay).hotelId).map(({ event }) => event!.number),
      ).toEqual(stay === STAY ? [1, 2] : [1, 2, 3]);
    expect(await lastClientEvents(pool(), [client.id])).toEqual([5]);
    expect(await findClientEvent(pool(), client.id, 3)).toEqual(events[2]);
    expect(await findClientEvent(pool(), client.id, 6)).toBeNull();
    expect(await sequenceOnce(pool(), null, SANDBOX)).toEqual({ count: 0, hasMore: false });
  });

  it('takes only the streams that were announced, and at most the limit', async () => {
    await book(OTHER, 2);
    await book(STAY, 5);
    expect(await sequenceOnce(pool(), [streamOf(STAY)], SANDBOX, 2)).toEqual({ count: 2, hasMore: true });
    expect(await sequenceOnce(pool(), [streamOf(STAY)], SANDBOX, 3)).toEqual({ count: 3, hasMore: false });
    expect(await numbered()).toEqual([1, 2, 3, 4, 5].map((number) => [number, number]));
    expect(await sequenceOnce(pool(), null, SANDBOX)).toEqual({ count: 2, hasMore: false });
  });

  it('divides a limit among streams without leaving an event out', async () => {
    await book(OTHER, 4);
    await book(STAY, 4);
    const counts = [];
    let hasMore = true;
    while (hasMore) {
      const pass = await sequenceOnce(pool(), null, SANDBOX, 3);
      counts.push(pass.count);
      ({ hasMore } = pass);
    }
    expect(counts).toEqual([3, 3, 2]);
    expect(await lastClientEvents(pool(), [client.id])).toEqual([8]);
    expect(await readClientEvents(pool(), client.id, 0, 100)).toHaveLength(8);
  });

  it('gives no number twice when two run at once', async () => {
    await book(STAY, 40);
    await book(OTHER, 40);
    const passes = await Promise.all(
      Array.from({ length: 8 }, () => sequenceOnce(pool(), null, SANDBOX, 10)),
    );
    expect(passes.map(({ count }) => count)).toEqual(Array(8).fill(10));
    expect((await numbered()).map(([number]) => number)).toEqual(
      Array.from({ length: 80 }, (_, index) => index + 1),
    );
  });

  it('writes a delivery for each webhook that wants the kind, with the id of the event', async () => {
    const [all, confirmed, cancelled] = [randomUUID(), randomUUID(), randomUUID()];
    for (const [id, kinds] of [
      [all, []],
      [confirmed, ['booking.confirmed', 'hotel.updated']],
      [cancelled, ['booking.cancelled']],
    ] as const)
      await pool().query(
        `insert into webhooks (id, client_id, url, kinds, secret, sealed_with, created_at)
         values ($1::uuid, $2, 'https://example.com/' || $1::uuid, $3, '', '', clock_timestamp())`,
        [id, client.id, kinds],
      );
    await book(STAY);
    await sequenceOnce(pool(), [streamOf(STAY)], SANDBOX);
    const [event] = await readClientEvents(pool(), client.id, 0, 1);
    const deliveries = await rowsOf('deliveries', 'id');
    expect(deliveries.map(({ destination }) => destination).sort()).toEqual([all, confirmed].sort());
    for (const delivery of deliveries)
      expect(delivery).toMatchObject({
        ...{ channel: 'WEBHOOK', kind: 'booking.confirmed', state: 'PENDING', attempts: 0 },
        ...{ message_id: event!.id, client_id: client.id, client_event: '1', event_number: 1 },
        booking_id: event!.event!.booking.id,
      });
    expect(await rowsOf('front_desk_notices', 'event_number')).toEqual([]);
  });

  it('writes a notice and a delivery for each address of the reception, in production only', async () => {
    const contacts = [
      { name: 'A', phone: '+9647701234567', email: 'desk@example.com', language: 'ar' },
      { name: 'B', phone: '+9647701234567', email: 'Desk@example.com', language: 'en' },
      { name: 'C', email: 'night@example.com', language: 'ckb' },
    ];
    await pool().query('update hotels set front_desk = $2 where public_id = $1', [
      STAY.hotelId,
      JSON.stringify(contacts),
    ]);
    const { hotelId } = streamOf(STAY);
    await book(STAY);
    await sequenceOnce(pool(), null, { ...SANDBOX, mail: true, messages: true });
    expect(await rowsOf('deliveries', 'id')).toEqual([]);
    expect(await rowsOf('front_desk_notices', 'event_number')).toEqual([]);
    await book(STAY);
    await book(OTHER);
    await sequenceOnce(pool(), null, PRODUCTION);
    const deliveries = await rowsOf('deliveries', 'channel, destination');
    const addressed = deliveries.map(({ channel, destination }) => [channel, destination.toLowerCase()]);
    expect(addressed).toEqual([
      ['HOTEL_EMAIL', `${hotelId} desk@example.com`],
      ['HOTEL_EMAIL', `${hotelId} night@example.com`],
      ['HOTEL_MESSAGE', `${hotelId} +9647701234567`],
    ]);
    expect(new Set(deliveries.map((row) => row.message_id)).size).toBe(3);
    expect(deliveries[0]).toMatchObject({ client_id: null, client_event: null, event_number: 2 });
    // Also for a hotel without contacts: the operator sees what nobody acknowledges.
    expect((await rowsOf('front_desk_notices', 'hotel_id')).map((row) => row.revision)).toEqual([1, 1]);
    await book(STAY);
    await sequenceOnce(pool(), null, { notices: 'all', mail: false, messages: true });
    expect(await rowsOf('deliveries', 'id')).toHaveLength(4);
  });

  it('does not tell a reception of its own reports', async () => {
    await book(STAY);
    await sequenceOnce(pool(), null, PRODUCTION);
    const notices = await rowsOf('front_desk_notices', 'event_number');
    await pool().query(
      `insert into events select ledger_id, hotel_id, 2, at, 'booking.checked_in', client_id, booking_id, 2, '[]', null,
         booking from events where ledger_id = $1`,
      [client.ledgerId],
    );
    await pool().query('update event_numbers set last = 2 where ledger_id = $1', [client.ledgerId]);
    expect(await sequenceOnce(pool(), null, PRODUCTION)).toEqual({ count: 1, hasMore: false });
    expect(await rowsOf('front_desk_notices', 'event_number')).toEqual(notices);
    expect((await rowsOf('client_events', 'number')).map(({ kind }) => kind)).toEqual([
      'booking.confirmed',
      'booking.checked_in',
    ]);
  });

  it('continues after a reset: what was not sequenced before it never is', async () => {
    await book(STAY, 2);
    await sequenceOnce(pool(), null, SANDBOX);
    await book(STAY, 3);
    await reset();
    expect(await sequenceOnce(pool(), null, SANDBOX)).toEqual({ count: 0, hasMore: false });
    await book(STAY);
    expect(await sequenceOnce(pool(), null, SANDBOX)).toEqual({ count: 1, hasMore: false });
    expect(await numbered()).toEqual([[3, 6]]);
  });

  it('leaves nothing to read of bookings that a node of the previous release has deleted', async () => {
    await book(STAY, 2);
    await sequenceOnce(pool(), null, SANDBOX);
    // That release does not know client_events.
    await pool().query('delete from events where ledger_id = $1', [client.ledgerId]);
    await book(STAY);
    await sequenceOnce(pool(), null, SANDBOX);
    expect((await readClientEvents(pool(), client.id, 0, 1)).map(({ number }) => number)).toEqual([3]);
    expect(await findClientEvent(pool(), client.id, 1)).toBeNull();
    expect((await service.call('GET', '/v1/events', { headers: credentials })).body.data).toHaveLength(1);
  });

  it('and a reset exclude each other: no event is left of a booking that is gone', async () => {
    await book(STAY, 5);
    let resetting: Promise<unknown> = Promise.resolve();
    const { count } = await inTransaction(pool(), 'read committed', async (tx) => {
      await beginSequencing(tx);
      const sequenced = await sequenceEvents(tx, null, 100, SANDBOX);
      resetting = reset();
      await untilSomebodyWaits();
      return sequenced;
    });
    expect(count).toBe(5);
    await resetting;
    expect(await rowsOf('client_events', 'number')).toEqual([]);
    expect(await rowsOf('events', 'number')).toEqual([]);
  });

  it('a reset does not wait for a delivery that a process is marking: that one is left', async () => {
    await pool().query(
      `insert into deliveries (channel, destination, kind, ledger_id, hotel_id, message_id, created_at, due_at)
       select 'WEBHOOK', 'x', 'booking.confirmed', $1, gen_random_uuid(), gen_random_uuid(), now(), now()
       from generate_series(1, 3)`,
      [client.ledgerId],
    );
    const [, marked] = await rowsOf('deliveries', 'id');
    await inTransaction(pool(), 'read committed', async (tx) => {
      await tx.query('select from deliveries where id = $1 for update', [marked.id]);
      await reset();
    });
    expect((await rowsOf('deliveries', 'id')).map(({ id }) => id)).toEqual([marked.id]);
    await reset();
    expect(await rowsOf('deliveries', 'id')).toEqual([]);
  });

  it('control: without the lock, a reset leaves events of bookings that are gone', async () => {
    await book(STAY, 5);
    await inTransaction(pool(), 'read committed', async (tx) => {
      await sequenceEvents(tx, null, 100, SANDBOX);
      await reset();
    });
    expect(await rowsOf('events', 'number')).toEqual([]);
    expect(await rowsOf('client_events', 'number')).toHaveLength(5);
    await pool().query('delete from client_events where ledger_id = $1', [client.ledgerId]);
  });
});

const reset = () =>
  inTransaction(pool(), 'read committed', (tx) => emptyLedger(tx, client.ledgerId, service.context.today()));

/** Until a transaction waits for an advisory lock. */
async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const waiting = await pool().query(
      `select 1 from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    );
    if (waiting.rows.length > 0) return;
  }
}
