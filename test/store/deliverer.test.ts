import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deliverer } from '../../src/outgoing/delivery/deliverer.ts';
import type { Delivery, Send, SendResult } from '../../src/outgoing/delivery/delivery.ts';
import { createPool } from '../../src/platform/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import {
  delivererOf,
  insertDeliveries,
  NO_SENDERS,
  nothingPending,
  readDeliveries,
  succeed,
} from '../support/deliveries.ts';
import { until } from '../support/until.ts';

const HOUR = 3_600_000;
let database: TestDatabase;
let pool: pg.Pool;
let running: Deliverer[];
beforeAll(async () => {
  database = await createTestDatabase('migrated');
  pool = createPool({ url: database.url, size: 6, onError: () => {} });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  running = [];
  await pool.query('truncate deliveries');
});
afterEach(async () => {
  for (const one of running) await one.stop();
});

function start(send: Send, options: Parameters<typeof delivererOf>[2] = {}): Deliverer {
  const deliverer = delivererOf(pool, send, options);
  running.push(deliverer);
  deliverer.start();
  return deliverer;
}

const FAILED: SendResult = { kind: 'failed', error: 'status 500' };
const soon = { firstMilliseconds: 10, mostMilliseconds: 20, giveUpMilliseconds: HOUR };

describe('a deliverer', () => {
  it('sends what is due, and marks it', async () => {
    const sent: Delivery[] = [];
    const [id, later] = await insertDeliveries(pool, [{}, { dueMilliseconds: HOUR }]);
    start(succeed(sent));
    await until(async () => (await readDeliveries(pool, [id!]))[0].state === 'DELIVERED');
    expect(sent.map((one) => [one.id, one.attempts, one.eventNumber])).toEqual([[id, 1, 1]]);
    const [done, waiting] = await readDeliveries(pool, [id!, later!]);
    expect([done.lease, done.error, done.endedAt !== null]).toEqual([null, null, true]);
    expect([waiting.state, waiting.attempts]).toEqual(['PENDING', 0]);
  });

  it('takes nothing of a channel that it cannot send on', async () => {
    const sent: Delivery[] = [];
    const [mail, hook] = await insertDeliveries(pool, [{ channel: 'HOTEL_EMAIL' }, {}]);
    start(succeed(sent));
    await until(async () => (await readDeliveries(pool, [hook!]))[0].state === 'DELIVERED');
    expect((await readDeliveries(pool, [mail!]))[0]).toMatchObject({ state: 'PENDING', attempts: 0 });
  });

  it('sends what another part of the process announces, without waiting for the next look', async () => {
    const sent: Delivery[] = [];
    const deliverer = start(succeed(sent), { pollMilliseconds: HOUR });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await insertDeliveries(pool, [{}]);
    deliverer.wake();
    await until(() => sent.length === 1);
  });

  it('sends at most eight at the same time while it yields to bookings, and more afterwards', async () => {
    let isYielding = true;
    const waiting: ((result: SendResult) => void)[] = [];
    const send: Send = () => new Promise((resolve) => waiting.push(resolve));
    await insertDeliveries(
      pool,
      Array.from({ length: 12 }, (_, index) => ({ destination: `d${index}`, bookingId: randomUUID() })),
    );
    start(send, { mustYield: () => isYielding });
    await until(() => waiting.length === 8);
    const claimed = await pool.query('select 1 from deliveries where lease is not null');
    expect(claimed.rowCount).toBe(8);
    // A slot that becomes free is used again, so that no delivery waits for the end of the load.
    waiting[0]!({ kind: 'delivered' });
    await until(() => waiting.length === 9);
    isYielding = false;
    await until(() => waiting.length === 12);
    for (const respond of waiting) respond({ kind: 'delivered' });
    await until(() => nothingPending(pool));
  });

  it('keeps the order of a booking at a destination, also through failures, and holds up no other booking', async () => {
    const bookings = [randomUUID(), randomUUID(), randomUUID()];
    const destinations = ['a', 'b'];
    const ids = await insertDeliveries(
      pool,
      Array.from({ length: 90 }, (_, n) => ({
        bookingId: bookings[n % 3]!,
        destination: destinations[n % 2]!,
      })),
    );
    const arrived: Delivery[] = [];
    const tried = new Set<number>();
    start(
      async (one) => {
        // Every third delivery fails once.
        if (one.id % 3 === 0 && !tried.has(one.id)) {
          tried.add(one.id);
          return FAILED;
        }
        arrived.push(one);
        return { kind: 'delivered' };
      },
      { schedule: soon },
    );
    await until(() => nothingPending(pool));
    expect(arrived).toHaveLength(ids.length);
    for (const destination of destinations)
      for (const bookingId of bookings) {
        const own = arrived.filter((one) => one.destination === destination && one.bookingId === bookingId);
        expect(own.map((one) => one.id)).toEqual(own.map((one) => one.id).sort((one, two) => one - two));
      }
  });

  it('lets a later delivery of a booking wait while the earlier one fails, and go when that is given up', async () => {
    const bookingId = randomUUID();
    const [first, second, other] = await insertDeliveries(pool, [
      { bookingId, createdMilliseconds: -72 * HOUR + 60_000 },
      { bookingId },
      { bookingId: randomUUID() },
    ]);
    const seen: number[] = [];
    let shift = 0;
    start(
      async ({ id }) => {
        seen.push(id);
        return id === first ? FAILED : { kind: 'delivered' };
      },
      { clockShift: () => shift },
    );
    await until(async () => (await readDeliveries(pool, [other!]))[0].state === 'DELIVERED');
    await until(async () => (await readDeliveries(pool, [first!]))[0].lease === null);
    expect(seen.filter((id) => id === second)).toEqual([]);
    shift = 13_000;
    await until(() => seen.filter((id) => id === first).length === 2);
    shift = 60_000;
    await until(() => nothingPending(pool));
    const states = await readDeliveries(pool, [first!, second!]);
    expect(states.map((one) => one.state)).toEqual(['DEAD', 'DELIVERED']);
    expect(seen.filter((id) => id === second)).toHaveLength(1);
    expect(seen.lastIndexOf(first!)).toBeLessThan(seen.indexOf(second!));
  });

  it('tries again later and later, and gives up after 72 hours', async () => {
    // Most attempts would be an hour apart. So it was created 60 hours ago.
    const [id] = await insertDeliveries(pool, [{ createdMilliseconds: -60 * HOUR }]);
    let shift = 0;
    const times: number[] = [];
    start(
      async (one) => {
        times.push(shift);
        expect(one.attempts).toBe(times.length);
        return { kind: 'failed', error: `no\u0000 ${'x'.repeat(600)}` };
      },
      { clockShift: () => shift },
    );
    const ofRow = async () => (await readDeliveries(pool, [id!]))[0];
    // Moves the clock to each attempt.
    for (let attempts = 1; (await ofRow()).state === 'PENDING'; attempts += 1) {
      await until(async () => {
        const { attempts: done, lease, state } = await ofRow();
        return done === attempts && (lease === null || state === 'DEAD');
      });
      const { state, dueAfter } = await ofRow();
      if (state === 'PENDING') shift = dueAfter * 1_000 - 60 * HOUR + 1_500;
    }
    expect(await ofRow()).toMatchObject({ state: 'DEAD', error: `no  ${'x'.repeat(496)}` });
    const gaps = times.slice(1).map((time, index) => time - times[index]!);
    expect(gaps[0]).toBeGreaterThanOrEqual(8_000);
    expect(gaps[0]).toBeLessThan(15_000);
    expect(Math.max(...gaps)).toBeLessThan(1.2 * HOUR + 10_000);
    expect(times.at(-1)).toBeLessThan(12 * HOUR);
    expect(times.at(-1)).toBeGreaterThan(10 * HOUR);
  });

  it('counts a sender that throws as a failure, and one that has nothing to send as skipped', async () => {
    const errors: string[] = [];
    const results: string[] = [];
    const [thrown, skipped] = await insertDeliveries(pool, [{ destination: 'a' }, { destination: 'b' }]);
    start(
      async ({ id }) => {
        if (id === thrown) throw new Error('a bug');
        return { kind: 'skipped', reason: 'the webhook was deleted' };
      },
      {
        onError: (error) => errors.push(error.message),
        onAttempt: (channel, result) => results.push(`${channel} ${result}`),
      },
    );
    await until(async () => (await readDeliveries(pool, [skipped!]))[0].state === 'SKIPPED');
    await until(async () => (await readDeliveries(pool, [thrown!]))[0].error === 'a bug');
    expect((await readDeliveries(pool, [skipped!]))[0].error).toBe('the webhook was deleted');
    expect(errors).toEqual(['a bug']);
    expect(results.sort()).toEqual(['WEBHOOK failed', 'WEBHOOK skipped']);
  });
});

