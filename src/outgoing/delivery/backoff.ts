/** The schedule of retries: when a failed delivery is sent again, and when the service gives up. */
export interface Schedule {
  /** The delay after the first failure. Each further failure doubles the delay. */
  firstMilliseconds: number;
  mostMilliseconds: number;
  /** Retries end after this total time. */
  giveUpMilliseconds: number;
}

export const SCHEDULE: Schedule = {
  firstMilliseconds: 10_000,
  mostMilliseconds: 3_600_000,
  giveUpMilliseconds: 72 * 3_600_000,
};

/**
 * Each delay is changed by a random amount of up to 20 %. Deliveries that failed at the same time are therefore retried
 * at different times.
 */
const JITTER = 0.2;
/** The shortest and the longest time that the service waits between two attempts to a failing destination. */
const FIRST_REST_MILLISECONDS = 1_000;
const MOST_REST_MILLISECONDS = 60_000;

export interface FailedAttempt {
  /** The number of attempts, including the failed attempt. */
  attempts: number;
  /** `since` is the time at which the delivery was created, or at which an operator sent it again. */
  since: number;
  now: number;
  /** A random number from 0 to 1. */
  random: number;
}

/** Returns the time of the next attempt. Null means that the time for retries is over, so the delivery is dead. */
export function nextAttempt(
  { attempts, since, now, random }: FailedAttempt,
  schedule: Schedule,
): number | null {
  const next = now + delayAfter(attempts, random, schedule);
  return next > since + schedule.giveUpMilliseconds ? null : next;
}

export function delayAfter(attempts: number, random: number, schedule: Schedule): number {
  const doubled = schedule.firstMilliseconds * 2 ** (attempts - 1);
  const delay = Math.min(doubled, schedule.mostMilliseconds);
  return Math.round(delay * (1 - JITTER + 2 * JITTER * random));
}

/** Returns how long the service sends nothing to a destination after this number of consecutive failures. */
export function restAfter(failures: number): number {
  return Math.min(FIRST_REST_MILLISECONDS * 2 ** (failures - 1), MOST_REST_MILLISECONDS);
}
