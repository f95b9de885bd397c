// Checks regularly for changed hotels and announces them.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Day } from '../../kernel/day.ts';
import { monotonicNow } from '../../platform/db/monotonic.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { type Announced, announceHotels, collectChangedHotels } from './announce-hotels.store.ts';
import { beginSequencing } from './sequence-lock.store.ts';

/** Hotels of one ledger that are announced in one transaction. */
const HOTELS_AT_ONCE = 200;
const LOOK_MILLISECONDS = 1_000;
/** The position in the changes is written at least this often, so that it does not become too old. */
const READ_AT_LEAST_MILLISECONDS = 60_000;

/** Announces the hotels that have changed since the last call and are due. */
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
  /** A number that increases with every change that this process receives. */
  changesHeard: () => number;
  isDesk: () => boolean;
  onError: (error: Error) => void;
}

/** Tells partners about changed hotels, in the desk's process. While nothing changes, it reads nothing. */
export class HotelAnnouncer {
  private running: Promise<void> | null = null;
  private readonly stopping = new AbortController();

  constructor(private readonly options: AnnouncerOptions) {}

  /** `onAnnounced` is called when events were written, because there may be deliveries to send. */
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
        // A process that becomes the desk must read the changes that the previous desk missed.
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
