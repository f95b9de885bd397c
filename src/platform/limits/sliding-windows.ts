import { UseTimes } from './use-times.ts';
import { type Verdict, verdictOf, WINDOW_MILLISECONDS } from './verdict.ts';

/**
 * Exact sliding windows, one per caller. At most `limit` requests are accepted in any 60 seconds. A window keeps the
 * time of each accepted request for 60 seconds, so a decision costs a few array reads. Fixed windows and token buckets
 * were rejected, because they can allow up to twice the limit within 60 seconds.
 */
export class SlidingWindows {
  private readonly windows = new Map<string, UseTimes>();

  /** Counts a request if it is allowed. `now` must come from a monotonic clock. */
  take(caller: string, limit: number, now: number): Verdict {
    let uses = this.windows.get(caller);
    if (uses === undefined) {
      uses = new UseTimes();
      this.windows.set(caller, uses);
    }
    uses.forget(now - WINDOW_MILLISECONDS);
    const allowed = uses.count < limit;
    if (allowed) uses.add(now);
    return verdictOf(uses, limit, now, allowed);
  }

  /** Returns the verdict that `take` would return, without counting a request. */
  peek(caller: string, limit: number, now: number): Verdict {
    const uses = this.windows.get(caller);
    if (uses === undefined) return { allowed: true, limit, remaining: limit, resetSeconds: 0, at: now };
    uses.forget(now - WINDOW_MILLISECONDS);
    return verdictOf(uses, limit, now, uses.count < limit);
  }

  takeBack(caller: string, at: number): void {
    this.windows.get(caller)?.remove(at);
  }

  /** Removes callers whose window is empty, so that only the callers of the last minute use memory. */
  sweep(now: number): void {
    for (const [caller, uses] of this.windows) {
      uses.forget(now - WINDOW_MILLISECONDS);
      if (uses.count === 0) this.windows.delete(caller);
    }
  }

  get size(): number {
    return this.windows.size;
  }
}
