import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import { applyChanges } from '../desk/apply-batch.ts';
import type { DeskAccess } from '../desk/one-desk/desk-access.ts';
import { readEpoch } from '../desk/one-desk/election.store.ts';
import { OneDesk } from '../desk/one-desk/one-desk.ts';
import { KeyRehashes } from '../domain/partners/key-rehashes.ts';
import { KeyUses } from '../domain/partners/key-uses.ts';
import { QuoteBook } from '../domain/pricing/quote-book.ts';
import { QuoteWriter } from '../domain/pricing/write-quotes.worker.ts';
import { Passwords } from '../domain/staff/proof/passwords.usecase.ts';
import { Drawings } from '../domain/vouchers/drawings.worker.ts';
import { linksFor } from '../domain/vouchers/voucher-qr.ts';
import { buildApp } from '../http/app.ts';
import { Connections } from '../http/common/connections.ts';
import { LatencyWindow } from '../http/common/latency.ts';
import type { App } from '../http/common/wire.ts';
import { responseWriter } from '../http/partner/bookings/write-response.ts';
import { decidedReservationView } from '../http/supply/reservation.view.ts';
import { dayInBaghdad } from '../kernel/day.ts';
import { loadTelephoneRules } from '../kernel/telephone.ts';
import { checksOf } from '../operations/metrics/checks.ts';
import { Counts } from '../operations/metrics/counts.ts';
import type { ServiceReport } from '../operations/metrics/node-metrics.ts';
import { factsOf, type ServiceSources, serviceFamilies } from '../operations/metrics/service-families.ts';
import { StatusRecorder } from '../operations/status/record-status.worker.ts';
import { openOutbound } from '../outgoing/http-client/open-outbound.ts';
import { Listener } from '../platform/db/listener.ts';
import { createPool } from '../platform/db/pool.ts';
import { signingKeysOf } from '../platform/secrets/accepted-secrets.ts';
import { warnOfLostSecrets } from '../platform/secrets/warn-of-lost-secrets.usecase.ts';
import { ChangeFeed } from '../snapshot/change-feed.ts';
import { DOORBELL_CHANNEL } from '../snapshot/doorbell.store.ts';
import { Doorbell } from '../snapshot/doorbell.ts';
import { type CloseOptions, closeService } from './close-service.ts';
import { createDesk, DESK_LANES, logDeskEvent } from './create-desk.ts';
import { openEvents } from './delivering/open-events.ts';
import { startDeliveries } from './delivering/start-deliveries.ts';
import { startHousekeeping } from './housekeeping.ts';
import { logProgress } from './log-progress.ts';
import { openLimiter } from './open-limiter.ts';
import { pooledRandom } from './pooled-random.ts';
import { prepareDatabase } from './prepare-database.ts';
import { PresenceWriter } from './presence.ts';
import type { OpenDesk, ServiceOptions } from './service-options.ts';
import { NO_SIBLINGS } from './siblings.ts';
import { openCertificate } from './tls/served-certificate.ts';
import { readVersion } from './version.ts';

const POOL_SIZE = 16;
const LEAST_POOL_SIZE = 6;

export interface Service {
  context: Context;
  app: App;
  /** What the metrics and probes of this process show. Null: nobody reads them. */
  report: ServiceReport | null;
  /** Lets running requests finish, then closes the database connections. Returns what it abandoned. */
  close: (options?: CloseOptions) => Promise<string[]>;
}

