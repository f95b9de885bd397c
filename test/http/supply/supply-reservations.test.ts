import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setRevoked } from '../../../src/domain/partners/operate-keys.store.ts';
import { inTransaction } from '../../../src/platform/db/pool.ts';
import { freshCredentials, startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST, inDays } from '../../support/stay.ts';
import { supplierOf } from '../../support/supplier.ts';

const HOTEL = 'HTL-2026-0001';
type Headers = Record<string, string>;
// biome-ignore lint/suspicious/noExplicitAny: tests read responses from outside.
type Body = any;

/** Two nodes on one database. */
let first: TestService;
let second: TestService;
beforeAll(async () => {
  first = await startTestService();
  second = await startTestService({ databaseUrl: first.databaseUrl });
});
afterAll(async () => {
  await second.end();
  await first.end();
});

/** A partner with a ledger of its own, and the supplier of a hotel that reads it. Both nodes know them. */
async function newPair(): Promise<{ partner: Headers; supplier: Headers }> {
  const partner = await freshCredentials(first);
  const supplier = await supplierOf(first, [HOTEL], partner);
  await second.context.feed.catchUp();
  return { partner, supplier };
}

async function read(node: TestService, headers: Headers, query: Record<string, string | number> = {}) {
  const text = Object.entries(query).map(([name, value]) => `&${name}=${value}`);
  const url = `/supply/v1/reservations?hotelId=${HOTEL}${text.join('')}`;
  const response = await node.app.inject({ url, headers });
  return { status: response.statusCode, headers: response.headers, body: response.json() as Body };
}
async function post(node: TestService, url: string, headers: Headers, payload: object): Promise<Body> {
  return (await node.app.inject({ method: 'POST', url, headers, payload })).json();
}
async function book(node: TestService, partner: Headers, from = 30): Promise<string> {
  const { data, error } = await post(node, '/v1/bookings', partner, { ...demoStay({ from }), ...GUEST });
  expect(error).toBeUndefined();
  return data.booking_id;
}
const acknowledge = (headers: Headers, upTo: number) =>
  post(first, '/supply/v1/reservations/ack', headers, { hotelId: HOTEL, upTo });

/** Until so many requests wait in a process. */
async function waiting(node: TestService, count: number): Promise<void> {
  while (node.context.eventWatch.size !== count) await pause(5);
}

