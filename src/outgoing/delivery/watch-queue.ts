// Keeps the numbers of the waiting deliveries for the metrics.

import type pg from 'pg';
import { claiming } from './claim.store.ts';
import type { Channel } from './delivery.ts';
import { type DeliveryQueue, readQueue } from './queue.store.ts';

const EVERY_MILLISECONDS = 15_000;

export interface QueueWatch {
  pool: pg.Pool;
  failing: (channel: Channel) => string[];
  clockShift: () => number;
  /** One process reads it for all: the one that is the desk. */
  isChosen: () => boolean;
  /** Null: another process reads it. */
  onRead: (queue: DeliveryQueue | null) => void;
  onError: (error: Error) => void;
}

/** Reads now and then what waits. The metrics show what was read last, because reading them must not wait. */
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
