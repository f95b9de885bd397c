import type pg from 'pg';
import type { Context } from '../../context.ts';
import { checksOf, isReady, type ProcessFacts } from './checks.ts';
import type { Counts } from './counts.ts';
import { deliveryFamilies } from './delivery-counts.ts';
import { counter, counters, type Family, gauge, gauges, histogram, histograms } from './family.ts';

/** The objects from which the metrics of a process are read. */
export interface ServiceSources {
  context: Context;
  counts: Counts;
  deskPool: pg.Pool;
  /** Open connections of partners. */
  connections: { readonly count: number };
}

export function factsOf({ draining, missingSecret, feed, desk, limiter }: Context): ProcessFacts {
  return {
    isStopping: draining,
    missingSecret,
    feedAgeMilliseconds: feed.age(),
    isDeskReachable: desk.isReachable,
    halt: desk.witness.halt,
    sharing: limiter.sharing,
  };
}

/** Returns the metrics of a process that serves requests. Gauges are read when the metrics are requested. */
export function serviceFamilies(sources: ServiceSources): Family[] {
  return [
    readiness(sources),
    ...requests(sources),
    ...desk(sources),
    ...memory(sources),
    ...limits(sources),
    ...database(sources),
    ...certificate(sources),
    ...deliveryFamilies(sources.counts.deliveries),
    ...receptions(sources),
  ];
}

const asNumber = (truth: boolean) => (truth ? 1 : 0);

/** The metric that shows whether the process is ready. It already exists while the process starts, with the value 0. */
export const READY = {
  name: 'ihc_ready',
  help: '1 when the process accepts requests. A supervisor shows 1 when one of its workers accepts requests.',
};

function readiness({ context }: ServiceSources): Family {
  return gauge(READY.name, READY.help, () => asNumber(isReady(checksOf(factsOf(context)))));
}

function requests({ counts, connections }: ServiceSources): Family[] {
  const internalErrors = () =>
    counts.requests
      .series()
      .filter(({ status }) => status === 500)
      .reduce((sum, { seconds }) => sum + seconds.count, 0);
  return [
    histograms(
      'ihc_http_request_duration_seconds',
      'Requests by method, pattern of the route and status, with their duration.',
      () =>
        counts.requests
          .series()
          .map(({ method, route, status, seconds }) => [{ method, route, status: String(status) }, seconds]),
    ),
    counter('ihc_http_internal_errors_total', 'Requests that got status 500.', internalErrors),
    gauge('ihc_http_open_connections', 'Open connections of partners.', () => connections.count),
  ];
}

function desk({ context, counts }: ServiceSources): Family[] {
  const { desk: done } = counts;
  return [
    gauge('ihc_desk_is_desk', '1 in the process that is the desk.', () => asNumber(context.desk.isDesk)),
    gauge('ihc_desk_reachable', '1 when this process is the desk or is linked to it.', () =>
      asNumber(context.desk.isReachable),
    ),
    gauge(
      'ihc_desk_epoch',
      'The epoch of the desk that this process knows. Each takeover increases the epoch by one.',
      () => {
        return context.desk.epoch;
      },
    ),
    gauge('ihc_desk_halted', '1 while bookings are halted, because the database has lost commits.', () =>
      asNumber(context.desk.witness.halt !== null),
    ),
    counter('ihc_desk_takeovers_total', 'How often this process has become the desk.', () => done.takeovers),
    gauge('ihc_desk_queue_commands', 'Commands in the queue of this process, if it is the desk.', () => {
      return context.desk.waiting;
    }),
    histogram(
      'ihc_desk_wait_seconds',
      'Waiting time of a command, from its arrival to the start of its batch.',
      done.wait,
    ),
    histogram('ihc_desk_batch_commands', 'Commands in a batch.', done.batchSize),
    histogram('ihc_desk_batch_duration_seconds', 'Duration of a batch, with its retries.', done.batch),
    histogram(
      'ihc_desk_commit_duration_seconds',
      'Time from sending the last writes and COMMIT until the database has confirmed them.',
      done.commit,
    ),
    counter(
      'ihc_not_honoured_bookings_total',
      'Bookings that a hotel could not honour, counted by the desk.',
      () => done.bookingsNotHonoured,
    ),
    counters('ihc_desk_commands_total', 'Commands to which the desk responded, by kind and outcome.', () =>
      done.commands.flatMap(({ kind, outcomes }) =>
        Object.entries(outcomes).map(([outcome, count]): [Record<string, string>, number] => [
          { kind, outcome },
          count,
        ]),
      ),
    ),
  ];
}

