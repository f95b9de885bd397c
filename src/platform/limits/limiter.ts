import type { Verdict } from './verdict.ts';

/** Counts requests per caller and refuses requests above the caller's limit. */
export interface Limiter {
  /**
   * Counts a request if it is allowed. `done` runs exactly once, before `take` returns if possible. `done` is a
   * callback instead of a promise, because this runs on every request and each promise costs microseconds.
   */
  take(caller: string, limit: number, done: (verdict: Verdict) => void): void;
  /** Returns the same verdict without counting a request. The verdict may be a little out of date. */
  peek(caller: string, limit: number): Verdict;
  /** Forgets inactive callers. Call it about twice a minute. */
  sweep(): void;
  /** Null: only this node uses the limit. AWAY: the limit should be shared, but this node counts alone for now. */
  readonly sharing: 'SHARED' | 'AWAY' | null;
  /** Callers with a window in the memory of this process. */
  readonly size: number;
  stop(): Promise<void>;
}

/** The limiter of one node. A limiter that several nodes share falls back to it when sharing is not possible. */
export interface NodeLimiter extends Limiter {
  /** Takes back an allowed request that was refused elsewhere. `at` is the time in its verdict. */
  takeBack(caller: string, at: number): void;
}
