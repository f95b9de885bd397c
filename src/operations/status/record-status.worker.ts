// Writes the minutes of the status history.

import type pg from 'pg';
import type { Logger } from 'pino';
import { inTransaction } from '../../platform/db/pool.ts';
import { checkComponents } from './check-components.ts';
import { type Component, componentOf } from './component.ts';
import { type MinuteRow, MinuteTally, type Verdict } from './minute-tally.ts';
import { addMinutes } from './status-history.store.ts';

const CHECK_MILLISECONDS = 5_000;
/**
 * If the database cannot be reached, a process keeps this many minutes. The process drops older minutes, and the status
 * page shows the dropped minutes as "no data".
 */
export const KEPT_MINUTES = 360;

/**
 * The fields of the context that the recorder needs. The type of the context is not imported here, because the context
 * contains the recorder.
 */
interface Recorded {
  pool: pg.Pool;
  log: Logger;
  now: () => Date;
  feed: { age(): number };
  desk: { isReachable: boolean; witness: { halt: string | null } };
  missingSecret: string | null;
}

/**
 * Records the checks and requests of this process, and adds them to the history once a minute. The recorder uses the
 * clock of the database, so that all processes use the same minutes. If a process is killed, its counts of the current
 * minute are lost.
 */
export class StatusRecorder {
  /**
   * The delay, in seconds, of the oldest webhook that should already have been sent. Only the desk reads this delay.
   */
  webhookDelaySeconds = 0;
  private tally = new MinuteTally();
  private minute: number | null = null;
  /** Minutes that have ended and are not written yet, oldest first. */
  private pending: MinuteRow[][] = [];
  private writing: Promise<void> | null = null;
  private isFailing = false;
  private timer: NodeJS.Timeout | null = null;
  private readonly components = new Map<string, Component | null>();

  /** Counts a request after its response. `url` is the pattern of its route. */
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

  /**
   * Writes all counts, including the counts of the current minute. The database adds them to the counts of other
   * processes.
   */
  async stop(context: Recorded): Promise<void> {
    if (this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
    await this.writing;
    this.close();
    await this.write(context);
  }

  /** The number of minutes that are not written to the database yet. */
  get waiting(): number {
    return this.pending.length;
  }

  /**
   * Checks the components and counts the results. If a new minute has begun, closes the counts of the earlier minute
   * before the check, and writes them after the check.
   */
  look(context: Recorded): void {
    const minute = Math.floor(context.now().getTime() / 60_000);
    // Compare with `!==` and not with `>`, because the clock of the database may be set back.
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
      // A halted desk decides no bookings, so the status treats it like a desk that cannot be reached.
      isDeskReachable: desk.isReachable && desk.witness.halt === null,
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
   * Writes the pending minutes. Minutes that cannot be written are kept for the next attempt. If the write succeeded
   * and only its confirmation was lost, the counts of this process are added twice. This does no harm, because the
   * state depends on the ratios of the counts.
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
      // An unreachable database is logged once, not every five seconds.
      if (!this.isFailing) log.warn({ reason: (error as Error).message }, 'status could not be written');
      this.isFailing = true;
    }
  }
}
