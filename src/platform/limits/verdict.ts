// Whether a request is within its limit, and when the next request will be allowed.

import type { UseTimes } from './use-times.ts';

export const WINDOW_MILLISECONDS = 60_000;

export interface Verdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the oldest counted request leaves the window. One more request is then allowed. */
  resetSeconds: number;
  /** The time of the decision, in milliseconds of the monotonic clock. */
  at: number;
}

/** The verdict of a window that has forgotten everything before `now`. */
export function verdictOf(uses: UseTimes, limit: number, now: number, allowed: boolean): Verdict {
  const remaining = Math.max(0, limit - uses.count);
  return { allowed, limit, remaining, resetSeconds: secondsUntil(freeAt(uses, limit), now), at: now };
}

export function refusal(limit: number, until: number, now: number): Verdict {
  return { allowed: false, limit, remaining: 0, resetSeconds: secondsUntil(until, now), at: now };
}

/** When the window next has room for one more request than now. After a limit was lowered, several uses must leave first. */
export function freeAt(uses: UseTimes, limit: number): number {
  if (uses.count === 0) return Number.NEGATIVE_INFINITY;
  return uses.at(Math.max(0, uses.count - limit)) + WINDOW_MILLISECONDS;
}

/** The sum may be rounded up, but a request that was counted just now must not report a wait of 61 seconds. */
export function secondsUntil(instant: number, now: number): number {
  return Math.ceil(Math.min(WINDOW_MILLISECONDS, Math.max(0, instant - now)) / 1_000);
}
