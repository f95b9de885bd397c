// Writes the minutes of the status history.

import type pg from 'pg';
import type { Logger } from 'pino';
import { inTransaction } from '../../platform/db/pool.ts';
import { checkComponents } from './check-components.ts';
import { type Component, componentOf } from './component.ts';
import { type MinuteRow, MinuteTally, type Verdict } from './minute-tally.ts';
import { addMinutes } from './status-history.store.ts';

const CHECK_MILLISECONDS = 5_000;
/** Without the database, a process keeps this many minutes. Older minutes are dropped and shown as "no data". */
export const KEPT_MINUTES = 360;

/** Fields of the context. The context contains the recorder, so its type is not imported here. */
interface Recorded {
  pool: pg.Pool;
  log: Logger;
  now: () => Date;
  feed: { age(): number };
  desk: { isReachable: boolean };
  missingSecret: string | null;
}

/**
 * Notes what this process sees, and adds it to the history once a minute. The time is the database's, advanced by a
 * monotonic clock, so all processes agree on the minute. A process that is killed loses the current minute.
 */
export class StatusRecorder {
  /** How long the oldest due webhook has waited. Only the desk reads this. */
  webhookDelaySeconds = 0;
  private tally = new MinuteTally();
  private minute: number | null = null;
  /** Minutes that have ended and are not written yet, oldest first. */
  private pending: MinuteRow[][] = [];
  private writing: Promise<void> | null = null;
  private isFailing = false;
  private timer: NodeJS.Timeout | null = null;
  private readonly components = new Map<string, Component | null>();

  /** Counts a request that got its response. `url` is the pattern of its route. */
  served(url: string | undefined, status: number, milliseconds: number): void {
    if (url === undefined) return;
    let component = this.components.get(url);
    if (component === undefined) {
      component = componentOf(url);
      this.components.set(url, component);
    }
    if (component !== null) this.tally.served(component, status, milliseconds);
  }

  start(context: Recorded): void {
    this.look(context);
    this.timer = setInterval(() => this.look(context), CHECK_MILLISECONDS);
  }

  /** Also writes the current minute, to which other processes add their counts. */
  async stop(context: Recorded): Promise<void> {
    if (this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
    await this.writing;
    this.close();
    await this.write(context);
  }

  /** How many minutes wait for the database. */
  get waiting(): number {
    return this.pending.length;
  }

  /** Checks the components. The counts of an earlier minute are written first. */
  look(context: Recorded): void {
    const minute = Math.floor(context.now().getTime() / 60_000);
    // Compares with `!==`, not with `>`, because the database's clock may be set back.
    if (minute !== this.minute) this.close();
    this.minute = minute;
    this.tally.checked(this.verdicts(context));
    if (this.pending.length > 0)
      this.writing ??= this.write(context).finally(() => {
        this.writing = null;
      });
  }

  verdicts({ feed, desk, missingSecret }: Recorded): Record<Component, Verdict> {
    return checkComponents({
      feedAgeMilliseconds: feed.age(),
      isDeskReachable: desk.isReachable,
      isSecretMissing: missingSecret !== null,
      webhookDelaySeconds: this.webhookDelaySeconds,
    });
  }

  private close(): void {
    if (this.minute !== null) this.keep([this.tally.rows(this.minute)]);
    this.tally = new MinuteTally();
    this.minute = null;
  }

  private keep(minutes: MinuteRow[][]): void {
    this.pending = [...this.pending, ...minutes].slice(-KEPT_MINUTES);
  }

  /**
   * Retries what cannot be written. If only the confirmation of a write was lost, the numbers of this process are added
   * twice, but their ratios stay the same.
   */
  private async write({ pool, log }: Recorded): Promise<void> {
    const minutes = this.pending;
    if (minutes.length === 0) return;
    this.pending = [];
    try {
      await inTransaction(pool, 'read committed', (tx) => addMinutes(tx, minutes.flat()));
      this.isFailing = false;
    } catch (error) {
      const newer = this.pending;
      this.pending = [];
      this.keep([...minutes, ...newer]);
      // A database that cannot be reached is logged once, not every five seconds.
      if (!this.isFailing) log.warn({ reason: (error as Error).message }, 'status could not be written');
      this.isFailing = true;
    }
  }
}
