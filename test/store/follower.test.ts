import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ClaimQuery, claimDeliveries, claiming } from '../../src/outgoing/delivery/claim.store.ts';
import { CHANNELS, type Channel, type Delivery } from '../../src/outgoing/delivery/delivery.ts';
import { type Mark, markDeliveries } from '../../src/outgoing/delivery/mark.store.ts';
import { createPool, inTransaction, type Transaction } from '../../src/platform/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { delivererOf, insertDeliveries, NO_SENDERS, succeed } from '../support/deliveries.ts';
import { until } from '../support/until.ts';

/** Far longer than any test takes: nothing here becomes due by the end of a lease. */
const LEASE_MILLISECONDS = 600_000;

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

const wanted = (channel: Channel, changes: Partial<ClaimQuery> = {}): ClaimQuery => ({
  channel,
  shares: new Map([['a', 4]]),
  spare: 4,
  lease: randomUUID(),
  leaseMilliseconds: LEASE_MILLISECONDS,
  clockShift: 0,
  ...changes,
});
const claim = (query: ClaimQuery) => claiming(pool, (tx) => claimDeliveries(tx, query));
const claimedIds = async (query: ClaimQuery) =>
  (await claim(query)).claimed.map(({ delivery }) => delivery.id);
const delivered = (id: number, lease: string): Mark => ({
  ...{ id, lease, state: 'DELIVERED', dueAt: null, error: null },
});

/**
 * The order in which nobody brings the second delivery of a booking forward: it is committed after the statement that
 * writes the result of the first one has begun, and looked at before that result is committed.
 */
async function followUnseen(channel: Channel, look: () => Promise<unknown>): Promise<number> {
  const bookingId = randomUUID();
  const [first] = await insertDeliveries(pool, [{ channel, bookingId }]);
  const query = wanted(channel);
  expect(await claimedIds(query)).toEqual([first]);
  return inTransaction(pool, 'read committed', async (tx: Transaction) => {
    expect(await markDeliveries(tx, [delivered(first!, query.lease)], 0)).toBe(0);
    const [second] = await insertDeliveries(pool, [{ channel, bookingId }]);
    await look();
    return second!;
  });
}

describe('a delivery that is put off while the result of the one before it is written', () => {
  it.each(CHANNELS)('can be claimed within a second: %s', async (channel) => {
    const second = await followUnseen(channel, async () => {
      expect(await claim(wanted(channel))).toEqual({ claimed: [], deferred: 1 });
    });
    expect(await claimedIds(wanted(channel, { clockShift: 1_000 }))).toEqual([second]);
  });

  it.each(CHANNELS)('is sent by a process that runs all the time: %s', async (channel) => {
    const sent: Delivery[] = [];
    const deliverer = delivererOf(pool, succeed(sent), {
      senders: { ...NO_SENDERS, [channel]: succeed(sent) },
    });
    const putOff = "select 1 from deliveries where due_at > created_at + interval '100 ms' and lease is null";
    try {
      const second = await followUnseen(channel, async () => {
        deliverer.start();
        await until(async () => (await pool.query(putOff)).rowCount === 1);
      });
      await until(() => sent.length > 0);
      expect(sent.map(({ id }) => id)).toEqual([second]);
    } finally {
      await deliverer.stop();
    }
  });
});

describe('a delivery behind one that is being sent', () => {
  it('waits for it, however often it is looked at', async () => {
    const bookingId = randomUUID();
    const [first, second] = await insertDeliveries(pool, [{ bookingId }, { bookingId }]);
    const query = wanted('WEBHOOK');
    expect(await claim(query)).toMatchObject({ claimed: [{ delivery: { id: first } }], deferred: 1 });
    expect(await claim(wanted('WEBHOOK', { clockShift: 200 }))).toEqual({ claimed: [], deferred: 0 });
    for (const clockShift of [1_000, 10_000, LEASE_MILLISECONDS - 1_000])
      expect(await claim(wanted('WEBHOOK', { clockShift }))).toEqual({ claimed: [], deferred: 1 });
    await claiming(pool, (tx) => markDeliveries(tx, [delivered(first!, query.lease)], 0));
    expect(await claimedIds(wanted('WEBHOOK'))).toEqual([second]);
  });

  it('is not looked at while the earlier one waits for its next attempt', async () => {
    const bookingId = randomUUID();
    const [first] = await insertDeliveries(pool, [{ bookingId }, { bookingId }]);
    const query = wanted('WEBHOOK');
    await claim(query);
    const failed: Mark = {
      ...delivered(first!, query.lease),
      state: 'PENDING',
      dueAt: Date.now() + 3_600_000,
    };
    await claiming(pool, (tx) => markDeliveries(tx, [failed], 0));
    expect((await claim(wanted('WEBHOOK', { clockShift: 1_000 }))).deferred).toBe(1);
    expect(await claim(wanted('WEBHOOK', { clockShift: 3_500_000 }))).toEqual({ claimed: [], deferred: 0 });
  });
});
