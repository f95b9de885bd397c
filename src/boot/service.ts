import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import { buildApp } from '../api/app.ts';
import { Connections } from '../api/http/connections.ts';
import { describeFault } from '../api/http/error-model.ts';
import { LatencyWindow } from '../api/http/latency.ts';
import type { App } from '../api/http/wire.ts';
import { responseWriter } from '../api/partner/bookings/write-response.ts';
import { requestIdOf } from '../booking/command.ts';
import type { WriteResponse } from '../booking/decided.ts';
import { voucherLinks } from '../booking/voucher.ts';
import { Listener } from '../db/listener.ts';
import { migrate } from '../db/migrate.ts';
import { checkReachable, createPool, inTransaction } from '../db/pool.ts';
import { applyBatch, isSeenByOthers } from '../desk/apply-batch.ts';
import { Desk, type DeskOptions } from '../desk/desk.ts';
import { SubmitOnce } from '../desk/submit-once.ts';
import { dayInBaghdad } from '../kernel/day.ts';
import type { Limiter, NodeLimiter } from '../limits/limiter.ts';
import { OwnWindows } from '../limits/own-windows.ts';
import { KeyUses } from '../partners/key-uses.ts';
import { QuoteBook } from '../pricing/quote-book.ts';
import { QuoteWriter } from '../pricing/write-quotes.usecase.ts';
import { bringDemoWorldTo } from '../sandbox/demo-world.store.ts';
import { stageBooking } from '../sandbox/scenarios.ts';
import { ChangeFeed, type FeedOptions } from '../snapshot/change-feed.ts';
import { DOORBELL_CHANNEL } from '../snapshot/doorbell.store.ts';
import { Doorbell } from '../snapshot/doorbell.ts';
import type { LoadProgress } from '../snapshot/snapshot.store.ts';
import { closeService } from './close-service.ts';
import type { Config } from './config.ts';
import type { Context, Secrets } from './context.ts';
import { claimDatabaseFor } from './deployment.store.ts';
import { startHousekeeping } from './housekeeping.ts';
import { pooledRandom } from './pooled-random.ts';
import { readVersion } from './version.ts';

const POOL_SIZE = 16;
const DESK_LANES = 2;

export interface Service {
  context: Context;
  app: App;
  desk: Desk;
  /** Lets running requests finish, then closes the database connections. Returns what it abandoned. */
  close: (state?: 'database gone') => Promise<string[]>;
}

export interface ServiceOptions {
  config: Config;
  secrets: Secrets;
  databaseUrl: string;
  log: Logger;
  /** Milliseconds added to the database's time. Tests use it to move the clock. */
  clockShift?: () => number;
  desk?: Partial<DeskOptions>;
  feed?: Partial<FeedOptions>;
  /** False in tests that move the clock by days and run housekeeping themselves. */
  housekeeping?: boolean;
  /** False only in the control test: this node then does not notify other nodes. */
  doorbell?: boolean;
  /** Counts the requests of this node. Default: in the memory of this process. */
  limiter?: NodeLimiter;
}