describe('the reservations of a hotel', () => {
  it('are numbered events, each with the whole reservation, and pages have no gap and no repeat', async () => {
    const { partner, supplier } = await newPair();
    expect((await read(first, supplier)).body).toEqual({
      ...{ success: true, data: [], cursor: 0 },
      ...{ has_more: false, acknowledged: 0 },
    });
    const booking = await book(first, partner);
    await post(first, `/v1/bookings/${booking}/modify`, partner, { checkOut: inDays(33) });
    await post(first, `/v1/bookings/${booking}/cancel`, partner, {});
    const all = (await read(first, supplier)).body;
    expect(all.data.map((one: Body) => [one.event, one.kind, one.reservation.revision])).toEqual([
      [1, 'booking.confirmed', 1],
      [2, 'booking.modified', 2],
      [3, 'booking.cancelled', 3],
    ]);
    expect(all).toMatchObject({ cursor: 3, has_more: false });
    expect(all.data.map((one: Body) => one.reservation.status)).toEqual([
      'CONFIRMED',
      'CONFIRMED',
      'CANCELLED',
    ]);
    expect(all.data[1].reservation).toMatchObject({
      booking_id: booking,
      check_out: inDays(33),
      guest: { name: GUEST.guestName, phone: '+9647701234567' },
      channel: { client_id: partner['x-client-id'] },
    });
    const pages: Body[] = [];
    for (let cursor = 0, more = true; more; ) {
      const { body } = await read(second, supplier, { cursor, limit: 1 });
      pages.push(...body.data);
      ({ cursor, has_more: more } = body);
    }
    expect(pages).toEqual(all.data);
    expect((await read(first, supplier, { cursor: 3 })).body).toMatchObject({ data: [], cursor: 3 });
  });

  it.each([
    [{ cursor: -1 }, 'cursor', 'TOO_SMALL'],
    [{ cursor: 1 }, 'cursor', 'TOO_LARGE'],
    [{ cursor: '1e3' }, 'cursor', 'WRONG_TYPE'],
    [{ cursor: 9_999_999_999 }, 'cursor', 'WRONG_TYPE'],
    [{ limit: 0 }, 'limit', 'TOO_SMALL'],
    [{ limit: 501 }, 'limit', 'TOO_LARGE'],
    [{ wait: -1 }, 'wait', 'TOO_SMALL'],
    [{ wait: 21 }, 'wait', 'TOO_LARGE'],
  ])('with %j are refused', async (query, field, code) => {
    const supplier = await supplierOf(first, [HOTEL], await freshCredentials(first));
    const { status, body } = await read(first, supplier, query);
    expect([status, body.error.details]).toEqual([400, [expect.objectContaining({ field, code })]]);
  });

  it('of other partners in the sandbox are not among them', async () => {
    const [one, other] = [await newPair(), await newPair()];
    await book(first, one.partner);
    expect((await read(first, other.supplier)).body.data).toEqual([]);
    expect((await read(first, one.supplier, { limit: 500 })).body.data).toHaveLength(1);
  });

  it('arrive whole and in order while two nodes book', async () => {
    const { partner, supplier } = await newPair();
    const count = 40;
    const booked = Promise.all(
      Array.from({ length: count }, (_, turn) =>
        book(turn % 2 === 0 ? first : second, partner, 30 + (turn % 8) * 2),
      ),
    );
    const numbers: number[] = [];
    for (let cursor = 0; numbers.length < count; ) {
      const { body } = await read(second, supplier, { cursor, limit: 7, wait: 5 });
      numbers.push(...body.data.map((one: Body) => one.event));
      cursor = body.cursor;
    }
    await booked;
    expect(numbers).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  });
});

