// Keeps the memory of a process up to date with the database.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartRefused } from '../kernel/start-refused.ts';
import { isDatabaseAway } from '../platform/db/database-away.ts';
import { applyChange, type Change } from './apply.ts';
import { type LoadProgress, loadSnapshot } from './load-snapshot.store.ts';
import { type FeedPosition, readChanges } from './snapshot.store.ts';
import { Snapshot } from './snapshot.ts';

/**
 * The interval between two regular readings of the feed. Regular readings are necessary, because a change that an
 * operator makes with SQL sends no notification.
 */
const POLL_MILLISECONDS = 100;
/**
 * The database deletes changes that are older than this. If a node has not read the feed for half of this time, the
 * node loads everything again.
 */
export const CHANGES_KEPT_MINUTES = 30;
const RELOAD_AFTER_MILLISECONDS = (CHANGES_KEPT_MINUTES / 2) * 60_000;
/** The number of attempts for the first load. If a later load fails, the next regular reading tries again. */
const LOAD_ATTEMPTS = 10;
const LOAD_PAUSE_MILLISECONDS = 1_000;
/** A name that no connection has. A reading with this name as the origin returns all changes. */
const NOBODY = 'ihc-nobody';

export interface FeedOptions {
  pollMilliseconds: number;
  /** Milliseconds on a monotonic clock. Tests change it to make the feed late. */
  clock: () => number;
  onProgress: LoadProgress;
  loadPauseMilliseconds: number;
}

/**
 * Keeps a snapshot up to date. The feed loads the snapshot once, and then repeatedly reads the changes that were
 * committed after the last reading.
 */
export class ChangeFeed {
  snapshot = new Snapshot();
  /** The duration of the last successful read. The health report shows this duration as the latency of the database. */
  latencyMilliseconds = 0;
  /** The number of changes that were read since the start, and the number of complete loads. */
  changesRead = 0;
  loads = 0;
  /** Called after each reading, with the changes that were read. Called with null after a complete load. */
  onChanges: (changes: readonly Change[] | null) => void = () => {};
  private position: FeedPosition = '';
  private serverRun = '';
  private clockOffset: number | null = null;
  private caughtUpAt = 0;
  /** The time on the database's clock at the last successful reading. */
  private completeAt = 0;
  private ownAreMissing = false;
  private reading: Promise<void> | null = null;
  private following: Promise<void> | null = null;
  private running: Promise<void> | null = null;
  private readonly stopping = new AbortController();
  private readonly pool: pg.Pool;
  private readonly ownOrigin: string;
  private readonly onError: (error: Error) => void;
  private readonly options: FeedOptions;

  /**
   * The feed does not read the changes that connections with the name `ownOrigin` have made. These are changes by the
   * desk of this process, which applies them to memory itself.
   */
  constructor(
    pool: pg.Pool,
    ownOrigin: string,
    onError: (error: Error) => void,
    options: Partial<FeedOptions> = {},
  ) {
    this.pool = pool;
    this.ownOrigin = ownOrigin;
    this.onError = onError;
    this.options = {
      pollMilliseconds: POLL_MILLISECONDS,
      clock: () => performance.now(),
      onProgress: () => {},
      loadPauseMilliseconds: LOAD_PAUSE_MILLISECONDS,
      ...options,
    };
  }

  /**
   * Loads everything and starts the regular reading. If the connection is lost during the load, the load is repeated.
   * Without the repetition, a slow load on a busy machine could make the start of the service fail.
   */
  async start(): Promise<void> {
    for (let attempt = 1; !(await this.hasLoaded(attempt)); attempt += 1)
      await sleep(this.options.loadPauseMilliseconds);
    this.running = this.poll();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    await Promise.allSettled([this.reading, this.following]);
  }

  /**
   * Called when another node has committed a change. Reads the feed at once. If this reading fails, the next regular
   * reading finds the change.
   */
  wake(): void {
    if (!this.stopping.signal.aborted) this.catchUp().catch(this.onError);
  }

  /** Returns how old the snapshot is: the number of milliseconds since the start of the last successful reading. */
  age(): number {
    return this.options.clock() - this.caughtUpAt;
  }

