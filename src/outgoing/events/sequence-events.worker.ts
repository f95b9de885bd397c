// Gives committed events their position in each partner's list.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type EventStream, textOfStream } from '../../domain/booking/events/event.ts';
import { monotonicNow } from '../../platform/db/monotonic.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { type ReceptionChannels, type Sequenced, sequenceEvents } from './sequence-events.store.ts';
import { beginSequencing } from './sequence-lock.store.ts';

/** Events that are numbered in one transaction. */
const EVENTS_AT_ONCE = 2_000;
/** Commits of the desk within this time are sequenced together. */
const COALESCE_MILLISECONDS = 20;
/** A long pass means a busy machine. The sequencer then rests for a multiple of that time, so that bookings go first. */
const REST_FACTOR = 4;
const REST_MOST_MILLISECONDS = 500;
const SCAN_MILLISECONDS = 5_000;
const AFTER_ERROR_MILLISECONDS = 1_000;

/** Runs one pass over the given streams, or over all streams. */
export function sequenceOnce(
  pool: pg.Pool,
  streams: EventStream[] | null,
  channels: ReceptionChannels,
  limit: number = EVENTS_AT_ONCE,
): Promise<Sequenced> {
  return inTransaction(pool, 'read committed', async (tx) => {
    await beginSequencing(tx);
    return sequenceEvents(tx, streams, limit, channels);
  });
}

export interface SequencerOptions {
  pool: pg.Pool;
  channels: ReceptionChannels;
  /** Only one process needs to do the work. If two processes do it, the lock protects the numbers. */
  isDesk: () => boolean;
  onError: (error: Error) => void;
}

/**
 * Numbers events after their commit, in the desk's process. The desk announces what it has committed. A scan of all
 * streams finds events that nobody has announced, for example because the desk was killed after a commit.
 */
export class Sequencer {
  private readonly announced = new Map<string, EventStream>();
  private isScanDue = true;
  private wakeUp: () => void = () => {};
  private onSequenced: () => void = () => {};
  private running: Promise<void> | null = null;
  private readonly stopping = new AbortController();

  constructor(private readonly options: SequencerOptions) {}

  /** `onSequenced` is called when events have got numbers, because there may be deliveries to send. */
  start(onSequenced: () => void = () => {}): void {
    this.onSequenced = onSequenced;
    this.running = this.run();
  }

  /** Waits for the running pass to end. The next scan by any process finds the remaining events. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.wakeUp();
    await this.running;
  }

  /**
   * Called when the desk of this process has committed events. This function only records the streams, so that the desk
   * does not wait.
   */
  wake(streams: readonly EventStream[]): void {
    if (this.running === null) return;
    for (const stream of streams) this.announced.set(textOfStream(stream), stream);
    if (streams.length > 0) this.wakeUp();
  }

  /** Checks all streams at once. Called when this process has become the desk. */
  scan(): void {
    this.isScanDue = true;
    this.wakeUp();
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    let scannedAt = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      await this.untilWoken(scannedAt + SCAN_MILLISECONDS - monotonicNow());
      if (signal.aborted) return;
      const isScan = this.isScanDue || monotonicNow() >= scannedAt + SCAN_MILLISECONDS;
      if (isScan) scannedAt = monotonicNow();
      const rest = this.options.isDesk() ? await this.turn(isScan) : this.forget();
      await sleep(rest, undefined, { signal }).catch(() => {});
    }
  }

  /** Runs one or more passes. Returns how long to rest before the next passes. */
  private async turn(isScan: boolean): Promise<number> {
    const { pool, channels, onError } = this.options;
    const streams = isScan ? null : [...this.announced.values()];
    this.forget();
    try {
      const beganAt = monotonicNow();
      const { count, hasMore } = await sequenceOnce(pool, streams, channels);
      if (count > 0) this.onSequenced();
      // Rest first, even when more events wait. Otherwise a long queue of events would slow bookings.
      if (hasMore) this.isScanDue = true;
      const rest = REST_FACTOR * (monotonicNow() - beganAt);
      return Math.min(Math.max(rest, COALESCE_MILLISECONDS), REST_MOST_MILLISECONDS);
    } catch (error) {
      onError(error as Error);
      // The scan of all streams includes the announced streams.
      this.isScanDue = true;
      return AFTER_ERROR_MILLISECONDS;
    }
  }

  private forget(): number {
    this.announced.clear();
    this.isScanDue = false;
    return COALESCE_MILLISECONDS;
  }

  private async untilWoken(milliseconds: number): Promise<void> {
    if (this.announced.size > 0 || this.isScanDue || milliseconds <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
