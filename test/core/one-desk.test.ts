import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Desk } from '../../src/desk/desk.ts';
import {
  FrameReader,
  type FromDesk,
  PROTOCOL,
  type ToDesk,
  writeFrame,
} from '../../src/desk/one-desk/frames.ts';
import { linkSecurity } from '../../src/desk/one-desk/link-key.ts';
import { type Command, requestIdOf } from '../../src/domain/booking/command.ts';
import { monotonicNow } from '../../src/platform/db/monotonic.ts';
import { bookCommand, setAllotment } from '../support/book-command.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eachForItself } from '../support/each-for-itself.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../support/service.ts';
import { demoStay, GUEST } from '../support/stay.ts';
import { testSecrets } from '../support/test-config.ts';
import { until } from '../support/until.ts';

let database: TestDatabase | null = null;
let nodes: TestService[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const node of nodes) await node.close();
  await database?.drop();
  database = null;
  nodes = [];
});

/** The database of this test, a new one. */
async function databaseUrl(): Promise<string> {
  database ??= await createTestDatabase();
  return database.url;
}

async function startNode(options: TestServiceOptions = {}): Promise<TestService> {
  const node = await startTestService({ databaseUrl: await databaseUrl(), ...options });
  nodes.push(node);
  return node;
}

async function query(text: string): Promise<pg.QueryResult> {
  const client = new pg.Client(await databaseUrl());
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

/** Asks one node for a quote, and books it at the other. */
async function bookQuotes(first: TestService, second: TestService): Promise<number[]> {
  await first.context.feed.catchUp();
  await second.context.feed.catchUp();
  const statuses: number[] = [];
  for (let index = 0; index < 20; index += 1) {
    const stay = { ...demoStay({ from: 30 + index, nights: 1 }), adults: 1 };
    const headers = first.credentials;
    const [quoting, booking] = index % 2 === 0 ? [first, second] : [second, first];
    const quote = await quoting.call('POST', '/v1/price-check', { body: stay, headers });
    const quoteId = quote.body.data.quote_id;
    const body = { ...stay, ...GUEST, quoteId };
    statuses.push((await booking.call('POST', '/v1/bookings', { body, headers })).status);
  }
  return statuses;
}

describe('two nodes', () => {
  let first: TestService;
  let second: TestService;
  beforeAll(async () => {
    first = await startTestService({ node: 'n' });
    second = await startTestService({ node: 'n', databaseUrl: first.databaseUrl });
  });
  afterAll(async () => {
    await second.close();
    await first.end();
  });
  const query = (text: string) => first.context.pool.query(text);
  const count = async (what: string) =>
    (await query(`select count(*)::int as count from ${what}`)).rows[0].count;
  const deskAddress = async () =>
    new URL(`tls://${(await query('select address from desk')).rows[0].address}`);

  it('have one desk: the first that started', async () => {
    expect([first.context.desk.isDesk, second.context.desk.isDesk]).toEqual([true, false]);
    expect(second.context.desk.isReachable).toBe(true);
    const { rows } = await query('select process, address from desk');
    expect(rows).toEqual([{ process: expect.any(String), address: expect.stringMatching(/^127\.0\.0\.1:/) }]);
  });

  it('have a booking in the memory of both when its response arrives (processes of one node)', async () => {
    const stay = demoStay({ nights: 1 });
    const path = `/v1/availability?hotelId=${stay.hotelId}&roomTypeId=${stay.roomTypeId}&startDate=${stay.checkIn}&days=1`;
    const headers = first.credentials;
    await setAllotment(first, stay, 100);
    for (let made = 1; made <= 20; made += 1) {
      const at = made % 2 === 0 ? first : second;
      const body = { ...stay, ...GUEST, adults: 1 };
      expect((await at.call('POST', '/v1/bookings', { body, headers })).status).toBe(200);
      for (const node of [first, second])
        expect((await node.call('GET', path, { headers })).body.data[0].booked).toBe(made);
    }
  });

  it('know each quote everywhere when its response arrives', async () => {
    expect(new Set(await bookQuotes(first, second))).toEqual(new Set([200]));
  });

  it('execute a command that is sent twice once, with a key of its own, and return the same bytes', async () => {
    const stay = demoStay({ nights: 1 });
    const before = await count('bookings');
    const command = bookCommand(second, second.credentials, stay);
    const own = { ...command, idempotency: { operation: 'command', key: 'the same', requestHash: '' } };
    const [one, other] = await Promise.all([second.context.submit(own), second.context.submit(own)]);
    expect([one!.status, one!.body, one!.replayed]).toEqual([200, other!.body, false]);
    expect(await count('bookings')).toBe(before + 1);
  });

  it('record a command only if it changed something', async () => {
    const before = await count("idempotency_records where operation = 'command'");
    const full = demoStay({ hotel: 'HTL-2026-0092', nights: 1 });
    const refused = await second.context.submit(bookCommand(second, second.credentials, full));
    const booked = await second.context.submit(bookCommand(second, second.credentials, demoStay()));
    expect([refused.status, booked.status]).toEqual([409, 200]);
    expect(await count("idempotency_records where operation = 'command'")).toBe(before + 1);
  });
  it('close a connection that does not speak its protocol, and serve the others', async () => {
    const { hostname: host, port } = await deskAddress();
    const garbage = connect({ host, port: Number(port), ...linkSecurity([testSecrets.signingKey]).client });
    garbage.write('GET / HTTP/1.1\r\nHost: desk\r\n\r\n'.repeat(50));
    await new Promise((resolve) => garbage.once('close', resolve).once('error', () => {}));
    const body = { ...demoStay(), ...GUEST };
    expect((await second.call('POST', '/v1/bookings', { body })).status).toBe(200);
    expect(first.context.desk.isDesk).toBe(true);
  });

  it('refuse a process of another version of the protocol', async () => {
    const { hostname: host, port } = await deskAddress();
    const socket = connect({ host, port: Number(port), ...linkSecurity([testSecrets.signingKey]).client });
    socket.write(writeFrame({ kind: 'hello', protocol: 99, process: 'p', node: 'n', epoch: 1 }));
    const reply = await new Promise<string>((resolve) =>
      socket.once('data', (data) => resolve(data.toString())),
    );
    expect(reply).toContain('version 1 of the protocol, not 99');
    socket.destroy();
  });
});

describe('two nodes of which one stops, or decides for itself', () => {
  it('hand the desk over when the first is stopped: no request fails', async () => {
    const [first, second] = [await startNode(), await startNode()];
    const stay = demoStay({ nights: 1 });
    await setAllotment(first, stay, 100);
    await second.context.feed.catchUp();
    const responses = Array.from({ length: 40 }, async (_, index) => {
      await sleep(10 * index);
      const body = { ...stay, ...GUEST, adults: 1 };
      return (await second.call('POST', '/v1/bookings', { body })).status;
    });
    await sleep(100);
    await first.close();
    nodes.shift();
    expect(new Set(await Promise.all(responses))).toEqual(new Set([200]));
    expect(second.context.desk.isDesk).toBe(true);
  });

  it('control: when each decides for itself, a quote of the other is unknown at first', async () => {
    const [first, second] = [
      await startNode({ accessDesk: eachForItself }),
      await startNode({ accessDesk: eachForItself }),
    ];
    expect(new Set(await bookQuotes(first, second))).toContain(409);
  });

  it('send their newest quotes to the next desk', async () => {
    const [first, second] = [await startNode(), await startNode()];
    const stay = { ...demoStay({ nights: 1 }), adults: 1 };
    // The database refuses quotes, so that only the memory of the second node has this one.
    await query('alter table quotes rename to no_quotes');
    const quote = await second.call('POST', '/v1/price-check', { body: stay });
    await query('alter table no_quotes rename to quotes');
    await query(
      'create function refuse_quotes() returns trigger language plpgsql as $$ begin return null; end $$',
    );
    await query(
      'create trigger refuse before insert on quotes for each row execute function refuse_quotes()',
    );
    const third = await startNode();
    await third.context.feed.catchUp();
    await first.close();
    nodes.shift();
    await until(() => second.context.desk.isReachable && third.context.desk.isReachable);
    const booking = third.context.desk.isDesk ? second : third;
    const body = { ...stay, ...GUEST, quoteId: quote.body.data.quote_id };
    const response = await booking.call('POST', '/v1/bookings', { body, headers: second.credentials });
    expect([response.status, response.body.error]).toEqual([200, undefined]);
  });
});

describe('the desk', () => {
  it('of an old epoch decides nothing, and is elected again before it goes on', async () => {
    const node = await startNode();
    await query('update desk set epoch = epoch + 10');
    const { status } = await node.context.submit(bookCommand(node, node.credentials, demoStay()));
    expect(status).toBe(200);
    const { rows } = await query(
      'select b.epoch = d.epoch as in_office from desk_batches b cross join desk d order by committed_at desc limit 1',
    );
    expect(rows).toEqual([{ in_office: true }]);
  });

  it('waits for a command that another process has read before, and not sent yet', async () => {
    const decided: string[] = [];
    const onDecided = (command: Command) => decided.push(requestIdOf(command));
    const node = await startNode({ desk: { onDecided } });
    const command = (requestId: string) => bookCommand(node, node.credentials, demoStay(), { requestId });
    const readAt = monotonicNow();
    let local: Promise<unknown> | null = null;
    const socket = await link((message, send) => {
      if (message.kind === 'welcome') {
        send({ kind: 'mark', at: monotonicNow() });
        setTimeout(() => {
          local = node.context.submit(command('later'));
        }, 50);
      }
      // The other process is slow, and has something that it read before.
      if (message.kind === 'mark please' && local !== null)
        setTimeout(() => {
          const sentAt = monotonicNow();
          send({ kind: 'command', id: 1, arrivedAt: readAt, sentAt, command: command('earlier') });
        }, 100);
    });
    await until(() => decided.length === 2);
    await local;
    expect(decided).toEqual(['earlier', 'later']);
    socket.destroy();
  });

  it.each([
    ['of its own process', 0],
    ['of another process', 1],
  ])('says that the outcome is unknown after an error, for a command %s', async (_, at) => {
    const lines: string[] = [];
    const log = new PassThrough().on('data', (line) => lines.push(`${line}`));
    const node = await startNode({ log, config: { metricsPort: 0 } });
    await startNode();
    const { enqueue } = Desk.prototype;
    // The desk executes the command, and fails before it can respond.
    vi.spyOn(Desk.prototype, 'enqueue').mockImplementationOnce(async function (this: Desk, ...given) {
      await enqueue.apply(this, given);
      throw new Error('the queue is broken');
    });
    const command = bookCommand(node, node.credentials, demoStay(), { requestId: 'the request' });
    const { status, body } = await nodes[at]!.context.submit(command);
    expect([status, JSON.parse(body).error.code]).toEqual([503, 'OUTCOME_UNKNOWN']);
    expect((await query('select id from bookings')).rows).toEqual([{ id: command.request.bookingId }]);
    const faults = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'the desk failed');
    expect(faults).toMatchObject([
      {
        command: 'book',
        request_id: 'the request',
        err: { stack: expect.stringContaining('the queue is broken') },
      },
    ]);
    const counted = node.context.counts!.desk.commands.find(({ kind }) => kind === 'book')!;
    expect(counted.outcomes).toMatchObject({ fault: 1, ok: 1 });
  });

  it('does not wait for ever for a process that says nothing', async () => {
    const node = await startNode();
    const socket = await link(() => {});
    const { status } = await node.context.submit(bookCommand(node, node.credentials, demoStay()));
    expect(status).toBe(200);
    socket.destroy();
  });
});