describe('a destination that hangs', () => {
  it('with a thousand deliveries takes four slots, and another gets its delivery in the same round', async () => {
    await insertDeliveries(pool, Array(1_000).fill({ destination: 'slow' }));
    const [quick] = await insertDeliveries(pool, [{ destination: 'zz' }]);
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const order: string[] = [];
    start(
      async ({ destination }) => {
        order.push(destination);
        if (destination === 'slow') await ended;
        order.push(`${destination} ended`);
        return { kind: 'delivered' };
      },
      // Only the first look can find it.
      { pollMilliseconds: HOUR },
    );
    await until(async () => (await readDeliveries(pool, [quick!]))[0].state === 'DELIVERED');
    expect(order.filter((one) => one === 'slow')).toHaveLength(4);
    expect(order).not.toContain('slow ended');
    // The rest is sent as slots get free, also without another look.
    end();
    await until(() => order.filter((one) => one === 'slow ended').length > 100);
  });

  it('and fails gets one delivery at a time, and rests between them', async () => {
    await insertDeliveries(pool, Array(20).fill({ destination: 'bad' }));
    let sending = 0;
    const most: number[] = [];
    const deliverer = start(
      async () => {
        sending += 1;
        most.push(sending);
        await new Promise((resolve) => setTimeout(resolve, 5));
        sending -= 1;
        return FAILED;
      },
      { restOf: () => 30 },
    );
    await until(() => most.length === 10);
    expect(Math.max(...most.slice(0, 4))).toBe(4);
    expect(most.slice(4)).toEqual(Array(6).fill(1));
    expect(deliverer.failing('WEBHOOK')).toEqual(['bad']);
    await deliverer.stop();
  });

  it('and whose queue begins with deliveries that must wait is still served', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const ids = await insertDeliveries(pool, [
      { bookingId: first, dueMilliseconds: HOUR },
      ...Array(300).fill({ bookingId: first, dueMilliseconds: -1_000 }),
      { bookingId: second },
    ]);
    const sent: Delivery[] = [];
    start(succeed(sent), { pollMilliseconds: HOUR });
    await until(() => sent.length === 1);
    expect(sent[0]!.id).toBe(ids.at(-1));
    const waiting = await readDeliveries(pool, ids.slice(0, -1));
    expect(new Set(waiting.map((one) => one.attempts))).toEqual(new Set([0]));
  });
});

