import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deleteSession } from '../../../src/domain/staff/sessions.store.ts';
import { hashToken } from '../../../src/domain/staff/tokens.ts';
import { listen, type OpenStream, openStream } from '../../support/event-stream.ts';
import { type HotelWithPage, hotelWithPage, type PageUser } from '../../support/hotel-page.ts';
import { bookStay, openNights, readDayOf, tap } from '../../support/reception-page.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { inDays } from '../../support/stay.ts';

let node: TestService;
let other: TestService;
let ports: [number, number];
let page: HotelWithPage;
beforeAll(async () => {
  const config = { rateLimitPerMinute: 100_000, bookingLimitPerMinute: 100_000 };
  node = await startTestService({ housekeeping: false, config });
  other = await startTestService({ housekeeping: false, config, databaseUrl: node.databaseUrl });
  ports = [await listen(node), await listen(other)];
  page = await hotelWithPage(node);
  await openNights(node, page);
  await other.context.feed.catchUp();
});
afterAll(async () => {
  await other.end();
  await node.end();
});

const cancel = (id: string) =>
  node.call('POST', `/v1/bookings/${id}/cancel`, { headers: page.partner, body: {} });
const isKind = (kind: string, id: string) => (message: OpenStream['messages'][number]) =>
  message.event === 'booking' && message.data.kind === kind && message.data.booking.id === id;
const ids = ({ messages }: OpenStream) => messages.flatMap(({ id }) => (id === null ? [] : [Number(id)]));

describe('the stream of a hotel', () => {
  it('tells every page on every node what happens to bookings, in order', async () => {
    const { event } = await readDayOf(page.reception);
    const streams = await Promise.all([
      openStream(ports[0], page.reception, `?after=${event}`),
      openStream(ports[1], page.manager, `?after=${event}`),
    ]);
    expect(streams[0]!.headers).toMatchObject({
      ...{ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
      'x-accel-buffering': 'no',
    });
    expect(streams[0]!.headers['content-encoding']).toBeUndefined();
    const { id } = await bookStay(node, page, { from: 0 });
    await tap(page.reception, id, 'check-in');
    for (const stream of streams) {
      const arrived = await stream.until(isKind('booking.checked_in', id));
      expect(arrived.data.booking).toMatchObject({ status: 'CHECKED_IN', event: event + 2, revision: 2 });
      expect(ids(stream)).toEqual([event + 1, event + 2]);
      stream.close();
    }
  });

  it('continues after a reconnect without a gap or a repetition, on another node too', async () => {
    const { event } = await readDayOf(page.reception);
    const first = await openStream(ports[0], page.reception, `?after=${event}`);
    const { id } = await bookStay(node, page);
    await first.until(isKind('booking.confirmed', id));
    first.close();
    await cancel(id);
    const { id: second } = await bookStay(node, page);
    // The header of the browser counts more than the address, which stays the same.
    const again = await openStream(ports[1], page.reception, `?after=${event}`, {
      'last-event-id': `${event + 1}`,
    });
    await again.until(isKind('booking.confirmed', second));
    expect([...ids(first), ...ids(again)]).toEqual([event + 1, event + 2, event + 3]);
    again.close();
    const fresh = await openStream(ports[0], page.reception);
    const { id: third } = await bookStay(node, page);
    await fresh.until(isKind('booking.confirmed', third));
    expect(ids(fresh)).toEqual([event + 4]);
    fresh.close();
  });

  it('loses and repeats nothing while 120 bookings are made and the connection breaks', async () => {
    const { event } = await readDayOf(page.reception);
    let last = event;
    let isDone = false;
    const seen: number[] = [];
    const reading = (async () => {
      while (!isDone || last < event + 120) {
        const stream = await openStream(
          ports[seen.length % 2 === 0 ? 0 : 1],
          page.reception,
          `?after=${last}`,
        );
        await stream.until(({ id }) => id !== null && Number(id) >= Math.min(last + 17, event + 120));
        stream.close();
        const found = ids(stream);
        seen.push(...found);
        last = found.at(-1)!;
      }
    })();
    for (let round = 0; round < 12; round += 1)
      await Promise.all(Array.from({ length: 10 }, () => bookStay(node, page, { from: 40 + 2 * round })));
    isDone = true;
    await reading;
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => event + 1 + index));
  });

  it('tells colleagues that a booking was received, also on another node', async () => {
    const { id } = await bookStay(node, page);
    const { event } = await readDayOf(page.manager);
    const stream = await openStream(ports[1], page.manager, `?after=${event}`);
    await page.reception.call('POST', `/bookings/${id}/received`, { revision: 1 });
    const received = await stream.until(isKind('received', id));
    expect([received.id, received.data.booking.received]).toEqual([
      ...[null, { needed: false, at: expect.any(String), by: 'Test front desk' }],
    ]);
    stream.close();
    // A page that begins later hears of it too: its bookings may be older.
    const late = await openStream(ports[0], page.manager, `?after=${event}`);
    await late.until(isKind('received', id));
    late.close();
  });

  it('says that rooms or prices were changed, whoever did it, also the last change of a burst', async () => {
    const foreign = await hotelWithPage(node);
    const streams = await Promise.all([
      openStream(ports[0], page.reception),
      openStream(ports[1], page.reception),
      openStream(ports[0], foreign.reception),
    ]);
    const push = (messageId: string, allotment: number) =>
      node.call('POST', '/supply/v1/ari', {
        headers: page.supplier,
        body: {
          ...{ hotelId: page.hotel.publicId, messageId },
          updates: [{ ref: '1', roomType: 'DBL', from: inDays(30), to: inDays(30), set: { allotment } }],
        },
      });
    for (let round = 0; round < 5; round += 1) await push(`burst ${round}`, 40 + round);
    const told = (index: number) =>
      streams[index]!.messages.filter(({ event }) => event === 'calendar').length;
    for (const index of [0, 1]) await streams[index]!.until(() => told(index) > 0);
    const before = [told(0), told(1)];
    // It comes within the second in which nothing more is told. It is told after that.
    await push('after the burst', 50);
    for (const index of [0, 1]) await streams[index]!.until(() => told(index) > before[index]!);
    expect(streams[2]!.messages).toEqual([]);
    for (const stream of streams) stream.close();
  });
});

