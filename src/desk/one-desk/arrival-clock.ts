// Converts the time at which a command arrived at another process to a time on our own clock.

/** How long a measurement is used. The clocks of two machines drift apart by at most a few milliseconds per minute. */
const KEPT_MILLISECONDS = 30_000;

/**
 * Converts times of another process's monotonic clock to our clock. A message never arrives before it was sent. The
 * smallest measured difference is therefore the difference of the clocks plus the shortest transit time. Processes on
 * one machine have the same clock.
 */
export class ArrivalClock {
  private difference = Number.POSITIVE_INFINITY;
  private previous = Number.POSITIVE_INFINITY;
  private since = 0;

  /**
   * Measures the difference of the clocks with a message. `sentAt` is a time on the other clock, and `readAt` is a time
   * on our clock.
   */
  learn(sentAt: number, readAt: number): void {
    if (readAt - this.since > KEPT_MILLISECONDS) {
      this.previous = this.difference;
      this.difference = Number.POSITIVE_INFINITY;
      this.since = readAt;
    }
    this.difference = Math.min(this.difference, readAt - sentAt);
  }

  /** Converts a time on the other clock to our clock. The result is never later than `now`. */
  toOurs(theirs: number, now: number): number {
    const difference = Math.min(this.difference, this.previous);
    return Number.isFinite(difference) ? Math.min(now, theirs + difference) : now;
  }
}
