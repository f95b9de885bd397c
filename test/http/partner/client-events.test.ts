import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { setRevoked } from '../../../src/domain/partners/operate-keys.store.ts';
import { inTransaction } from '../../../src/platform/db/pool.ts';
import { bookCommand } from '../../support/book-command.ts';
import { freshCredentials, startTestService, type TestService } from '../../support/service.ts';
import { demoStay, GUEST, inDays } from '../../support/stay.ts';

type Headers = Record<string, string>;
// biome-ignore lint/suspicious/noExplicitAny: tests read responses from outside.
type Body = any;

/** Two nodes on one database. The first is the desk. */
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

async function newPartner(): Promise<Headers> {
  const partner = await freshCredentials(first);
  await second.context.feed.catchUp();
  return partner;
}
async function read(node: TestService, headers: Headers, query: Record<string, string | number> = {}) {
  const text = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const response = await node.app.inject({ url: `/v1/events?${text.join('&')}`, headers });
  return { status: response.statusCode, body: response.json() as Body };
}
async function post(node: TestService, url: string, headers: Headers, payload: object): Promise<Body> {
  const { data, error } = (await node.app.inject({ method: 'POST', url, headers, payload })).json();
  expect([url, error]).toEqual([url, undefined]);
  return data;
}
const book = (node: TestService, partner: Headers, hotel = 'HTL-2026-0001', from = 30) =>
  post(node, '/v1/bookings', partner, { ...demoStay({ hotel, from }), ...GUEST });

/** Reads until there are so many events of bookings. */
async function bookingEvents(node: TestService, partner: Headers, count: number): Promise<Body[]> {
  for (;;) {
    const { body } = await read(node, partner, { limit: 500 });
    const found = body.data.filter((event: Body) => event.type !== 'hotel.updated');
    if (found.length >= count) return found;
    await pause(10);
  }
}
async function waiting(node: TestService, count: number): Promise<void> {
  while (node.context.clientEventWatch.size !== count) await pause(5);
}

