import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import type { Context, Secrets } from './context.ts';
import { migrate } from './db/migrate.ts';
import { checkReachable, createPool, inTransaction } from './db/pool.ts';
import { claimDatabaseFor } from './deployment.store.ts';
import { startHousekeeping } from './housekeeping.ts';
import { LatencyWindow } from './http/latency.ts';
import { SlidingWindows } from './http/sliding-windows.ts';
import type { App } from './http/wire.ts';
import { dayInBaghdad } from './kernel/day.ts';
import { KeyUses } from './partners/key-uses.ts';
import { bringDemoWorldTo } from './sandbox/demo-world.store.ts';
import { ChangeFeed } from './snapshot/change-feed.ts';

const POOL_SIZE = 16;

export interface Service {
  context: Context;
  app: App;
  /** Lets requests under way finish, then lets go of the database. */
  close: () => Promise<void>;
}

export interface ServiceOptions {
  config: Config;
  secrets: Secrets;
  databaseUrl: string;
  log: Logger;
  /** The wall clock; tests move it. */
  now?: () => Date;
}

/** Everything between a database address and an app that can listen: migrate, seed, load, wire up. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, log } = options;
  const now = options.now ?? (() => new Date());
  const warn = (error: Error) => log.warn({ reason: error.message }, 'database connection lost');
  const pool = createPool({ url: options.databaseUrl, size: POOL_SIZE, onError: warn });
  try {
    await prepareDatabase(pool, config, now);
    const feed = new ChangeFeed(pool, (error) => log.warn({ reason: error.message }, 'change feed is late'));
    await feed.start();
    const context: Context = {
      config,
      secrets: options.secrets,
      version: readVersion(),
      pool,
      feed,
      get snapshot() {
        return feed.snapshot;
      },
      windows: new SlidingWindows(),
      latency: new LatencyWindow(),
      keyUses: new KeyUses(),
      log,
      now,
      today: () => dayInBaghdad(now()),
      random: randomBytes,
      startedAt: performance.now(),
      draining: false,
    };
    const app = await buildApp(context);
    const housekeeping = startHousekeeping(context);
    const close = async () => {
      context.draining = true;
      await app.close();
      await housekeeping.stop();
      await feed.stop();
      await pool.end();
    };
    return { context, app, close };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

async function prepareDatabase(pool: pg.Pool, config: Config, now: () => Date): Promise<void> {
  await checkReachable(pool);
  await migrate(pool);
  await claimDatabaseFor(pool, config.environment);
  if (config.environment === 'sandbox')
    await inTransaction(pool, 'read committed', (tx) => bringDemoWorldTo(tx, dayInBaghdad(now())));
}

function readVersion(): string {
  const file = resolve(fileURLToPath(import.meta.url), '../../package.json');
  return JSON.parse(readFileSync(file, 'utf8')).version;
}
