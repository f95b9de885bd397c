// Decides when a process must spend less time on deliveries, because many bookings wait and have priority.

/** If a batch has at least this number of commands, more commands than usual wait in the queue of the desk. */
const COMMANDS_OF_BUSY_BATCH = 16;
/** After such a batch, the desk is regarded as busy for this time. */
const BUSY_MILLISECONDS = 250;
/**
 * While the desk stays busy, the process spends less time on deliveries in the first YIELD_MILLISECONDS of each period.
 * In the rest of the period, deliveries run at full speed.
 */
const PERIOD_MILLISECONDS = 10_000;
const YIELD_MILLISECONDS = 8_000;

/** Measures how busy the desk of this process is. All times are in milliseconds of a monotonic clock. */
export class DeskLoad {
  private busyAt = Number.NEGATIVE_INFINITY;
  private busySince = 0;

  /** Called after each batch of the desk. */
  ran(commands: number, now: number): void {
    if (commands < COMMANDS_OF_BUSY_BATCH) return;
    if (!this.isBusy(now)) this.busySince = now;
    this.busyAt = now;
  }

  /**
   * Returns true if this process must spend less time on deliveries now. In each period, the result is false for some
   * time. Even if the desk stays busy for hours, events therefore receive their numbers, and each delivery gets its
   * first attempt.
   */
  mustYield(now: number): boolean {
    return this.isBusy(now) && (now - this.busySince) % PERIOD_MILLISECONDS < YIELD_MILLISECONDS;
  }

  private isBusy(now: number): boolean {
    return now - this.busyAt <= BUSY_MILLISECONDS;
  }
}
