import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startService } from '../../src/boot/service.ts';
import { StartRefused } from '../../src/kernel/start-refused.ts';
import { createPool } from '../../src/platform/db/pool.ts';
import { ChangeFeed } from '../../src/snapshot/change-feed.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { testConfig, testSecrets } from '../support/test-config.ts';
import { until } from '../support/until.ts';

let database: TestDatabase;
let outside: pg.Client;
beforeEach(async () => {
  database = await createTestDatabase();
  outside = new pg.Client(database.url);
  await outside.connect();
});
afterEach(async () => {
  await outside.end();
  await database.drop();
});

function spin(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

describe('a process that compiles its routes for longer than the limits of the database', () => {
  const LIMIT = 2_000;

  it('starts: no transaction is open meanwhile', async () => {
    const config = testConfig();
    let blocked = 0;
    // In the middle of building the app, where the validators of all routes are compiled.
    Object.defineProperty(config, 'environment', {
      get: () => {
        if (new Error().stack!.includes('registerSupplyApi')) {
          blocked += 1;
          spin(3 * LIMIT);
        }
        return 'sandbox';
      },
    });
    const service = await startService({
      ...{ config, secrets: testSecrets, databaseUrl: database.url, housekeeping: false, deliveries: false },
      log: pino({ level: 'silent' }),
      // Trying again would also help, but not within the time of this test.
      feed: { loadPauseMilliseconds: 600_000 },
      databaseLimits: {
        ...{ connectMilliseconds: LIMIT, queryMilliseconds: LIMIT, idleInTransactionMilliseconds: LIMIT },
      },
    });
    try {
      expect(blocked).toBe(1);
      expect(service.context.feed.loads).toBe(1);
    } finally {
      await service.close();
    }
  });
});

describe('the first load', () => {
  /** Cuts the connection of a load that waits for our lock, as the server does with a transaction that stands still. */
  async function cutOff(times: number): Promise<void> {
    // Not in the transaction that has the lock: there the list of connections stays as it was.
    const operator = new pg.Client(database.url);
    await operator.connect();
    const cut = `select pid, pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    const loads = new Set<number>();
    await until(async () => {
      if (loads.size < times) for (const { pid } of (await operator.query(cut)).rows) loads.add(pid);
      return loads.size >= times;
    });
    await operator.end();
  }

  async function start(
    cuts: number,
  ): Promise<{ feed: ChangeFeed; errors: Error[]; end: () => Promise<void> }> {
    const errors: Error[] = [];
    const pool = createPool({ url: database.url, size: 4, onError: () => {} });
    const feed = new ChangeFeed(pool, 'x', (error) => errors.push(error), { loadPauseMilliseconds: 1 });
    const end = async () => {
      await feed.stop();
      await pool.end();
    };
    await outside.query('begin');
    await outside.query('lock table api_keys in access exclusive mode');
    const starting = feed.start();
    starting.catch(() => {});
    await cutOff(cuts);
    await outside.query('commit');
    await starting.catch(async (error) => {
      await end();
      throw error;
    });
    return { feed, errors, end };
  }

  it('is tried again when it was cut off, until the tenth time', async () => {
    const { feed, errors, end } = await start(9);
    expect([feed.loads, errors.length]).toEqual([1, 9]);
    expect(feed.snapshot.findHotel('HTL-2026-0001')).not.toBe(null);
    await end();
  });

  it('ends with one line when it cannot work', async () => {
    const refused = await start(10).catch((error) => error);
    expect(refused).toBeInstanceOf(StartRefused);
    expect(refused.message).toMatch(/^hotels, prices and bookings could not be loaded, tried 10 times: .+$/);
  });

  it('is not tried again after a bug', async () => {
    await outside.query('alter table plan_days rename to no_plan_days');
    await expect(start(0)).rejects.toThrow('relation "plan_days" does not exist');
  });
});
