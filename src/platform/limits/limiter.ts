import type { Verdict } from './verdict.ts';

/** Counts requests per caller and refuses requests above the caller's limit. */
export interface Limiter {
  /**
   * Counts a request if it is allowed. `done` runs exactly once. If possible, `done` runs before `take` returns. `done`
   * is a callback instead of a promise, because `take` runs on every request and each promise costs microseconds.
   */
  take(caller: string, limit: number, done: (verdict: Verdict) => void): void;
  /**
   * Returns the verdict that `take` would return, without counting a request. The verdict may be slightly out of date.
   */
  peek(caller: string, limit: number): Verdict;
  /** Removes callers that made no request in the last minute. Call this method about twice a minute. */
  sweep(): void;
  /**
   * SHARED if the limits are shared with other nodes. AWAY if the limits should be shared, but sharing is not possible
   * now. This node then counts only its own requests. Null if the settings do not share the limits.
   */
  readonly sharing: 'SHARED' | 'AWAY' | null;
  /** The number of callers that have a window in the memory of this process. */
  readonly size: number;
  stop(): Promise<void>;
}

/** The limiter of one node. If several nodes share a limiter and sharing fails, each node uses its own limiter. */
export interface NodeLimiter extends Limiter {
  /**
   * Removes a request from the count. This limiter allowed the request, but another limiter refused it. `at` is the
   * time in the verdict of the request.
   */
  takeBack(caller: string, at: number): void;
}
