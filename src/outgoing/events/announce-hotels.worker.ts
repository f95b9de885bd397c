// Checks regularly for changed hotels and announces them.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Day } from '../../kernel/day.ts';
import { monotonicNow } from '../../platform/db/monotonic.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { type Announced, announceHotels, collectChangedHotels } from './announce-hotels.store.ts';
import { beginSequencing } from './sequence-lock.store.ts';

/** One transaction announces at most this number of hotels. */
const HOTELS_AT_ONCE = 200;
const LOOK_MILLISECONDS = 1_000;
/** The stored position in the table `changes` is renewed at least this often, so that it does not become too old. */
const READ_AT_LEAST_MILLISECONDS = 60_000;

/**
 * Finds the hotels that have changed since the previous call of this function, and announces the hotels that may be
 * announced now.
 */
export async function announceOnce(
  pool: pg.Pool,
  today: Day,
  limit: number = HOTELS_AT_ONCE,
): Promise<Announced> {
  return inTransaction(pool, 'read committed', async (tx) => {
    await beginSequencing(tx);
    await collectChangedHotels(tx, today);
    return announceHotels(tx, today, limit);
  });
}

export interface AnnouncerOptions {
  pool: pg.Pool;
  today: () => Day;
  /** Returns a number that increases with every change that this process receives. */
  changesHeard: () => number;
  isDesk: () => boolean;
  onError: (error: Error) => void;
}

/**
 * Announces changed hotels to partners. Only the desk's process does this work. If no hotel changes, the process reads
 * the database only once per minute.
 */
export class HotelAnnouncer {
  private running: Promise<void> | null = null;
  private readonly stopping = new AbortController();

  constructor(private readonly options: AnnouncerOptions) {}

  /** `onAnnounced` is called after events were written, because there may be deliveries to send. */
  start(onAnnounced: () => void = () => {}): void {
    this.running = this.run(onAnnounced);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(onAnnounced: () => void): Promise<void> {
    const { pool, today, changesHeard, isDesk, onError } = this.options;
    const { signal } = this.stopping;
    let heard: number | null = null;
    let dueAt = 0;
    while (!signal.aborted) {
      const present = changesHeard();
      try {
        // When this process becomes the desk, it must read the changes that the previous desk did not read.
        if (!isDesk()) heard = null;
        else if (present !== heard || monotonicNow() >= dueAt) {
          const { count, nextDue } = await announceOnce(pool, today());
          if (count > 0) onAnnounced();
          heard = present;
          dueAt =
            monotonicNow() + Math.min(nextDue ?? READ_AT_LEAST_MILLISECONDS, READ_AT_LEAST_MILLISECONDS);
        }
      } catch (error) {
        heard = null;
        onError(error as Error);
      }
      await sleep(LOOK_MILLISECONDS, undefined, { signal }).catch(() => {});
    }
  }
}
