// Counts the waiting deliveries regularly, for the metrics.

import type pg from 'pg';
import { claiming } from './claim.store.ts';
import type { Channel } from './delivery.ts';
import { type QueueMetrics, readQueueMetrics } from './queue-metrics.store.ts';

const EVERY_MILLISECONDS = 15_000;

export interface QueueMetricsOptions {
  pool: pg.Pool;
  failing: (channel: Channel) => string[];
  clockShift: () => number;
  /** Returns true if this process reads the queue for all processes. Only the desk's process does this. */
  isChosen: () => boolean;
  /** Receives the values of each read, or null when another process reads the queue. */
  onRead: (queue: QueueMetrics | null) => void;
  onError: (error: Error) => void;
}

/**
 * Reads the queue at regular intervals. The metrics show the values of the last read, so that a request for metrics
 * does not wait for the database.
 */
export function startQueueMetrics({
  pool,
  failing,
  clockShift,
  isChosen,
  onRead,
  onError,
}: QueueMetricsOptions) {
  let reading: Promise<void> = Promise.resolve();
  let isReading = false;
  const look = async () => {
    if (isReading) return;
    isReading = true;
    try {
      onRead(isChosen() ? await claiming(pool, (tx) => readQueueMetrics(tx, failing, clockShift())) : null);
    } catch (error) {
      onError(error as Error);
    }
    isReading = false;
  };
  const start = () => {
    reading = look();
  };
  start();
  const timer = setInterval(start, EVERY_MILLISECONDS);
  return {
    stop: async () => {
      clearInterval(timer);
      await reading;
    },
  };
}