/** So many sessions of the reception of a hotel. */
async function sessionsOf({ hotel }: HotelWithPage, count: number): Promise<Pick<PageUser, 'cookie'>[]> {
  const tokens = Array.from({ length: count }, () => randomUUID());
  await node.context.pool.query(
    `insert into staff_sessions (id, token_hash, staff_id, created_at, used_at, address, device)
     select gen_random_uuid(), sha256(token::bytea), p.id, now(), now(), '127.0.0.1', 'test'
     from staff p, unnest($2::text[]) token where p.hotel_id = $1 and p.role = 'FRONT_DESK'`,
    [hotel.id, tokens],
  );
  return tokens.map((token) => ({ cookie: `ihc_session=${token}` }));
}

describe('the end of a stream', () => {
  it('comes when the session was ended, when its person was suspended, and when the sandbox was reset', async () => {
    const [hotel, reset] = [await hotelWithPage(node), await hotelWithPage(node)];
    await other.context.feed.catchUp();
    const { pool } = node.context;
    const streams = [
      await openStream(ports[0], hotel.manager),
      await openStream(ports[1], hotel.reception),
      await openStream(ports[0], reset.manager),
    ];
    await deleteSession(pool, hashToken(hotel.manager.cookie.split('=')[1]!));
    await pool.query("update staff set suspended_at = now() where hotel_id = $1 and role = 'FRONT_DESK'", [
      hotel.hotel.id,
    ]);
    await node.call('POST', '/v1/sandbox/reset', { headers: reset.partner, body: {} });
    const reasons = await Promise.all(streams.map(({ ended }) => ended));
    expect(reasons).toEqual(['SESSION_ENDED', 'SESSION_ENDED', 'RELOAD']);
    expect((await openStream(ports[0], hotel.manager)).status).toBe(401);
  });

  it('comes when the browser opens it again with the cookie of somebody at another hotel', async () => {
    const next = await hotelWithPage(node);
    const { person } = (await page.reception.call('GET', '/session')).body.data;
    const own = await openStream(ports[0], page.reception, `?after=0&staff=${person.id}`);
    expect(own.status).toBe(200);
    own.close();
    const foreign = await openStream(ports[0], next.reception, `?after=0&staff=${person.id}`);
    expect(foreign.status).toBe(401);
  });

  it('comes at once for a page that is ahead of the hotel, or a thousand events behind', async () => {
    const { event } = await readDayOf(page.reception);
    const ahead = await openStream(ports[0], page.reception, `?after=${event + 1}`);
    expect(await ahead.ended).toBe('RELOAD');
    const { rows } = await node.context.pool.query(
      'update event_numbers set last = last + 1000 where hotel_id = $1 returning last',
      [page.hotel.id],
    );
    const behind = await openStream(ports[0], page.reception, `?after=${rows[0].last - 1001}`);
    expect(await behind.ended).toBe('RELOAD');
    const near = await openStream(ports[0], page.reception, `?after=${rows[0].last - 1000}`);
    const { id } = await bookStay(node, page);
    await near.until(isKind('booking.confirmed', id));
    near.close();
  });

  it('comes for the oldest of four streams of a session', async () => {
    const hotel = await hotelWithPage(node);
    const streams: OpenStream[] = [];
    for (let count = 0; count < 3; count += 1) streams.push(await openStream(ports[0], hotel.manager));
    const { id } = await bookStay(node, hotel);
    for (const stream of streams) await stream.until(isKind('booking.confirmed', id));
    const fourth = await openStream(ports[0], hotel.manager);
    expect(await streams[0]!.ended).toBe('TOO_MANY');
    await cancel(id);
    const { id: next } = await bookStay(node, hotel);
    for (const stream of [streams[1]!, streams[2]!, fourth]) {
      await stream.until(isKind('booking.confirmed', next));
      stream.close();
    }
  });

  it('does not come while others of the hotel wait: all wait as the client of the hotel', async () => {
    const hotel = await hotelWithPage(node);
    const wait = vi.spyOn(node.context.hotelWatch, 'wait');
    const people = [hotel.manager, hotel.manager, hotel.reception, hotel.reception];
    const streams = await Promise.all(people.map((user) => openStream(ports[0], user)));
    await expect.poll(() => node.context.hotelWatch.size).toBe(people.length);
    const { id } = await bookStay(node, hotel);
    for (const stream of streams) {
      await stream.until(isKind('booking.confirmed', id));
      stream.close();
    }
    const waits = wait.mock.calls.filter(([{ key }]) => key.hotelId === hotel.hotel.id);
    const clients = new Set(
      waits.map(([{ clientId }]) => node.context.snapshot.clients.find(clientId)?.kind),
    );
    expect([waits.length >= people.length, clients]).toEqual([true, new Set(['SUPPLIER'])]);
    wait.mockRestore();
  });

  it('a hotel has at most 100 streams', async () => {
    const hotel = await hotelWithPage(node);
    const people = await sessionsOf(hotel, 34);
    const streams = await Promise.all(
      Array.from({ length: 100 }, (_, index) => openStream(ports[0], people[Math.floor(index / 3)]!)),
    );
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
    const refused = await openStream(ports[0], hotel.manager);
    expect(refused.status).toBe(429);
    streams[0]!.close();
    await expect
      .poll(async () => {
        const stream = await openStream(ports[0], hotel.manager);
        stream.close();
        return stream.status;
      })
      .toBe(200);
    for (const stream of streams) stream.close();
  });

  it('comes when a node stops, which does not wait for it', async () => {
    const stopping = await startTestService({ housekeeping: false, databaseUrl: node.databaseUrl });
    const port = await listen(stopping);
    const people = [page.reception, page.manager, page.manager];
    const streams = await Promise.all(people.map((user) => openStream(port, user)));
    const lived = performance.now();
    await sleep(500);
    const abandoned = stopping.close();
    expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(Array(3).fill('STOPPING'));
    expect(await abandoned).toEqual([]);
    // A stream is no slow request.
    const { requests, p99_ms } = stopping.context.latency.report(performance.now());
    expect(requests).toBe(3);
    expect(p99_ms).toBeLessThan((performance.now() - lived) / 2);
  });

  it('comes for a reader that does not read', async () => {
    const hotel = await hotelWithPage(node);
    await openNights(node, hotel);
    const note = 'غرفة هادئة '.repeat(80);
    // Node 24 and newer versions buffer 64 KiB per stream before they report that a reader is slow, Node 20 16 KiB.
    for (let round = 0; round < 5; round += 1)
      await Promise.all(
        Array.from({ length: 50 }, () =>
          bookStay(node, hotel, { from: 30 + 2 * round }, { specialRequests: note }),
        ),
      );
    const response = await node.app.inject({
      ...{ method: 'GET', url: '/hotel/api/events?after=0', headers: { cookie: hotel.manager.cookie } },
      payloadAsStream: true,
    });
    // Nobody reads it.
    await expect.poll(() => response.stream().destroyed || response.raw.res.destroyed).toBe(true);
  });
});
