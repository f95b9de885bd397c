import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claiming } from '../../src/outgoing/delivery/claim.store.ts';
import type { Channel } from '../../src/outgoing/delivery/delivery.ts';
import { type QueueMetrics, readQueueMetrics } from '../../src/outgoing/delivery/queue-metrics.store.ts';
import { startQueueMetrics } from '../../src/outgoing/delivery/queue-metrics.worker.ts';
import { createPool } from '../../src/platform/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { insertDeliveries } from '../support/deliveries.ts';
import { openTestMetrics, readPage, seriesOf, showTestService } from '../support/metrics.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase('migrated');
  pool = createPool({ url: database.url, size: 2, onError: () => {} });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query('truncate deliveries'));

const read = (failing: (channel: Channel) => string[] = () => []) =>
  claiming(pool, (tx) => readQueueMetrics(tx, failing, 0));
const NOTHING = { WEBHOOK: 0, HOTEL_EMAIL: 0, HOTEL_MESSAGE: 0, OPERATOR_EMAIL: 0 };

describe('what waits', () => {
  it('is nothing at first', async () => {
    expect(await read()).toEqual({ pending: NOTHING, oldestDueSeconds: NOTHING, dead: 0 });
  });

  it('is counted by channel, with the oldest that is due, without destinations that fail', async () => {
    await insertDeliveries(pool, [
      { destination: 'a', dueMilliseconds: -60_000 },
      { destination: 'b', dueMilliseconds: -7_200_000 },
      { destination: 'c', dueMilliseconds: 3_600_000 },
      { channel: 'HOTEL_EMAIL', destination: 'd', dueMilliseconds: 3_600_000 },
    ]);
    const { pending, oldestDueSeconds } = await read();
    expect(pending).toEqual({ ...NOTHING, WEBHOOK: 3, HOTEL_EMAIL: 1 });
    expect(Math.floor(oldestDueSeconds.WEBHOOK / 60)).toBe(120);
    expect(oldestDueSeconds.HOTEL_EMAIL).toBe(0);
    const without = await read((channel) => (channel === 'WEBHOOK' ? ['b'] : []));
    expect(Math.floor(without.oldestDueSeconds.WEBHOOK / 60)).toBe(1);
    expect((await read(() => ['a', 'b', 'c'])).oldestDueSeconds.WEBHOOK).toBe(0);
  });

  it('is counted to 10,000', async () => {
    const fill = (count: number) => insertDeliveries(pool, Array(count).fill({}));
    await fill(9_999);
    expect((await read()).pending.WEBHOOK).toBe(9_999);
    await fill(2);
    expect((await read()).pending.WEBHOOK).toBe(10_000);
    await pool.query("update deliveries set state = 'DEAD', ended_at = clock_timestamp()");
    expect(await read()).toMatchObject({ dead: 10_000, pending: NOTHING });
  });

  it('is read by the process that is the desk only', async () => {
    const seen: (QueueMetrics | null)[] = [];
    const watched = { pool, failing: () => [], clockShift: () => 0, onError: () => {} };
    for (const isDesk of [true, false]) {
      const onRead = (queue: QueueMetrics | null) => seen.push(queue);
      const watch = startQueueMetrics({ ...watched, isChosen: () => isDesk, onRead });
      await watch.stop();
    }
    expect(seen).toEqual([await read(), null]);
  });
});

describe('the metrics of a service', () => {
  it('show attempts, destinations that fail, and what waits', async () => {
    const { address, metrics } = await openTestMetrics();
    let results = 0;
    const service = await startTestService({
      config: { metricsPort: 0 },
      housekeeping: false,
      deliverer: {
        senders: {
          ...{ HOTEL_EMAIL: null, HOTEL_MESSAGE: null, OPERATOR_EMAIL: null },
          WEBHOOK: async ({ destination }) => {
            results += 1;
            return destination === 'good' ? { kind: 'delivered' } : { kind: 'failed', error: 'no' };
          },
        },
      },
    });
    showTestService(metrics, service);
    await insertDeliveries(service.context.pool, [{ destination: 'good' }, { destination: 'bad' }]);
    await until(() => results === 2);
    await until(() => service.context.counts!.deliveries.queue !== null);
    const series = seriesOf((await readPage(`${address}/metrics`)).text);
    const value = (name: string, labels: string) =>
      series.get(`${name}{${labels}${labels && ','}worker="0"}`);
    expect(value('ihc_delivery_attempts_total', 'channel="WEBHOOK",result="delivered"')).toBe(1);
    expect(value('ihc_delivery_attempts_total', 'channel="WEBHOOK",result="failed"')).toBe(1);
    expect(value('ihc_delivery_attempts_total', 'channel="HOTEL_EMAIL",result="dead"')).toBe(0);
    expect(value('ihc_delivery_failing_destinations', 'channel="WEBHOOK"')).toBe(1);
    expect(value('ihc_deliveries_dead', '')).toBe(0);
    await service.end();
    await metrics.close();
  });
});
