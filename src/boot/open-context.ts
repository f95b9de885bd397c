import type { Context } from '../context.ts';
import type { DeskAccess } from '../desk/one-desk/desk-access.ts';
import { KeyRehashes } from '../domain/partners/key-rehashes.ts';
import { KeyUses } from '../domain/partners/key-uses.ts';
import { QuoteBook } from '../domain/pricing/quote-book.ts';
import { QuoteWriter } from '../domain/pricing/write-quotes.worker.ts';
import { Passwords } from '../domain/staff/proof/passwords.usecase.ts';
import { LatencyWindow } from '../http/common/latency.ts';
import { dayInBaghdad } from '../kernel/day.ts';
import { Counts } from '../operations/metrics/counts.ts';
import { StatusRecorder } from '../operations/status/record-status.worker.ts';
import { accessDesk } from './access-desk.ts';
import { openEvents } from './delivering/open-events.ts';
import type { Resources } from './open-resources.ts';
import { pooledRandom } from './pooled-random.ts';
import type { ServiceOptions } from './service-options.ts';
import { NO_SIBLINGS } from './siblings.ts';
import { readVersion } from './version.ts';

/**
 * Creates the context object of a process. Many functions receive this object or a part of it. Nothing is started here.
 */
export function openContext(options: ServiceOptions, resources: Resources): Context {
  const { config, secrets, log } = options;
  const { pool, feed, clockShift, ring, limiter, outbound, drawings, certificate, warn } = resources;
  const now = () => new Date(feed.databaseNow() + clockShift());
  const today = () => dayInBaghdad(now());
  const quoteBook = new QuoteBook();
  const quotes = new QuoteWriter(pool, warn);
  const siblings = options.siblings ?? NO_SIBLINGS;
  const counts = config.metricsPort === null ? null : new Counts();
  const { onBatch, onTaken, ...events } = openEvents(config, {
    ...{ pool, feed, now, today },
    isDesk: () => desk.isDesk,
    onError: warn,
  });
  const parts = { now, quoteBook, quotes, siblings, counts, onBatch, onTaken };
  const desk: DeskAccess = accessDesk(options, resources, parts);
  return {
    config,
    secrets,
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
}