  /** Reads the feed. Resolves when everything that was committed before this call is in memory. */
  catchUp(): Promise<void> {
    if (this.reading === null) {
      this.reading = this.read().finally(() => {
        this.reading = null;
      });
      return this.reading;
    }
    // The current reading may have started before the caller's commit. Therefore all callers that wait now share one
    // more reading, which follows the current one.
    this.following ??= this.reading
      .catch(() => {})
      .then(() => {
        this.following = null;
        return this.catchUp();
      });
    return this.following;
  }

  /**
   * Returns the time of the database, computed from the monotonic clock of this process. If the wall clock of a node
   * shows a wrong time, holds must still expire at the right time.
   */
  databaseNow(): number {
    return this.clockOffset === null ? Date.now() : performance.now() + this.clockOffset;
  }

  /**
   * Records that the database's clock has reached this time. After this call, `databaseNow` returns only later times.
   */
  hasReached(databaseClock: number): void {
    const least = databaseClock + 1 - performance.now();
    if (this.clockOffset === null || this.clockOffset < least) this.clockOffset = least;
  }

  /**
   * Computes the offset of the database's clock. The database read its clock between `askedAt` and now, so the offset
   * must be between two limits. If the old offset is between these limits, the function keeps it, because `databaseNow`
   * must not jump.
   */
  private setClock(databaseClock: number, askedAt: number): void {
    const [least, most] = [databaseClock - performance.now(), databaseClock - askedAt];
    const present = this.clockOffset ?? (least + most) / 2;
    this.clockOffset = Math.min(Math.max(present, least), most);
  }

  private async poll(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await sleep(this.options.pollMilliseconds, undefined, { signal }).catch(() => {});
      if (!signal.aborted) await this.catchUp().catch(this.onError);
    }
  }

  private async read(): Promise<void> {
    if (this.age() > RELOAD_AFTER_MILLISECONDS) return this.load();
    const readAt = this.options.clock();
    const askedAt = performance.now();
    const origin = this.ownAreMissing ? NOBODY : this.ownOrigin;
    const { changes, position, clock, run } = await readChanges(this.pool, this.position, origin);
    this.setClock(clock, askedAt);
    // While a machine sleeps, its monotonic clock may stop. Only the database's clock shows how long the machine slept.
    if (clock - this.completeAt > RELOAD_AFTER_MILLISECONDS) return this.load();
    if (run !== this.serverRun) {
      this.onError(
        new Error('the database server was started again or replaced: everything is loaded again'),
      );
      return this.load();
    }
    for (const change of changes) applyChange(this.snapshot, change);
    this.changesRead += changes.length;
    this.ownAreMissing = false;
    this.position = position;
    this.completeAt = clock;
    this.caughtUpAt = readAt;
    this.latencyMilliseconds = performance.now() - askedAt;
    if (changes.length > 0) this.onChanges(changes);
  }

  private async hasLoaded(attempt: number): Promise<boolean> {
    try {
      await this.load();
      return true;
    } catch (error) {
      const fault = error as Error;
      if (!isDatabaseAway(fault)) throw fault;
      if (attempt === LOAD_ATTEMPTS)
        throw new StartRefused(
          `hotels, prices and bookings could not be loaded, tried ${attempt} times: ${fault.message.split('\n')[0]}`,
        );
      this.onError(fault);
      return false;
    }
  }

  private async load(): Promise<void> {
    const readAt = this.options.clock();
    const loaded = await loadSnapshot(this.pool, this.options.onProgress);
    if (this.clockOffset === null) this.setClock(loaded.clock, performance.now());
    this.snapshot = loaded.snapshot;
    this.loads += 1;
    // During the load, the desk of this process applied its commits to the old snapshot. The next reading must also
    // apply these commits to the new snapshot.
    this.ownAreMissing = true;
    this.position = loaded.position;
    this.serverRun = loaded.run;
    this.completeAt = loaded.clock;
    this.caughtUpAt = readAt;
    this.onChanges(null);
  }
}