/** Turns a database address into an app that can listen: migrate, seed, load, connect the parts. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, log } = options;
  const clockShift = options.clockShift ?? (() => 0);
  const certificate = options.certificate ?? (await openCertificate(config, log));
  const warn = (error: Error) => log.warn({ reason: error.message }, 'database connection lost');
  const pool = createPool({
    url: options.databaseUrl,
    size: poolSize(options.processes ?? 1),
    ...(options.databaseLimits && { limits: options.databaseLimits }),
    onError: warn,
  });
  const processId = randomUUID();
  const deskName = (process: string) => `ihc-desk-${process}`;
  const deskPool = createPool({
    url: options.databaseUrl,
    size: DESK_LANES + 1,
    name: deskName(processId),
    onError: warn,
    pipeline: true,
    keyedOnly: true,
  });
  const lateFeed = (error: Error) => log.warn({ reason: error.message }, 'change feed is late');
  const onProgress = logProgress(log);
  const feed = new ChangeFeed(pool, deskName(processId), lateFeed, { onProgress, ...options.feed });
  const doorbell = new Doorbell(pool, processId, warn);
  const ring = () => (options.doorbell === false ? undefined : doorbell.ring());
  const listener = new Listener({
    url: options.databaseUrl,
    name: `ihc-doorbell-${processId}`,
    channel: DOORBELL_CHANNEL,
    onNotice: (ringer) => (ringer === processId ? undefined : feed.wake()),
    onListening: () => feed.wake(),
    onError: warn,
  });
  const node = options.node ?? processId;
  const presence =
    options.housekeeping === false
      ? null
      : new PresenceWriter({ pool, log, process: processId, node, config, secrets: options.secrets });
  const limiter = await openLimiter(options);
  const outbound = openOutbound(config, readVersion(), options.outbound);
  const drawings = new Drawings();
  const letGo = async () => {
    certificate?.stop();
    outbound.close();
    await drawings.stop();
    await limiter.stop();
    await listener.stop();
    await feed.stop();
    await doorbell.stop();
    await Promise.all([pool.end(), deskPool.end()]);
  };
  try {
    await prepareDatabase(
      options.databaseUrl,
      pool,
      config,
      new Date(Date.now() + clockShift()),
      async (tx) => presence?.announce(tx),
    );
    presence?.start();
    if (config.environment === 'production') await warnOfLostSecrets(pool, options.secrets, log);
    const now = () => new Date(feed.databaseNow() + clockShift());
    const quoteBook = new QuoteBook();
    const siblings = options.siblings ?? NO_SIBLINGS;
    const write = responseWriter(
      linksFor({ config, secrets: options.secrets }),
      decidedReservationView,
      () => config.publicUrl,
    );
    const quotes = new QuoteWriter(pool, warn);
    const counts = config.metricsPort === null ? null : new Counts();
    const observer = counts?.desk ?? null;
    const today = () => dayInBaghdad(now());
    const isDesk = () => desk.isDesk;
    const { onBatch, onTaken, ...events } = openEvents(config, {
      pool,
      feed,
      now,
      today,
      isDesk,
      onError: warn,
    });
    const openDesk: OpenDesk = (tenure, tools) =>
      createDesk(options, { pool: deskPool, feed, quoteBook, write, tenure, tools, observer, onBatch });
    const desk: DeskAccess =
      options.accessDesk?.(openDesk, write) ??
      new OneDesk({
        databaseUrl: options.databaseUrl,
        process: processId,
        node,
        host: config.deskHost,
        port: config.deskPort,
        address: config.deskAddress,
        signingKeys: signingKeysOf(options.secrets),
        deskName,
        openDesk,
        readEpoch: () => readEpoch(pool),
        write,
        quotes: {
          give: (quote) => {
            quoteBook.add(quote);
            quotes.add(quote);
          },
          learn: (quote) => quoteBook.add(quote),
          givenWithin: (milliseconds) => [
            ...quoteBook.givenSince(now().getTime() - milliseconds),
            ...quotes.notYetWritten(),
          ],
          whenWritten: () => quotes.whenWritten(),
        },
        catchUp: async (whose) => {
          await Promise.all([feed.catchUp(), whose === 'node' ? siblings.catchUp() : null]);
        },
        onChanges: (changes) => {
          feed.hasReached(changes.databaseNow);
          applyChanges(feed.snapshot, changes);
        },
        onEvent: (event) => {
          if (counts !== null && event.kind === 'taken') counts.desk.takeovers += 1;
          if (event.kind === 'fault') counts?.desk.responded(event.command.kind, 'fault');
          if (event.kind === 'taken') onTaken();
          logDeskEvent(log, event);
        },
        onError: warn,
      });
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
      quotes,
      desk,
      siblings,
      submit: (command) => desk.forward(command),
      ring,
      outbound,
      ...events,
      limiter,
      latency: new LatencyWindow(),
      status: new StatusRecorder(),
      counts,
      keyUses: new KeyUses(),
      keyRehashes: new KeyRehashes(),
      passwords: new Passwords(options.passwordCost),
      drawings,
      log,
      now,
      today,
      random: pooledRandom(),
      startedAt: performance.now(),
      draining: false,
      missingSecret: null,
      certificate,
    };
    // Nothing else runs while the schemas of the routes are compiled. On a busy machine that takes longer than the
    // limits of the database: a transaction that was open meanwhile would be lost.
    loadTelephoneRules();
    const app = await buildApp(context);
    await feed.start();
    await listener.start();
    await desk.start();
    certificate?.start();
    const housekeeping = options.housekeeping === false ? null : startHousekeeping(context);
    const deliveries = options.deliveries === false ? null : startDeliveries(context, options);
    presence?.serve(context, app.server);
    const connections = new Connections(app.server);
    const parts = { context, app, connections, housekeeping, deliveries, presence, letGo };
    const close = (closing: CloseOptions = {}) => closeService(parts, closing);
    const report = counts === null ? null : reportOf({ context, counts, deskPool, connections });
    return { context, app, report, close };
  } catch (error) {
    await presence?.stop();
    await letGo();
    throw error;
  }
}

function reportOf(sources: ServiceSources): ServiceReport {
  return { families: serviceFamilies(sources), checks: () => checksOf(factsOf(sources.context)) };
}

/** The processes of a node share the connections that one process would have. */
function poolSize(processes: number): number {
  return Math.max(LEAST_POOL_SIZE, Math.ceil(POOL_SIZE / processes));
}
