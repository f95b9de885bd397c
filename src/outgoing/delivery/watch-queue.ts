// Reads the numbers of waiting deliveries for the metrics.

import type pg from 'pg';
import { claiming } from './claim.store.ts';
import type { Channel } from './delivery.ts';
import { type DeliveryQueue, readQueue } from './queue.store.ts';

const EVERY_MILLISECONDS = 15_000;

export interface QueueWatch {
  pool: pg.Pool;
  failing: (channel: Channel) => string[];
  clockShift: () => number;
  /** Whether this process reads the queue for all processes. The desk's process does. */
  isChosen: () => boolean;
  /** Called with null when another process reads the queue. */
  onRead: (queue: DeliveryQueue | null) => void;
  onError: (error: Error) => void;
}

/** Reads the queue from time to time. The metrics show the last values, because the metrics must not wait for a read. */
export function watchQueue({ pool, failing, clockShift, isChosen, onRead, onError }: QueueWatch) {
  let reading: Promise<void> = Promise.resolve();
  let isReading = false;
  const look = async () => {
    if (isReading) return;
    isReading = true;
    try {
      onRead(isChosen() ? await claiming(pool, (tx) => readQueue(tx, failing, clockShift())) : null);
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