/** A process of this deployment, as the desk sees it, that does only what the test says. */
async function link(
  onMessage: (message: FromDesk, send: (message: ToDesk) => void) => void,
): Promise<TLSSocket> {
  const { rows } = await query('select address, epoch::float8 as epoch from desk');
  const { hostname: host, port } = new URL(`tls://${rows[0].address}`);
  const socket = connect({ host, port: Number(port), ...linkSecurity([testSecrets.signingKey]).client });
  const send = (message: ToDesk) => socket.write(writeFrame(message));
  const reader = new FrameReader<FromDesk>((message) => onMessage(message, send));
  socket.on('data', (chunk) => reader.push(chunk)).on('error', () => {});
  send({ kind: 'hello', protocol: PROTOCOL, process: 'p', node: 'n', epoch: rows[0].epoch });
  await new Promise((resolve) => socket.once('data', resolve));
  return socket;
}

describe('the link to the desk', () => {
  it('refuses a process with another signing key, which then does not take over', async () => {
    const first = await startNode();
    await sleep(3_000);
    const stranger = await startNode({ secrets: { ...testSecrets, signingKey: 'x'.repeat(32) } });
    expect(stranger.context.desk.isReachable).toBe(false);
    const health = await stranger.call('GET', '/v1/health');
    expect([health.body.status, health.body.bookings]).toEqual(['DEGRADED', { status: 'WAITING' }]);
    const response = await stranger.call('POST', '/v1/bookings', { body: { ...demoStay(), ...GUEST } });
    expect([response.status, response.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    await sleep(5_000);
    expect([first.context.desk.isDesk, stranger.context.desk.isDesk]).toEqual([true, false]);
  });
});
