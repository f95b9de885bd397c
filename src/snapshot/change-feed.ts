// Keeps the memory of a process up to date with the database.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartRefused } from '../kernel/start-refused.ts';
import { isDatabaseAway } from '../platform/db/database-away.ts';
import { applyChange, type Change } from './apply.ts';
import { type LoadProgress, loadSnapshot } from './load-snapshot.store.ts';
import { type FeedPosition, readChanges } from './snapshot.store.ts';
import { Snapshot } from './snapshot.ts';

/** How often the feed is read without the doorbell. Only polling notices an operator's own SQL. */
const POLL_MILLISECONDS = 100;
/** Changes are deleted after this time. A node that was offline for more than half of this time loads everything again. */
export const CHANGES_KEPT_MINUTES = 30;
const RELOAD_AFTER_MILLISECONDS = (CHANGES_KEPT_MINUTES / 2) * 60_000;
/** The number of attempts for the first load. The next poll repeats later loads. */
const LOAD_ATTEMPTS = 10;
const LOAD_PAUSE_MILLISECONDS = 1_000;
/** An origin that no connection has. */
const NOBODY = 'ihc-nobody';

export interface FeedOptions {
  pollMilliseconds: number;
  /** Milliseconds on a monotonic clock. Tests change it to make the feed late. */
  clock: () => number;
  onProgress: LoadProgress;
  loadPauseMilliseconds: number;
}

/** Keeps a snapshot up to date: loads it once, then repeatedly reads the changes that were committed since. */
export class ChangeFeed {
  snapshot = new Snapshot();
  /** The duration of the last successful read. The health report shows it as the database's latency. */
  latencyMilliseconds = 0;
  /** The number of changes read since the start, and the number of full loads. */
  changesRead = 0;
  loads = 0;
  /** Called with the changes that were read. Null means that everything was loaded again. */
  onChanges: (changes: readonly Change[] | null) => void = () => {};
  private position: FeedPosition = '';
  private serverRun = '';
  private clockOffset: number | null = null;
  private caughtUpAt = 0;
  /** The database's clock at the last complete read. */
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

  /** `ownOrigin` is the name of the connections whose changes this node applies to memory itself. */
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

  /** Retries a load that was cut off, because a slow load on a busy machine must not end the start. */
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

  /** Called when another node has committed. Reads at once. If the read fails, the next poll repeats it. */
  wake(): void {
    if (!this.stopping.signal.aborted) this.catchUp().catch(this.onError);
  }

  /** Milliseconds since the time at which this snapshot was known to be complete. */
  age(): number {
    return this.options.clock() - this.caughtUpAt;
  }

  /** Resolves when everything that was committed before this call is in memory. */
  catchUp(): Promise<void> {
    if (this.reading === null) {
      this.reading = this.read().finally(() => {
        this.reading = null;
      });
      return this.reading;
    }
    // The running read may have started before the caller's commit. One more read serves all callers that wait now.
    this.following ??= this.reading
      .catch(() => {})
      .then(() => {
        this.following = null;
        return this.catchUp();
      });
    return this.following;
  }

  /** The database's clock, advanced by our own monotonic clock. Hold expiry must not depend on a node's wall clock. */
  databaseNow(): number {
    return this.clockOffset === null ? Date.now() : performance.now() + this.clockOffset;
  }

  /** Records that the database's clock has reached this value. Times that this node gives afterwards must be later. */
  hasReached(databaseClock: number): void {
    const least = databaseClock + 1 - performance.now();
    if (this.clockOffset === null || this.clockOffset < least) this.clockOffset = least;
  }

  /**
   * The database's clock was read between sending the query and receiving the result. The offset must fit both times,
   * because time must not jump back.
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
    // When a machine sleeps, its monotonic clock may stop. Only the database knows how long the machine slept.
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
    // Our desk's commits during the load went into the old snapshot. The next read must apply them to the new one.
    this.ownAreMissing = true;
    this.position = loaded.position;
    this.serverRun = loaded.run;
    this.completeAt = loaded.clock;
    this.caughtUpAt = readAt;
    this.onChanges(null);
  }
}
