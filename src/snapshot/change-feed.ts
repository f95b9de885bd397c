import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { inTransaction } from '../db/pool.ts';
import { applyChange } from './apply.ts';
import { type FeedPosition, type LoadProgress, loadSnapshot, readChanges } from './snapshot.store.ts';
import { Snapshot } from './snapshot.ts';

/** The safety net below the doorbell, and the only way in which an operator's own SQL is found. */
const POLL_MILLISECONDS = 100;
/** Changes are pruned after CHANGES_KEPT_MINUTES: a reader that was away for longer cannot catch up, it reloads. */
export const CHANGES_KEPT_MINUTES = 30;
const RELOAD_AFTER_MILLISECONDS = (CHANGES_KEPT_MINUTES / 2) * 60_000;
/** An origin that no connection has. */
const NOBODY = 'ihc-nobody';

export interface FeedOptions {
  pollMilliseconds: number;
  /** Milliseconds on a clock that never goes back: tests move it to make the feed late. */
  clock: () => number;
  onProgress: LoadProgress;
}

/** Keeps a snapshot true: loads it once, then reads what was committed since, over and over. */
export class ChangeFeed {
  snapshot = new Snapshot();
  /** How long the last successful read took: the health report's word on the database. */
  latencyMilliseconds = 0;
  private position: FeedPosition = '';
  private clockOffset: number | null = null;
  private caughtUpAt = 0;
  /** The database's clock when the last complete read began. */
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

  /** `ownOrigin` names the connections whose changes this node brings into memory by itself. */
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
      ...options,
    };
  }

  async start(): Promise<void> {
    await this.load();
    this.running = this.poll();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    await Promise.allSettled([this.reading, this.following]);
  }

  /** Somebody committed: reads at once, and leaves a failure to the next poll. */
  wake(): void {
    if (!this.stopping.signal.aborted) this.catchUp().catch(this.onError);
  }

  /** Milliseconds since this snapshot was known to be complete. */
  age(): number {
    return this.options.clock() - this.caughtUpAt;
  }

  /** Resolves once everything that had committed before this call is in memory. */
  catchUp(): Promise<void> {
    if (this.reading === null) {
      this.reading = this.read().finally(() => {
        this.reading = null;
      });
      return this.reading;
    }
    // The read under way may have looked before the caller's commit. One more serves all who ask meanwhile.
    this.following ??= this.reading
      .catch(() => {})
      .then(() => {
        this.following = null;
        return this.catchUp();
      });
    return this.following;
  }

  /** The database's clock, carried on by our own monotonic one: no node's wall clock decides when a hold is due. */
  databaseNow(): number {
    return this.clockOffset === null ? Date.now() : performance.now() + this.clockOffset;
  }

  /** The database's clock has reached this: what this node dates from now on is dated later. */
  hasReached(databaseClock: number): void {
    const least = databaseClock + 1 - performance.now();
    if (this.clockOffset === null || this.clockOffset < least) this.clockOffset = least;
  }

  /** The clock was read between question and answer. An offset that fits both is kept: time must not jump back. */
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
    const { changes, position, clock } = await readChanges(this.pool, this.position, origin);
    this.setClock(clock, askedAt);
    // A machine that slept has a clock that slept with it: how long we were away, only the database knows.
    if (clock - this.completeAt > RELOAD_AFTER_MILLISECONDS) return this.load();
    for (const change of changes) applyChange(this.snapshot, change);
    this.ownAreMissing = false;
    this.position = position;
    this.completeAt = clock;
    this.caughtUpAt = readAt;
    this.latencyMilliseconds = performance.now() - askedAt;
  }

  private async load(): Promise<void> {
    const readAt = this.options.clock();
    const loaded = await inTransaction(
      this.pool,
      'repeatable read',
      (tx) => loadSnapshot(tx, this.options.onProgress),
      'patient',
    );
    if (this.clockOffset === null) this.setClock(loaded.clock, performance.now());
    this.snapshot = loaded.snapshot;
    // What our desk committed while this was loading went into the memory that it replaces: the next read brings it.
    this.ownAreMissing = true;
    this.position = loaded.position;
    this.completeAt = loaded.clock;
    this.caughtUpAt = readAt;
  }
}