describe('channels', () => {
  it('have slots of their own', async () => {
    await insertDeliveries(
      pool,
      Array.from({ length: 40 }, (_, n) => ({ channel: 'HOTEL_EMAIL', destination: `mail ${n}` })),
    );
    const sending: string[] = [];
    const never = new Promise<never>(() => {});
    start(async () => ({ kind: 'delivered' }), {
      senders: {
        ...NO_SENDERS,
        HOTEL_EMAIL: ({ destination }) => {
          sending.push(destination);
          return never;
        },
        WEBHOOK: async () => ({ kind: 'delivered' }),
      },
      stopMilliseconds: 10,
    });
    await until(() => sending.length === 4);
    const [hook] = await insertDeliveries(pool, [{}]);
    await until(async () => (await readDeliveries(pool, [hook!]))[0].state === 'DELIVERED');
    expect(sending).toHaveLength(4);
  });
});

describe('a stop', () => {
  it('waits for what is being sent, marks it, and claims nothing more', async () => {
    await insertDeliveries(pool, Array(10).fill({}));
    const sent: number[] = [];
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const deliverer = start(async ({ id }) => {
      sent.push(id);
      await ended;
      return { kind: 'delivered' };
    });
    await until(() => sent.length === 4);
    const stopped = deliverer.stop();
    end();
    await stopped;
    const { rows } = await pool.query('select state, lease from deliveries order by id');
    expect(rows.filter(({ state }) => state === 'DELIVERED')).toHaveLength(4);
    expect(rows.filter(({ state, lease }) => state === 'PENDING' && lease === null)).toHaveLength(6);
    expect(sent).toHaveLength(4);
  });

  it('does not wait for ever: what does not end stays leased, until another process takes it', async () => {
    const [id] = await insertDeliveries(pool, [{}]);
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const messages: string[] = [];
    const deliverer = start(
      async ({ messageId }) => {
        messages.push(messageId);
        await ended;
        return { kind: 'delivered' };
      },
      { stopMilliseconds: 10 },
    );
    await until(() => messages.length === 1);
    await deliverer.stop();
    end();
    expect((await readDeliveries(pool, [id!]))[0]).toMatchObject({ state: 'PENDING', attempts: 1 });
    const sent: Delivery[] = [];
    let shift = 29_000;
    start(succeed(sent), { clockShift: () => shift });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(sent).toEqual([]);
    shift = 31_000;
    await until(() => nothingPending(pool));
    expect(sent.map((one) => [one.messageId, one.attempts])).toEqual([[messages[0], 2]]);
  });
});
