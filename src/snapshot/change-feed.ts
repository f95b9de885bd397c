import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { inTransaction } from '../db/pool.ts';
import { applyChange } from './apply.ts';
import { type FeedPosition, loadSnapshot, readChanges } from './snapshot.store.ts';
import { Snapshot } from './snapshot.ts';

const POLL_MILLISECONDS = 100;
/** Changes are pruned after CHANGES_KEPT_MINUTES: a reader that was away for longer cannot catch up, it reloads. */
export const CHANGES_KEPT_MINUTES = 30;
const RELOAD_AFTER_MILLISECONDS = (CHANGES_KEPT_MINUTES / 2) * 60_000;

/** Keeps a snapshot true: loads it once, then reads what was committed since, over and over. */
export class ChangeFeed {
  snapshot = new Snapshot();
  /** How long the last successful read took: the health report's word on the database. */
  latencyMilliseconds = 0;
  private position: FeedPosition = '';
  private clockOffset: number | null = null;
  private caughtUpAt = 0;
  private reading: Promise<void> | null = null;
  private stopped = false;
  private running: Promise<void> | null = null;
  private readonly pool: pg.Pool;
  private readonly onError: (error: Error) => void;

  private readonly ownOrigin: string;

  /** `ownOrigin` names the connections whose changes this node brings into memory by itself. */
  constructor(pool: pg.Pool, ownOrigin: string, onError: (error: Error) => void) {
    this.pool = pool;
    this.ownOrigin = ownOrigin;
    this.onError = onError;
  }

  async start(): Promise<void> {
    await this.load();
    this.running = this.poll();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  /** Milliseconds since this snapshot was known to be complete. */
  age(): number {
    return performance.now() - this.caughtUpAt;
  }

  /** Resolves once everything that had committed before this call is in memory. */
  async catchUp(): Promise<void> {
    // A read already under way may have looked before our commit: wait for it, then read once more.
    while (this.reading !== null) await this.reading.catch(() => {});
    this.reading = this.read().finally(() => {
      this.reading = null;
    });
    await this.reading;
  }

  /** The database's clock, carried on by our own monotonic one: no node's wall clock decides when a lock is due. */
  databaseNow(): number {
    return this.clockOffset === null ? Date.now() : performance.now() + this.clockOffset;
  }

  private setClock(databaseClock: number, askedAt: number): void {
    this.clockOffset = databaseClock - (askedAt + performance.now()) / 2;
  }

  private async poll(): Promise<void> {
    while (!this.stopped) {
      await sleep(POLL_MILLISECONDS);
      if (this.stopped) return;
      await this.catchUp().catch(this.onError);
    }
  }

  private async read(): Promise<void> {
    const startedAt = performance.now();
    if (this.age() > RELOAD_AFTER_MILLISECONDS) return this.load();
    const { changes, position, clock } = await readChanges(this.pool, this.position, this.ownOrigin);
    this.setClock(clock, startedAt);
    for (const change of changes) applyChange(this.snapshot, change);
    this.position = position;
    this.caughtUpAt = startedAt;
    this.latencyMilliseconds = performance.now() - startedAt;
  }

  private async load(): Promise<void> {
    const startedAt = performance.now();
    const loaded = await inTransaction(this.pool, 'repeatable read', loadSnapshot);
    if (this.clockOffset === null) this.setClock(loaded.clock, performance.now());
    this.snapshot = loaded.snapshot;
    this.position = loaded.position;
    this.caughtUpAt = startedAt;
  }
}
