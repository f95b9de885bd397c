/** When a failed delivery is retried, and when retries end. */
export interface Schedule {
  /** The delay after the first failure. Each further failure doubles the delay. */
  firstMilliseconds: number;
  mostMilliseconds: number;
  /** The total time in which the delivery is retried. */
  giveUpMilliseconds: number;
}

export const SCHEDULE: Schedule = {
  firstMilliseconds: 10_000,
  mostMilliseconds: 3_600_000,
  giveUpMilliseconds: 72 * 3_600_000,
};

/** Delays vary by up to 20 % both ways, so that deliveries that failed together are not retried together. */
const JITTER = 0.2;
/** The shortest and the longest rest of a failing destination between two attempts. */
const FIRST_REST_MILLISECONDS = 1_000;
const MOST_REST_MILLISECONDS = 60_000;

export interface FailedAttempt {
  /** The number of attempts, including the one that failed. */
  attempts: number;
  /** The time when the first attempt became due, and the current time. */
  since: number;
  now: number;
  /** A random number from 0 to 1. */
  random: number;
}

/** Returns the time of the next attempt. Null means that it would be too late, so the delivery is dead. */
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

/** How long a destination rests after this many failures in a row. */
export function restAfter(failures: number): number {
  return Math.min(FIRST_REST_MILLISECONDS * 2 ** (failures - 1), MOST_REST_MILLISECONDS);
}