describe('a request that waits', () => {
  it('gets an empty page when the time is over', async () => {
    const { supplier } = await newPair();
    const { status, body } = await read(first, supplier, { wait: 1 });
    expect([status, body.data, body.cursor]).toEqual([200, [], 0]);
    expect(first.context.eventWatch.size).toBe(0);
  });

  it('does not wait when there is something', async () => {
    const { partner, supplier } = await newPair();
    await book(first, partner);
    expect((await read(first, supplier, { wait: 20 })).body.data).toHaveLength(1);
  });

  it('gets the event of another node, and only of its hotel and ledger', async () => {
    const [one, other] = [await newPair(), await newPair()];
    const waits = [one, other].map(({ supplier }) => read(second, supplier, { wait: 20 }));
    await waiting(second, 2);
    await book(first, one.partner);
    expect((await waits[0]!).body.data).toHaveLength(1);
    expect(second.context.eventWatch.size).toBe(1);
    await book(first, other.partner);
    expect((await waits[1]!).body.data).toHaveLength(1);
  });

  it('of the same client and hotel is the third: the oldest ends, the others get the event', async () => {
    const { partner, supplier } = await newPair();
    const [oldest, ...others] = [1, 2, 3].map(async (_, index) => {
      await waiting(first, index);
      return read(first, supplier, { wait: 20 });
    });
    expect((await oldest!).body.data).toEqual([]);
    expect(first.context.eventWatch.size).toBe(2);
    await book(first, partner);
    for (const response of await Promise.all(others)) expect(response.body.data).toHaveLength(1);
  });

  it('is forgotten when its caller hangs up', async () => {
    const { supplier } = await newPair();
    await first.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = first.app.server.address() as { port: number };
    const call = new AbortController();
    const url = `http://127.0.0.1:${port}/supply/v1/reservations?hotelId=${HOTEL}&wait=20`;
    const response = fetch(url, { headers: supplier, signal: call.signal }).catch(() => 'gone');
    await waiting(first, 1);
    call.abort();
    expect(await response).toBe('gone');
    await waiting(first, 0);
  });

  it('gets nothing if its key was revoked meanwhile', async () => {
    const { partner, supplier } = await newPair();
    const { pool, snapshot, feed } = first.context;
    const response = read(first, supplier, { wait: 20 });
    await waiting(first, 1);
    const [key] = snapshot.keys.in(snapshot.findClient(supplier['x-client-id']!)!.id);
    await inTransaction(pool, 'read committed', (tx) => setRevoked(tx, key!.id));
    await feed.catchUp();
    await book(first, partner);
    expect((await response).body).toMatchObject({ success: true, data: [], cursor: 0 });
    expect((await read(first, supplier)).status).toBe(401);
  });

  it('waits again after a reset of the sandbox: numbers go on, and the cursor follows them', async () => {
    const { partner, supplier } = await newPair();
    await book(first, partner);
    await book(first, partner);
    await post(first, '/v1/sandbox/reset', partner, {});
    expect((await read(first, supplier, { cursor: 1 })).body).toMatchObject({ data: [], cursor: 2 });
    const response = read(first, supplier, { cursor: 1, wait: 20 });
    await waiting(first, 1);
    await book(first, partner);
    const { data, cursor } = (await response).body;
    expect([data.map((one: Body) => one.event), cursor]).toEqual([[3], 3]);
  });

  it('gets a response when its node stops', async () => {
    const { supplier } = await newPair();
    const third = await startTestService({ databaseUrl: first.databaseUrl });
    const response = read(third, supplier, { wait: 20 });
    await waiting(third, 1);
    const ended = third.end();
    const { status, body, headers } = await response;
    expect([status, body.data, headers.connection]).toEqual([200, [], 'close']);
    await ended;
  });
});

describe('an acknowledgement', () => {
  it('is kept per supplier, may be repeated, and never goes back', async () => {
    const { partner, supplier } = await newPair();
    const other = await supplierOf(first, [HOTEL], partner);
    for (const from of [30, 32, 34]) await book(first, partner, from);
    const hotelId = first.context.snapshot.findHotel(HOTEL)!.id;
    for (const [upTo, acknowledged] of [
      [2, 2],
      [2, 2],
      [1, 2],
      [3, 3],
      [0, 3],
    ] as const)
      expect((await acknowledge(supplier, upTo)).data).toEqual({ hotel_id: hotelId, acknowledged });
    expect((await read(second, supplier, { cursor: 3 })).body.acknowledged).toBe(3);
    expect((await read(first, other)).body.acknowledged).toBe(0);
  });

  it('of an event that does not exist is refused with the last number', async () => {
    const { partner, supplier } = await newPair();
    expect((await acknowledge(supplier, 0)).success).toBe(true);
    await book(first, partner);
    const { error } = await acknowledge(supplier, 2);
    expect(error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [
        {
          field: 'upTo',
          code: 'TOO_LARGE',
          message: 'upTo must be at most 1, the number of the last event of this hotel',
        },
      ],
    });
    for (const upTo of [-1, 1.5, '1', 1_000_000_000])
      expect((await acknowledge(supplier, upTo as number)).error.code).toBe('VALIDATION_ERROR');
    expect((await read(first, supplier)).body.acknowledged).toBe(0);
  });

  it('of many at once in any order ends at the highest', async () => {
    const { partner, supplier } = await newPair();
    for (let turn = 0; turn < 8; turn += 1) await book(first, partner, 30 + turn * 2);
    const responses = await Promise.all([8, 3, 5, 1, 8, 7, 2, 6].map((upTo) => acknowledge(supplier, upTo)));
    expect(responses.every((one) => one.success)).toBe(true);
    expect((await read(first, supplier, { cursor: 8 })).body.acknowledged).toBe(8);
  });
});
