// Sends the deliveries of a process, with one lane per channel.

import type pg from 'pg';
import { inTransaction } from '../../platform/db/pool.ts';
import { within } from '../../platform/db/within.ts';
import type { AttemptResult } from './attempt-result.ts';
import { SCHEDULE, type Schedule } from './backoff.ts';
import { CHANNELS, type Channel, type Senders } from './delivery.ts';
import { Lane } from './lane.ts';
import { markDeliveries } from './mark.store.ts';
import { ResultMarker } from './result-marker.ts';

/**
 * How many deliveries this process sends at the same time, per channel. At most DESTINATION_LIMIT of these deliveries
 * go to the same destination.
 */
const SENDING_LIMITS: Record<Channel, number> = {
  WEBHOOK: 128,
  HOTEL_EMAIL: 4,
  HOTEL_MESSAGE: 8,
  OPERATOR_EMAIL: 1,
};
const DESTINATION_LIMIT = 4;
/** The duration of a lease. It is longer than any sender needs. */
export const LEASE_MILLISECONDS: Record<Channel, number> = {
  WEBHOOK: 30_000,
  HOTEL_EMAIL: 90_000,
  HOTEL_MESSAGE: 30_000,
  OPERATOR_EMAIL: 90_000,
};
const POLL_MILLISECONDS = 500;
/**
 * The minimum time between two claims. With this value, a process can send up to 160 deliveries per second to one
 * destination.
 */
const CLAIM_MILLISECONDS = 25;
const GATHER_MILLISECONDS = 50;
const STOP_MILLISECONDS = 1_000;

export interface DelivererOptions {
  pool: pg.Pool;
  senders: Senders;
  /** The number of milliseconds that tests add to the database's time. */
  clockShift: () => number;
  /**
   * Returns true if this process must spend less time on deliveries now, because many bookings wait. By default, the
   * result is always false.
   */
  mustYield?: () => boolean;
  onError: (error: Error) => void;
  /** Called after each attempt, for the metrics. */
  onAttempt?: (channel: Channel, result: AttemptResult) => void;
  schedule?: Schedule;
  leaseMilliseconds?: Partial<Record<Channel, number>>;
  sendingLimits?: Partial<Record<Channel, number>>;
  restOf?: (failures: number) => number;
  pollMilliseconds?: number;
  claimMilliseconds?: number;
  gatherMilliseconds?: number;
  stopMilliseconds?: number;
}

/**
 * Sends all deliveries that can be sent now. Every process has a deliverer, and the processes share the work. To claim
 * a delivery, a process writes a lease into the delivery's row, and commits before it sends the delivery. No database
 * lock is held during the request. When a process is killed, its leases end and other processes take its deliveries. A
 * delivery is therefore sent at least once.
 */
export class Deliverer {
  private readonly lanes: Lane[];
  private readonly marker: ResultMarker;

  constructor(private readonly options: DelivererOptions) {
    const { pool, clockShift, onError, senders, sendingLimits, leaseMilliseconds } = options;
    this.marker = new ResultMarker({
      write: (marks) =>
        inTransaction(pool, 'read committed', (tx) => markDeliveries(tx, marks, clockShift())),
      onReleased: () => this.wake(),
      onError,
      gatherMilliseconds: options.gatherMilliseconds ?? GATHER_MILLISECONDS,
    });
    this.lanes = CHANNELS.flatMap((channel) => {
      const send = senders[channel];
      if (send === null) return [];
      return new Lane({
        ...{ pool, channel, send, clockShift, onError },
        mustYield: options.mustYield ?? (() => false),
        sendingLimit: sendingLimits?.[channel] ?? SENDING_LIMITS[channel],
        destinationLimit: DESTINATION_LIMIT,
        leaseMilliseconds: leaseMilliseconds?.[channel] ?? LEASE_MILLISECONDS[channel],
        schedule: options.schedule ?? SCHEDULE,
        ...(options.restOf && { restOf: options.restOf }),
        pollMilliseconds: options.pollMilliseconds ?? POLL_MILLISECONDS,
        claimMilliseconds: options.claimMilliseconds ?? CLAIM_MILLISECONDS,
        onResult: (mark) => this.marker.add(mark),
        onAttempt: (result) => options.onAttempt?.(channel, result),
      });
    });
  }

  start(): void {
    for (const lane of this.lanes) lane.wake();
  }

  /** Starts a claim. The caller calls this function when there may be a delivery to send. */
  wake(): void {
    for (const lane of this.lanes) lane.wake();
  }

  /** Returns the destinations whose last attempt by this process failed. */
  failing(channel: Channel): string[] {
    return this.lanes.find((lane) => lane.channel === channel)?.failing ?? [];
  }

  /**
   * Stops claiming deliveries, and waits a short time for running attempts. If an attempt does not end in this time,
   * other processes cannot claim its delivery before the end of the lease.
   */
  async stop(): Promise<void> {
    const ended = Promise.all(this.lanes.map((lane) => lane.stop()));
    await within(this.options.stopMilliseconds ?? STOP_MILLISECONDS, ended);
    await this.marker.stop();
  }
}
