// Stops a service. The running requests finish first, then the parts of the service stop in order.

import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import type { Connections } from '../http/common/connections.ts';
import { within } from '../platform/db/within.ts';
import { Stop } from './stop.ts';

/**
 * Time limits for the steps of a stop. These steps and the stop of the embedded database together take at most
 * STOP_LIMIT_MILLISECONDS.
 */
const UNFINISHED_REQUESTS_MILLISECONDS = 2_000;
const REQUESTS_MILLISECONDS = 9_000;
const LAST_ANSWERS_MILLISECONDS = 1_500;
const NODE_MILLISECONDS = 1_500;
const HOUSEKEEPING_MILLISECONDS = 2_000;
const DELIVERIES_MILLISECONDS = 2_000;
const DESK_MILLISECONDS = 2_000;
const LINKS_MILLISECONDS = 1_000;
const QUOTES_MILLISECONDS = 2_000;
const CONNECTIONS_MILLISECONDS = 2_500;

export interface ServiceParts {
  context: Context;
  app: FastifyInstance;
  connections: Connections;
  housekeeping: { stop: () => Promise<void> } | null;
  /** The parts that `startDeliveries` has started. */
  deliveries: { stop: () => Promise<void> } | null;
  presence: { stop: () => Promise<void> } | null;
  /** Stops the feed, the doorbell, the listener and the pools. */
  letGo: () => Promise<void>;
}

export interface CloseOptions {
  /**
   * True if the database cannot be reached. Without a database, the desk is not handed over, and running requests get
   * less time.
   */
  databaseGone?: boolean;
  /**
   * Given only when the whole node stops. Resolves when the other processes of the node have sent their responses.
   * Until then, the other processes may need the desk of this process.
   */
  whenNodeDrained?: () => Promise<void>;
}

/**
 * Lets running requests finish, then stops everything. The function always returns, because it abandons work that does
 * not finish in time. The result lists the abandoned work.
 */
export async function closeService(
  parts: ServiceParts,
  { databaseGone: isDatabaseGone = false, whenNodeDrained }: CloseOptions,
): Promise<string[]> {
  const { context, app, connections } = parts;
  const { desk } = context;
  const stop = new Stop();
  context.draining = true;
  context.liveStreams.stop();
  context.hotelWatch.stop();
  context.eventWatch.stop();
  context.clientEventWatch.stop();
  // Another process becomes the desk at once. Commands without a response from this desk are then sent to the new desk.
  const handedOver = isDatabaseGone
    ? Promise.resolve()
    : desk.handOver(whenNodeDrained === undefined ? 'any process' : 'another node');
  const closed = Promise.all([app.close(), connections.whenEmpty()]);
  // A request that is still incomplete was not accepted, so its connection may be closed.
  const impatience = setTimeout(() => connections.closeUnserved(), UNFINISHED_REQUESTS_MILLISECONDS);
  const patience = isDatabaseGone ? UNFINISHED_REQUESTS_MILLISECONDS : REQUESTS_MILLISECONDS;
  if (!(await within(patience, closed))) {
    stop.abandoned.push(...desk.abandon());
    if (!(await within(LAST_ANSWERS_MILLISECONDS, closed))) stop.abandoned.push(...connections.closeAll());
    await stop.step('listening', LAST_ANSWERS_MILLISECONDS, () => closed);
  }
  clearTimeout(impatience);
  if (whenNodeDrained !== undefined) await stop.step('other processes', NODE_MILLISECONDS, whenNodeDrained);
  await stop.step('housekeeping', HOUSEKEEPING_MILLISECONDS, () =>
    Promise.all([parts.housekeeping?.stop(), parts.presence?.stop()]),
  );
  await stop.step('deliveries', DELIVERIES_MILLISECONDS, async () => parts.deliveries?.stop());
  if (!(await within(DESK_MILLISECONDS, Promise.all([handedOver, desk.whenIdle()]))))
    stop.abandoned.push(...desk.abandon());
  await stop.step('desk', LINKS_MILLISECONDS, () => desk.stop());
  await stop.step('quotes', QUOTES_MILLISECONDS, () => context.quotes.flush());
  await stop.step('database connections', CONNECTIONS_MILLISECONDS, parts.letGo);
  return stop.abandoned;
}
