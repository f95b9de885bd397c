import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ClaimQuery,
  claimDeliveries,
  claiming,
  type DueQuery,
  findDueDestinations,
} from '../../src/outgoing/delivery/claim.store.ts';
import type { Delivery } from '../../src/outgoing/delivery/delivery.ts';
import { type Mark, markDeliveries } from '../../src/outgoing/delivery/mark.store.ts';
import { createPool, type Transaction } from '../../src/platform/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { delivererOf, insertDeliveries, nothingPending, readDeliveries } from '../support/deliveries.ts';
import { until } from '../support/until.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase('migrated');
  pool = createPool({ url: database.url, size: 6, onError: () => {} });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query('truncate deliveries'));

const wanted = (share: number, changes: Partial<ClaimQuery> = {}): ClaimQuery => ({
  channel: 'WEBHOOK',
  shares: new Map([['a', share]]),
  spare: 4,
  lease: randomUUID(),
  leaseMilliseconds: 30_000,
  clockShift: 0,
  ...changes,
});
const claim = (query: ClaimQuery) => claiming(pool, (tx) => claimDeliveries(tx, query));
const mark = (one: Mark, clockShift = 0) => claiming(pool, (tx) => markDeliveries(tx, [one], clockShift));

/** Two processes claim at the same time: the second begins before the first has committed. */
async function claimTwice(skipLocked: boolean): Promise<number[][]> {
  let second: Promise<number[]> | null = null;
  const idsOf = async (tx: Transaction) => {
    const { claimed } = await claimDeliveries(tx, wanted(3, { skipLocked, spare: 0 }));
    return claimed.map(({ delivery }) => delivery.id);
  };
  const first = await claiming(pool, async (tx) => {
    const own = await idsOf(tx);
    second = claiming(pool, idsOf);
    if (skipLocked) await second;
    else
      await until(async () => {
        const waiting =
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
        return (await pool.query(waiting)).rowCount === 1;
      });
    return own;
  });
  return [first, await second!];
}

describe('two processes', () => {
  it('claim different deliveries', async () => {
    const ids = await insertDeliveries(pool, Array(6).fill({}));
    expect(await claimTwice(true)).toEqual([ids.slice(0, 3), ids.slice(3)]);
    expect((await claim(wanted(3))).claimed).toEqual([]);
  });

  it('control: without skip locked they claim the same ones', async () => {
    const ids = await insertDeliveries(pool, Array(6).fill({}));
    expect(await claimTwice(false)).toEqual([ids.slice(0, 3), ids.slice(0, 3)]);
  });

  it('send each delivery once, in the order of its booking', async () => {
    const bookings = Array.from({ length: 20 }, () => randomUUID());
    const ids = await insertDeliveries(
      pool,
      Array.from({ length: 400 }, (_, n) => ({
        bookingId: bookings[n % 20]!,
        destination: `d${n % 7}`,
      })),
    );
    const sent: Delivery[] = [];
    const by: number[] = [0, 0];
    const deliverers = [0, 1].map((one) =>
      delivererOf(pool, async (delivery) => {
        sent.push(delivery);
        by[one]! += 1;
        await new Promise((resolve) => setTimeout(resolve, 1));
        return { kind: 'delivered' };
      }),
    );
    for (const one of deliverers) one.start();
    await until(() => nothingPending(pool));
    for (const one of deliverers) await one.stop();
    expect(sent.map(({ id }) => id).sort((one, two) => one - two)).toEqual(ids);
    expect(Math.min(...by)).toBeGreaterThan(0);
    const last = new Map<string, number>();
    for (const { id, destination, bookingId } of sent) {
      const own = `${destination} ${bookingId}`;
      expect(id).toBeGreaterThan(last.get(own) ?? 0);
      last.set(own, id);
    }
  });
});

describe('a lease', () => {
  const LATER = 30_001;
  const delivered = (id: number, lease: string): Mark => ({
    ...{ id, lease, state: 'DELIVERED', dueAt: null, error: null },
  });

  it('keeps a delivery for its process, and not longer', async () => {
    const [id] = await insertDeliveries(pool, [{}]);
    const first = wanted(1);
    expect((await claim(first)).claimed.map(({ delivery }) => delivery.id)).toEqual([id]);
    expect((await claim(wanted(1, { clockShift: 29_000 }))).claimed).toEqual([]);
    const second = wanted(1, { clockShift: LATER });
    expect((await claim(second)).claimed.map(({ delivery }) => delivery.attempts)).toEqual([2]);
    // The first process was only slow. What it says does not count any more.
    await mark(delivered(id!, first.lease), LATER);
    expect((await readDeliveries(pool, [id!]))[0].state).toBe('PENDING');
    await mark(delivered(id!, second.lease), LATER);
    expect((await readDeliveries(pool, [id!]))[0].state).toBe('DELIVERED');
  });

  it('that has ended still lets its process mark, if nobody has taken the delivery', async () => {
    const [id] = await insertDeliveries(pool, [{}]);
    const first = wanted(1);
    await claim(first);
    await mark(delivered(id!, first.lease), LATER);
    expect((await readDeliveries(pool, [id!]))[0].state).toBe('DELIVERED');
  });

  it('of a delivery that was deleted is marked without an error', async () => {
    const [id] = await insertDeliveries(pool, [{}]);
    const first = wanted(1);
    await claim(first);
    await pool.query('delete from deliveries');
    expect(await mark(delivered(id!, first.lease))).toBe(0);
  });

  it('is not shortened by an earlier delivery of the booking that an operator has sent again', async () => {
    const bookingId = randomUUID();
    const [first, second] = await insertDeliveries(pool, [{ bookingId }, { bookingId }]);
    const end = "update deliveries set state = 'DEAD', ended_at = clock_timestamp() where id = $1";
    await pool.query(end, [first]);
    expect((await claim(wanted(2))).claimed.map(({ delivery }) => delivery.id)).toEqual([second]);
    const again =
      "update deliveries set state = 'PENDING', ended_at = null, due_at = clock_timestamp() where id = $1";
    await pool.query(again, [first]);
    const retry = wanted(2);
    expect((await claim(retry)).claimed.map(({ delivery }) => delivery.id)).toEqual([first]);
    expect(await mark(delivered(first!, retry.lease))).toBe(0);
    expect((await claim(wanted(2))).claimed).toEqual([]);
  });
});

