const WINDOW_MILLISECONDS = 60_000;

export interface Verdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the oldest counted request leaves the window. One more request is then allowed. */
  resetSeconds: number;
}

/**
 * Exact sliding windows, one per caller: at most `limit` requests are accepted in any 60 seconds. Each window keeps the
 * times of its last `limit` accepted requests in a ring, so a decision costs a few array reads. Rejected: fixed windows
 * and token buckets, which let twice the limit through around a boundary.
 */
export class SlidingWindows {
  private readonly windows = new Map<string, Window>();

  /** Counts a request if it is allowed. `now` must come from a monotonic clock. */
  take(caller: string, limit: number, now: number): Verdict {
    let window = this.windows.get(caller);
    if (window === undefined || window.limit !== limit) {
      window = new Window(limit, window);
      this.windows.set(caller, window);
    }
    return window.take(now);
  }

  /** The same verdict without counting a request. */
  peek(caller: string, limit: number, now: number): Verdict {
    const window = this.windows.get(caller);
    return window?.verdict(now, true) ?? { allowed: true, limit, remaining: limit, resetSeconds: 0 };
  }

  /** Removes callers whose window is empty. Memory then depends on the callers of the last minute, not of all time. */
  sweep(now: number): void {
    for (const [caller, window] of this.windows) if (window.isEmpty(now)) this.windows.delete(caller);
  }

  get size(): number {
    return this.windows.size;
  }
}

class Window {
  readonly limit: number;
  private readonly instants: Float64Array;
  private oldest = 0;
  private count = 0;

  /** When the limit changes, the new window keeps the counted requests; the newest, if they do not all fit. */
  constructor(limit: number, previous?: Window) {
    this.limit = limit;
    this.instants = new Float64Array(limit);
    if (previous === undefined) return;
    const kept = Math.min(limit, previous.count);
    for (let index = previous.count - kept; index < previous.count; index += 1)
      this.instants[this.count++] = previous.at(index);
  }

  take(now: number): Verdict {
    this.forgetBefore(now);
    const allowed = this.count < this.limit;
    if (allowed) {
      this.instants[(this.oldest + this.count) % this.limit] = now;
      this.count += 1;
    }
    return this.verdict(now, allowed);
  }

  verdict(now: number, allowed: boolean): Verdict {
    this.forgetBefore(now);
    // The sum may be rounded up: a request counted just now must not report a wait of 61 seconds.
    const wait = this.count === 0 ? 0 : Math.min(WINDOW_MILLISECONDS, this.at(0) + WINDOW_MILLISECONDS - now);
    return {
      allowed,
      limit: this.limit,
      remaining: this.limit - this.count,
      resetSeconds: Math.ceil(wait / 1000),
    };
  }

  isEmpty(now: number): boolean {
    this.forgetBefore(now);
    return this.count === 0;
  }

  private at(index: number): number {
    return this.instants[(this.oldest + index) % this.limit]!;
  }

  private forgetBefore(now: number): void {
    while (this.count > 0 && now - this.at(0) >= WINDOW_MILLISECONDS) {
      this.oldest = (this.oldest + 1) % this.limit;
      this.count -= 1;
    }
  }
}