describe('the events of a partner', () => {
  it('come from all of its hotels, each with the booking after the change', async () => {
    const partner = await newPartner();
    // The first request: from now on, changes of hotels are written too.
    expect((await read(first, partner)).body).toEqual({
      ...{ success: true, data: [], cursor: 0, has_more: false },
    });
    const booking = await book(first, partner);
    await post(second, `/v1/bookings/${booking.booking_id}/modify`, partner, { checkOut: inDays(33) });
    const other = await book(second, partner, 'HTL-2026-0002');
    await post(first, `/v1/bookings/${booking.booking_id}/cancel`, partner, {});
    const events = await bookingEvents(second, partner, 4);
    const of = (id: string) => events.filter(({ data }) => data.booking.booking_id === id);
    expect(of(booking.booking_id).map(({ type, data }) => [type, data.booking.revision])).toEqual([
      ['booking.confirmed', 1],
      ['booking.modified', 2],
      ['booking.cancelled', 3],
    ]);
    const [confirmed, , cancelled] = of(booking.booking_id);
    expect(confirmed).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      type: 'booking.confirmed',
      timestamp: booking.created_at,
      data: { hotel_id: booking.hotel.id, booking },
    });
    expect(new Set(events.map(({ id }) => id)).size).toBe(4);
    expect(of(other.booking_id)).toHaveLength(1);
    const { audit_log: _, ...now } = (
      await first.call('GET', `/v1/bookings/${booking.booking_id}`, { headers: partner })
    ).body.data;
    expect(cancelled.data.booking).toEqual(now);
  });

  it('are read in pages without gap and repeat, and belong to one partner only', async () => {
    const partner = await newPartner();
    const stranger = await newPartner();
    for (const from of [30, 40, 50]) await book(first, partner, 'HTL-2026-0003', from);
    await bookingEvents(first, partner, 3);
    const seen: string[] = [];
    let [cursor, hasMore] = [0, true];
    while (hasMore) {
      const { body } = await read(second, partner, { cursor, limit: 1 });
      expect(body.data).toHaveLength(1);
      seen.push(body.data[0].id);
      expect(body.cursor).toBeGreaterThan(cursor);
      cursor = body.cursor;
      hasMore = body.has_more;
    }
    expect(new Set(seen).size).toBe(seen.length);
    const whole = (await read(first, partner, { limit: 500 })).body;
    expect(whole.data.map(({ id }: Body) => id)).toEqual(expect.arrayContaining(seen));
    expect((await read(first, stranger)).body.data).toEqual([]);
  });

  it('refuse a cursor beyond the last event, and accept the last', async () => {
    const partner = await newPartner();
    await book(first, partner);
    await bookingEvents(first, partner, 1);
    // That the hotel has changed may be announced between the two reads, once.
    const cursor = await vi.waitFor(async () => {
      const { cursor: last } = (await read(first, partner)).body;
      const rest = { data: [], cursor: last, has_more: false };
      expect((await read(first, partner, { cursor: last })).body).toMatchObject(rest);
      return last as number;
    });
    const beyond = await read(first, partner, { cursor: cursor + 1_000 });
    expect([beyond.status, beyond.body.error.details[0]]).toMatchObject([
      400,
      { field: 'cursor', code: 'TOO_LARGE' },
    ]);
    for (const [query, status] of [
      [{ limit: 500 }, 200],
      [{ limit: 501 }, 400],
      [{ limit: 0 }, 400],
      [{ wait: 21 }, 400],
      [{ cursor: -1 }, 400],
    ] as const)
      expect([query, (await read(first, partner, query)).status]).toEqual([query, status]);
  });

  it('end a wait on any node', async () => {
    const partner = await newPartner();
    const response = read(second, partner, { wait: 20 });
    await waiting(second, 1);
    const { booking_id: id } = await book(first, partner);
    const { data } = (await response).body;
    expect(data).not.toEqual([]);
    expect((await bookingEvents(second, partner, 1))[0].data.booking.booking_id).toBe(id);
    expect(second.context.clientEventWatch.size).toBe(0);
  });

  it('let two requests of a client wait, and the third ends the oldest', async () => {
    const partner = await newPartner();
    const ended: number[] = [];
    const wait = (number: number) =>
      read(first, partner, { wait: 20 }).then(() => {
        ended.push(number);
      });
    const requests = [wait(1)];
    await waiting(first, 1);
    requests.push(wait(2));
    await waiting(first, 2);
    expect(ended).toEqual([]);
    requests.push(wait(3));
    await requests[0];
    expect(ended).toEqual([1]);
    await book(first, partner);
    await Promise.all(requests);
  });

  it('are not shown to a key that was revoked during the wait', async () => {
    const partner = await newPartner();
    const { context } = first;
    const client = context.snapshot.findClient(partner['x-client-id']!)!;
    const [key] = [...context.snapshot.keys.in(client.id)];
    const response = read(second, partner, { wait: 20 });
    await waiting(second, 1);
    await inTransaction(context.pool, 'read committed', (tx) => setRevoked(tx, key!.id));
    await second.context.feed.catchUp();
    await context.submit(bookCommand(first, partner, demoStay()));
    expect((await response).body.data).toEqual([]);
  });

  it('are gone after a reset of the sandbox, and the cursor stays good', async () => {
    const partner = await newPartner();
    await book(first, partner);
    await bookingEvents(first, partner, 1);
    const { cursor } = (await read(first, partner)).body;
    await post(second, '/v1/sandbox/reset', partner, {});
    const after = (await read(first, partner)).body;
    expect(after.data.filter(({ type }: Body) => type !== 'hotel.updated')).toEqual([]);
    expect(after.cursor).toBeGreaterThanOrEqual(cursor);
    const { booking_id: id } = await book(first, partner);
    const [event] = await bookingEvents(first, partner, 1);
    expect(event.data.booking.booking_id).toBe(id);
  });
});
