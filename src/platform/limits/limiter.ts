import type { Verdict } from './verdict.ts';

/** Counts requests per caller and refuses those above the caller's limit. */
export interface Limiter {
  /**
   * Counts a request if it is allowed. `done` runs exactly once, before `take` returns whenever that is possible. A
   * callback and not a promise: this runs on every request, and each promise costs microseconds.
   */
  take(caller: string, limit: number, done: (verdict: Verdict) => void): void;
  /** The same verdict without counting a request. It may be a little out of date. */
  peek(caller: string, limit: number): Verdict;
  /** Forgets callers that are gone. To be called about twice a minute. */
  sweep(): void;
  /** Null: the limit belongs to this node alone. AWAY: it should be shared, but this node counts alone for now. */
  readonly sharing: 'SHARED' | 'AWAY' | null;
  /** Callers with a window in the memory of this process. */
  readonly size: number;
  stop(): Promise<void>;
}

/** The limiter of one node. A limiter that several nodes share uses it to keep the limit when it cannot be shared. */
export interface NodeLimiter extends Limiter {
  /** Uncounts an allowed request that was refused elsewhere. `at` is the time in its verdict. */
  takeBack(caller: string, at: number): void;
}
