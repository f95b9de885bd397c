// The decision whether a request is within its limit, and the time at which the next request will be allowed.

import type { UseTimes } from './use-times.ts';

export const WINDOW_MILLISECONDS = 60_000;

export interface Verdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** The number of seconds until the number of allowed requests increases by one. */
  resetSeconds: number;
  /** The time of the decision, in milliseconds of the monotonic clock. */
  at: number;
}

/** Computes the verdict of a window from which all expired uses were already removed. */
export function verdictOf(uses: UseTimes, limit: number, now: number, allowed: boolean): Verdict {
  const remaining = Math.max(0, limit - uses.count);
  return { allowed, limit, remaining, resetSeconds: secondsUntil(freeAt(uses, limit), now), at: now };
}

export function refusal(limit: number, until: number, now: number): Verdict {
  return { allowed: false, limit, remaining: 0, resetSeconds: secondsUntil(until, now), at: now };
}

/**
 * Returns the time at which the number of allowed requests next increases by one. If the limit was lowered, several
 * uses may have to expire before a new request is allowed.
 */
export function freeAt(uses: UseTimes, limit: number): number {
  if (uses.count === 0) return Number.NEGATIVE_INFINITY;
  return uses.at(Math.max(0, uses.count - limit)) + WINDOW_MILLISECONDS;
}

/**
 * Returns the number of seconds until an instant, at most the length of the window. Without this maximum, a rounding
 * error could give 61 seconds.
 */
export function secondsUntil(instant: number, now: number): number {
  return Math.ceil(Math.min(WINDOW_MILLISECONDS, Math.max(0, instant - now)) / 1_000);
}
