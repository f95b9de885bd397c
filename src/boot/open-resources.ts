// Opens the resources of a process: connections, memory, rate limits. Resources open before all other parts and close
// after them.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import { openJournal } from '../desk/one-desk/journal.ts';
import type { DeskJournal } from '../desk/one-desk/options.ts';
import { Drawings } from '../domain/vouchers/drawings.worker.ts';
import { openOutbound } from '../outgoing/http-client/open-outbound.ts';
import type { Outbound } from '../outgoing/http-client/post.ts';
import { Listener } from '../platform/db/listener.ts';
import { createPool } from '../platform/db/pool.ts';
import { RepeatedWarning } from '../platform/db/repeated-warning.ts';
import type { Limiter } from '../platform/limits/limiter.ts';
import { ChangeFeed } from '../snapshot/change-feed.ts';
import { DOORBELL_CHANNEL } from '../snapshot/doorbell.store.ts';
import { Doorbell } from '../snapshot/doorbell.ts';
import type { LoadProgress } from '../snapshot/load-snapshot.store.ts';
import { DESK_LANES } from './create-desk.ts';
import { openLimiter } from './open-limiter.ts';
import { PresenceWriter } from './presence.ts';
import type { ServiceOptions } from './service-options.ts';
import { openCertificate, type ServedCertificate } from './tls/served-certificate.ts';
import { readVersion } from './version.ts';

const POOL_SIZE = 16;
const LEAST_POOL_SIZE = 6;

/** The resources that a process opens before it prepares the database, and releases when it ends. */
export interface Resources {
  process: string;
  node: string;
  /** Returns the name of the database connections that the desk of a process uses. */
  deskName: (process: string) => string;
  clockShift: () => number;
  pool: pg.Pool;
  deskPool: pg.Pool;
  feed: ChangeFeed;
  ring: () => void;
  listener: Listener;
  /** The files in which this process records its responses to callers. Null if the process keeps no journal. */
  journal: DeskJournal | null;
  /** If null, other processes do not see this process. */
  presence: PresenceWriter | null;
  limiter: Limiter;
  outbound: Outbound;
  drawings: Drawings;
  certificate: ServedCertificate | null;
  /** Logs that a connection to the database was lost. */
  warn: (error: Error) => void;
  /**
   * Stops and closes all these resources except `presence`, which stops earlier because it needs a connection to delete
   * its row.
   */
  letGo: () => Promise<void>;
}

export async function openResources(options: ServiceOptions): Promise<Resources> {
  const { config, secrets, log, databaseUrl: url } = options;
  const certificate = options.certificate ?? (await openCertificate(config, log));
  const away = new RepeatedWarning(log, 'database connection lost');
  const warn = (error: Error) => away.occurred(error);
  const pool = createPool({
    url,
    size: poolSize(options.processes ?? 1),
    ...(options.databaseLimits && { limits: options.databaseLimits }),
    onError: warn,
  });
  const process = randomUUID();
  const deskName = (of: string) => `ihc-desk-${of}`;
  const deskPool = createPool({
    url,
    size: DESK_LANES + 1,
    name: deskName(process),
    onError: warn,
    pipeline: true,
    keyedOnly: true,
  });
  const late = new RepeatedWarning(log, 'change feed is late');
  const lateFeed = (error: Error) => late.occurred(error);
  const onProgress = logProgress(log);
  const feed = new ChangeFeed(pool, deskName(process), lateFeed, { onProgress, ...options.feed });
  const doorbell = new Doorbell(pool, process, warn);
  const listener = new Listener({
    url,
    name: `ihc-doorbell-${process}`,
    channel: DOORBELL_CHANNEL,
    onNotice: (ringer) => (ringer === process ? undefined : feed.wake()),
    onListening: () => feed.wake(),
    onError: warn,
  });
  const node = options.node ?? process;
  const presence =
    options.housekeeping === false ? null : new PresenceWriter({ pool, log, process, node, config, secrets });
  const journal = openJournal(config.journal, process, log);
  const limiter = await openLimiter(options);
  const outbound = openOutbound(config, readVersion(), options.outbound);
  const drawings = new Drawings();
  return {
    ...{ process, node, deskName, pool, deskPool, feed, listener, journal, presence },
    ...{ limiter, outbound, drawings, certificate, warn },
    clockShift: options.clockShift ?? (() => 0),
    ring: () => (options.doorbell === false ? undefined : doorbell.ring()),
    letGo: async () => {
      certificate?.stop();
      outbound.close();
      await drawings.stop();
      await limiter.stop();
      await listener.stop();
      await feed.stop();
      await doorbell.stop();
      await Promise.all([pool.end(), deskPool.end()]);
    },
  };
}

/**
 * Returns the number of connections of one process. All processes of a node together have about as many connections as
 * a single process would have.
 */
function poolSize(processes: number): number {
  return Math.max(LEAST_POOL_SIZE, Math.ceil(POOL_SIZE / processes));
}

/** Logs the progress of the load at most once per second. A load that takes less than one second logs nothing. */
function logProgress(log: Logger): LoadProgress {
  let loggedAt = performance.now();
  return (loaded, parts) => {
    if (performance.now() - loggedAt < 1_000) return;
    loggedAt = performance.now();
    log.info({ loaded, parts }, 'loading calendars into memory');
  };
}