describe('a later delivery of a booking', () => {
  it('is put off until the earlier one is due, and comes forward when that has ended', async () => {
    const bookingId = randomUUID();
    const [first, second] = await insertDeliveries(pool, [{ bookingId }, { bookingId }]);
    const lease = wanted(2);
    const { claimed, deferred } = await claim(lease);
    expect([claimed.map(({ delivery }) => delivery.id), deferred]).toEqual([[first], 1]);
    const due = Date.now() + 3_600_000;
    await mark({ id: first!, lease: lease.lease, state: 'PENDING', dueAt: due, error: 'no' });
    expect((await claim(wanted(2, { clockShift: 40_000 }))).deferred).toBe(1);
    // Now it waits as long as the first one, and is not looked at before.
    expect(await claim(wanted(2, { clockShift: 3_590_000 }))).toEqual({ claimed: [], deferred: 0 });
    const again = wanted(1, { clockShift: 3_610_000 });
    expect((await claim(again)).claimed.map(({ delivery }) => delivery.id)).toEqual([first]);
    expect(await mark({ id: first!, lease: again.lease, state: 'DEAD', dueAt: null, error: 'no' })).toBe(1);
    expect((await claim(wanted(2))).claimed.map(({ delivery }) => delivery.id)).toEqual([second]);
  });
});

describe('the destinations that have something due', () => {
  const find = (after: string, limit: number, except: string[] = []) =>
    claiming(pool, (tx) =>
      findDueDestinations(tx, { channel: 'WEBHOOK', after, limit, except, clockShift: 0 }),
    );

  it('are found in order, after the last one, without those that are full or not due', async () => {
    await insertDeliveries(pool, [
      ...['c', 'a', 'b', 'a', 'd'].map((destination) => ({ destination })),
      { destination: 'later', dueMilliseconds: 60_000 },
      { destination: 'mail', channel: 'HOTEL_EMAIL' },
    ]);
    expect(await find('', 10)).toEqual(['a', 'b', 'c', 'd']);
    expect(await find('', 2)).toEqual(['a', 'b']);
    expect(await find('b', 10)).toEqual(['c', 'd']);
    expect(await find('', 2, ['a', 'c'])).toEqual(['b', 'd']);
  });

  it('cost a step each, whatever the length of their queues', async () => {
    const blocks = async (sql: string) => {
      const tx = await pool.connect();
      try {
        await tx.query('begin; set local enable_seqscan = off');
        const { rows } = await tx.query(`explain (analyze, buffers, format json) ${sql}`);
        await tx.query('rollback');
        return rows[0]['QUERY PLAN'][0].Plan['Shared Hit Blocks'] as number;
      } finally {
        tx.release();
      }
    };
    const statements: string[] = [];
    await claiming(pool, async (tx) => {
      const query = tx.query.bind(tx) as (one: { text: string }) => Promise<unknown>;
      const spy = {
        query: (one: { text: string }) => {
          statements.push(one.text);
          return query(one);
        },
      };
      const due: DueQuery = { channel: 'WEBHOOK', after: '', limit: 5, except: [], clockShift: 0 };
      await findDueDestinations(spy as never, due);
      await claimDeliveries(spy as never, wanted(4));
    });
    const [find, lock] = statements.map((text) =>
      text
        .replaceAll('$1', "'WEBHOOK'")
        .replaceAll('$2::text[]', "array['d7']")
        .replaceAll('$3::int[]', 'array[4]')
        .replaceAll('$3::text[]', "'{}'::text[]")
        .replaceAll('$2', "''")
        .replaceAll('limit $4', 'limit 5000')
        .replaceAll('$4', '4')
        .replaceAll('$5', '0'),
    ) as [string, string];
    const fill = (destination: string, count: number) =>
      pool.query(
        `insert into deliveries (channel, destination, kind, ledger_id, hotel_id, message_id, created_at, due_at)
         select 'WEBHOOK', ${destination}, 'hotel.updated', 1, gen_random_uuid(), gen_random_uuid(), now(), now()
         from generate_series(1, ${count}) n`,
      );
    await fill("'d' || n", 2_000);
    await pool.query('analyze deliveries');
    const [findBefore, lockBefore] = [await blocks(find), await blocks(lock)];
    await fill("'d7'", 20_000);
    const [findAfter, lockAfter] = [await blocks(find), await blocks(lock)];
    expect(findBefore).toBeLessThan(4 * 2_000 + 100);
    expect(findAfter).toBeLessThan(findBefore * 1.5);
    expect(lockAfter).toBeLessThan(lockBefore + 50);
  });
});
