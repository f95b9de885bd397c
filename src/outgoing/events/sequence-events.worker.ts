// Gives committed events their position in each partner's list.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type EventStream, textOfStream } from '../../domain/booking/events/event.ts';
import { monotonicNow } from '../../platform/db/monotonic.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { type ReceptionChannels, type Sequenced, sequenceEvents } from './sequence-events.store.ts';
import { beginSequencing } from './sequence-lock.store.ts';

/** One transaction numbers at most this number of events. */
const EVENTS_AT_ONCE = 2_000;
/** The minimum pause between two passes. The next pass handles all events that the desk commits during the pause. */
const COALESCE_MILLISECONDS = 20;
/**
 * After each pass, the sequencer pauses for the duration of the pass multiplied by this factor. On a busy machine, a
 * pass takes longer, and the pause is therefore also longer. This gives bookings priority.
 */
const REST_FACTOR = 4;
const REST_MOST_MILLISECONDS = 500;
/** The maximum additional pause while `mustYield` returns true. */
const YIELD_MILLISECONDS = 2_000;
const YIELD_LOOK_MILLISECONDS = 50;
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
  /**
   * Returns true if this process has the desk. Only the desk's process gives events their numbers. For a moment, two
   * processes may number events at the same time. The sequence lock then prevents wrong numbers.
   */
  isDesk: () => boolean;
  /** Returns true if the sequencer must pause longer now, because many bookings wait. */
  mustYield: () => boolean;
  onError: (error: Error) => void;
}

/**
 * Gives committed events their numbers. Only the desk's process does this work. The desk notifies the sequencer of the
 * hotels that have new events. In addition, the sequencer regularly scans all streams, because a desk that is killed
 * after a commit sends no notification.
 */
export class Sequencer {
  private readonly announced = new Map<string, EventStream>();
  private isScanDue = true;
  private wakeUp: () => void = () => {};
  private onSequenced: () => void = () => {};
  private running: Promise<void> | null = null;
  private readonly stopping = new AbortController();

  constructor(private readonly options: SequencerOptions) {}

  /**
   * Starts the sequencer. `onSequenced` is called after events have received their numbers, because there may be
   * deliveries to send.
   */
  start(onSequenced: () => void = () => {}): void {
    this.onSequenced = onSequenced;
    this.running = this.run();
  }

  /**
   * Waits until the running pass has ended. The next process that becomes the desk scans all streams and finds the
   * remaining events.
   */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.wakeUp();
    await this.running;
  }

  /**
   * The desk of this process calls this after it has committed events. The function records the streams and does
   * nothing else, so that the desk does not wait.
   */
  wake(streams: readonly EventStream[]): void {
    if (this.running === null) return;
    for (const stream of streams) this.announced.set(textOfStream(stream), stream);
    if (streams.length > 0) this.wakeUp();
  }

  /** Requests a scan of all streams without delay. Called when this process has become the desk. */
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
      await this.yieldToBookings();
    }
  }

  /** Pauses while `mustYield` returns true, but for at most YIELD_MILLISECONDS. */
  private async yieldToBookings(): Promise<void> {
    const { signal } = this.stopping;
    const until = monotonicNow() + YIELD_MILLISECONDS;
    while (this.options.mustYield() && monotonicNow() < until && !signal.aborted)
      await sleep(YIELD_LOOK_MILLISECONDS, undefined, { signal }).catch(() => {});
  }

  /** Runs one pass. Returns how many milliseconds to rest before the next pass. */
  private async turn(isScan: boolean): Promise<number> {
    const { pool, channels, onError } = this.options;
    const streams = isScan ? null : [...this.announced.values()];
    this.forget();
    try {
      const beganAt = monotonicNow();
      const { count, hasMore } = await sequenceOnce(pool, streams, channels);
      if (count > 0) this.onSequenced();
      // Pause even if more events wait. Without the pause, a long queue of events would slow down bookings.
      if (hasMore) this.isScanDue = true;
      const rest = REST_FACTOR * (monotonicNow() - beganAt);
      return Math.min(Math.max(rest, COALESCE_MILLISECONDS), REST_MOST_MILLISECONDS);
    } catch (error) {
      onError(error as Error);
      // This pass has already removed its streams from the list of announced streams, so the next pass must scan all
      // streams.
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