/** Turns a database address into an app that can listen: migrate, seed, load, connect the parts. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, log } = options;
  const clockShift = options.clockShift ?? (() => 0);
  const warn = (error: Error) => log.warn({ reason: error.message }, 'database connection lost');
  const pool = createPool({ url: options.databaseUrl, size: POOL_SIZE, onError: warn });
  const node = randomUUID();
  const deskName = `ihc-desk-${node}`;
  const deskPool = createPool({
    url: options.databaseUrl,
    size: DESK_LANES + 1,
    name: deskName,
    onError: warn,
    pipeline: true,
    keyedOnly: true,
  });
  const lateFeed = (error: Error) => log.warn({ reason: error.message }, 'change feed is late');
  const onProgress = everySecond((loaded, hotels) =>
    log.info({ loaded, hotels }, 'loading calendars into memory'),
  );
  const feed = new ChangeFeed(pool, deskName, lateFeed, { onProgress, ...options.feed });
  const doorbell = new Doorbell(pool, node, warn);
  const ring = () => (options.doorbell === false ? undefined : doorbell.ring());
  const listener = new Listener({
    url: options.databaseUrl,
    name: `ihc-doorbell-${node}`,
    channel: DOORBELL_CHANNEL,
    onNotice: (ringer) => (ringer === node ? undefined : feed.wake()),
    onListening: () => feed.wake(),
    onError: warn,
  });
  const limiter = await openLimiter(options);
  const letGo = async () => {
    await limiter.stop();
    await listener.stop();
    await feed.stop();
    await doorbell.stop();
    await Promise.all([pool.end(), deskPool.end()]);
  };
  try {
    await prepareDatabase(pool, config, () => new Date(Date.now() + clockShift()));
    await feed.start();
    await listener.start();
    const now = () => new Date(feed.databaseNow() + clockShift());
    const quoteBook = new QuoteBook();
    const write = responseWriter((id) => voucherLinks(id, config.publicUrl, options.secrets.signingKey));
    const desk = openDesk(options, deskPool, feed, ring, write);
    const once = new SubmitOnce(desk, write);
    const context: Context = {
      config,
      secrets: options.secrets,
      version: readVersion(),
      pool,
      feed,
      get snapshot() {
        return feed.snapshot;
      },
      quoteBook,
      quotes: new QuoteWriter(quoteBook, pool, warn),
      submit: (command) => once.submit(command),
      ring,
      limiter,
      latency: new LatencyWindow(),
      keyUses: new KeyUses(),
      log,
      now,
      today: () => dayInBaghdad(now()),
      random: pooledRandom(),
      startedAt: performance.now(),
      draining: false,
    };
    const app = await buildApp(context);
    const housekeeping = options.housekeeping === false ? null : startHousekeeping(context);
    const connections = new Connections(app.server);
    const parts = { context, app, connections, desk, housekeeping, letGo };
    const close = (state?: 'database gone') => closeService(parts, state === 'database gone');
    return { context, app, desk, close };
  } catch (error) {
    await letGo();
    throw error;
  }
}

function openDesk(
  options: ServiceOptions,
  pool: pg.Pool,
  feed: ChangeFeed,
  ring: () => void,
  write: WriteResponse,
): Desk {
  const { config, log } = options;
  return new Desk({
    pool,
    clockShift: options.clockShift ?? (() => 0),
    lanes: DESK_LANES,
    batchLimit: 256,
    queueLimit: 10_000,
    waitLimitMilliseconds: 10_000,
    queue: true,
    protections: { lock: true, guard: true },
    write,
    stageBooking: config.environment === 'sandbox' ? stageBooking : (state) => state,
    newBatchId: randomUUID,
    onDecided: () => {},
    onFault: (error, command) =>
      log.error(
        { command: command.kind, request_id: requestIdOf(command), err: describeFault(error) },
        'the desk failed',
      ),
    onCommitted: (result) => {
      feed.hasReached(result.state.databaseNow);
      applyBatch(feed.snapshot, result);
      if (isSeenByOthers(result)) ring();
    },
    ...options.desk,
  });
}

/** The Redis client is loaded only when it is needed: a start without it is faster. */
async function openLimiter({ config, log, limiter }: ServiceOptions): Promise<Limiter> {
  const node = limiter ?? new OwnWindows();
  if (config.redisUrl === null) return node;
  const { RedisWindows } = await import('../limits/redis-windows.ts');
  const shared = new RedisWindows({
    url: config.redisUrl,
    prefix: `ihc:${config.environment}:limits:`,
    node,
    onChange: (sharing, reason) => {
      if (sharing === 'SHARED') log.info('rate limits are shared through Redis');
      else log.warn({ reason }, 'Redis is away: this node counts rate limits by itself');
    },
  });
  await shared.start();
  return shared;
}

async function prepareDatabase(pool: pg.Pool, config: Config, now: () => Date): Promise<void> {
  await checkReachable(pool);
  await migrate(pool);
  await claimDatabaseFor(pool, config.environment);
  if (config.environment === 'sandbox')
    await inTransaction(pool, 'read committed', (tx) => bringDemoWorldTo(tx, dayInBaghdad(now())), 'patient');
}

/** Reports at most once per second. A small load ends before the first report. */
function everySecond(report: LoadProgress): LoadProgress {
  let reportedAt = performance.now();
  return (loaded, hotels) => {
    if (performance.now() - reportedAt < 1_000) return;
    reportedAt = performance.now();
    report(loaded, hotels);
  };
}