function memory({ context }: ServiceSources): Family[] {
  const { feed } = context;
  return [
    gauge(
      'ihc_feed_age_seconds',
      'Seconds since this process last knew that its memory contains all committed changes.',
      () => {
        return Math.max(0, feed.age()) / 1_000;
      },
    ),
    gauge('ihc_feed_read_duration_seconds', 'Duration of the last read of the change feed.', () => {
      return feed.latencyMilliseconds / 1_000;
    }),
    counter('ihc_feed_changes_total', 'Changes that were read from the change feed.', () => feed.changesRead),
    counter(
      'ihc_feed_loads_total',
      'How often everything was loaded. The first time is at the start.',
      () => {
        return feed.loads;
      },
    ),
    gauges('ihc_snapshot_rows', 'Rows in the memory of this process, by kind.', () =>
      Object.entries(context.snapshot.sizes()).map(([kind, rows]) => [{ kind }, rows]),
    ),
    gauge('ihc_active_holds', 'Active holds of all ledgers.', () =>
      context.snapshot.countLiveHolds(context.now().getTime()),
    ),
    gauge('ihc_quotes_known', 'Quotes in the memory of this process.', () => context.quoteBook.size),
    gauge('ihc_quotes_unwritten', 'Quotes that wait to be written to the database.', () => {
      return context.quotes.notYetWritten().length;
    }),
  ];
}

const SHARING = { shared: 'SHARED', away: 'AWAY', alone: null } as const;

function limits({ context, counts }: ServiceSources): Family[] {
  return [
    counters(
      'ihc_rate_limit_requests_total',
      'Requests that a rate limit has allowed or refused, by window.',
      () =>
        [...counts.windows].flatMap(([window, { allowed, refused }]): [Record<string, string>, number][] => [
          [{ window, verdict: 'allowed' }, allowed],
          [{ window, verdict: 'refused' }, refused],
        ]),
    ),
    gauge('ihc_rate_limit_callers', 'Callers that have a window in the memory of this process.', () => {
      return context.limiter.size;
    }),
    gauges(
      'ihc_rate_limit_sharing',
      '1 for how rate limits are shared: shared (by Redis), away (Redis does not respond), alone (no Redis).',
      () =>
        Object.entries(SHARING).map(([state, sharing]) => [
          { state },
          asNumber(context.limiter.sharing === sharing),
        ]),
    ),
  ];
}

function database({ context, counts, deskPool }: ServiceSources): Family[] {
  const pools = { main: context.pool, desk: deskPool };
  const ofPools = (read: (pool: pg.Pool) => number) => (): [Record<string, string>, number][] =>
    Object.entries(pools).map(([pool, one]) => [{ pool }, read(one)]);
  const { housekeeping } = counts;
  return [
    gauges('ihc_database_connections_in_use', 'Database connections in use, by pool.', ofPools(inUse)),
    gauges(
      'ihc_database_connections_idle',
      'Open database connections that nobody uses, by pool.',
      ofPools((pool) => pool.idleCount),
    ),
    gauges(
      'ihc_database_connections_limit',
      'The size of the pool.',
      ofPools((pool) => pool.options.max),
    ),
    gauges(
      'ihc_database_waiting',
      'Requests and tasks that wait for a connection, by pool.',
      ofPools((pool) => pool.waitingCount),
    ),
    counter('ihc_housekeeping_failures_total', 'Steps of the housekeeping that failed.', () => {
      return housekeeping.failures;
    }),
    gauge(
      'ihc_housekeeping_last_success_timestamp_seconds',
      'Unix time at which this process last completed the housekeeping of the database without a failure. Only the desk does it.',
      () => housekeeping.succeededAt,
    ),
  ];
}

function inUse(pool: pg.Pool): number {
  return pool.totalCount - pool.idleCount;
}

/** Returns the metrics of the TLS certificate. They are absent if a proxy terminates TLS. */
function certificate({ context }: ServiceSources): Family[] {
  return [
    gauge(
      'ihc_tls_certificate_expiry_timestamp_seconds',
      'When the TLS certificate expires, as Unix time.',
      () => (context.certificate == null ? null : context.certificate.expiresAt.getTime() / 1_000),
    ),
    counter(
      'ihc_tls_refused_reloads_total',
      'Changed certificate files that were refused. The old certificate stays in use.',
      () => context.certificate?.refusedReloads ?? null,
    ),
  ];
}

/**
 * Returns the metrics about bookings that receptions have not acknowledged. They are absent in the sandbox and in
 * processes that are not the desk.
 */
function receptions({ counts }: ServiceSources): Family[] {
  return [
    gauge(
      'ihc_unacknowledged_bookings',
      'Bookings that a front desk has not acknowledged within 30 minutes.',
      () => counts.openNotices?.all ?? null,
    ),
    gauge(
      'ihc_unacknowledged_arrivals',
      'Bookings that a front desk has not acknowledged within 30 minutes, with arrival tomorrow or earlier.',
      () => counts.openNotices?.arriving ?? null,
    ),
  ];
}
