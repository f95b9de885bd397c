// Keeps the log short while the database cannot be reached.

import type { Logger } from 'pino';

const EVERY_MILLISECONDS = 60_000;
/** If the fault does not occur for this time, the fault is treated as over. */
const OVER_MILLISECONDS = 5_000;

/** Logs a fault that occurs again and again: at its start, once a minute, and at its end, with counts. */
export class RepeatedWarning {
  private readonly log: Logger;
  private readonly message: string;
  private count = 0;
  private startedAt = 0;
  private loggedAt = 0;
  private over: NodeJS.Timeout | null = null;

  constructor(log: Logger, message: string) {
    this.log = log;
    this.message = message;
  }

  occurred({ message: reason }: Error): void {
    const now = performance.now();
    this.count += 1;
    if (this.count === 1) this.startedAt = now;
    if (this.count === 1 || now - this.loggedAt >= EVERY_MILLISECONDS) {
      this.log.warn({ reason, ...(this.count > 1 && { count: this.count }) }, this.message);
      this.loggedAt = now;
    }
    if (this.over === null) this.over = setTimeout(() => this.end(), OVER_MILLISECONDS).unref();
    else this.over.refresh();
  }

  private end(): void {
    const seconds = Math.round((performance.now() - this.startedAt - OVER_MILLISECONDS) / 1_000);
    if (this.count > 1) this.log.info({ count: this.count, seconds }, `${this.message}: over`);
    this.count = 0;
    this.over = null;
  }
}
