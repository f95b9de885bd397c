// When a command arrived at another process, in the time of this one.

/** How long a measurement is used. Clocks of two machines drift apart by a few milliseconds per minute at most. */
const KEPT_MILLISECONDS = 30_000;

/**
 * Converts times of another process's monotonic clock to our own. A message arrives later than it was sent, never
 * earlier: the smallest difference that was seen is the difference of the clocks plus the shortest transit. On one
 * machine the clocks are the same.
 */
export class ArrivalClock {
  private difference = Number.POSITIVE_INFINITY;
  private previous = Number.POSITIVE_INFINITY;
  private since = 0;

  /** Learns from a message that was sent at `sentAt` by the other clock and read at `readAt` by ours. */
  learn(sentAt: number, readAt: number): void {
    if (readAt - this.since > KEPT_MILLISECONDS) {
      this.previous = this.difference;
      this.difference = Number.POSITIVE_INFINITY;
      this.since = readAt;
    }
    this.difference = Math.min(this.difference, readAt - sentAt);
  }

  /** A time of the other clock on ours. Never later than now. */
  toOurs(theirs: number, now: number): number {
    const difference = Math.min(this.difference, this.previous);
    return Number.isFinite(difference) ? Math.min(now, theirs + difference) : now;
  }
}
