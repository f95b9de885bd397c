/** When a failed delivery is tried again, and when no more. */
export interface Schedule {
  /** After the first failure. Each further failure doubles it. */
  firstMilliseconds: number;
  mostMilliseconds: number;
  /** How long it is tried in all. */
  giveUpMilliseconds: number;
}

export const SCHEDULE: Schedule = {
  firstMilliseconds: 10_000,
  mostMilliseconds: 3_600_000,
  giveUpMilliseconds: 72 * 3_600_000,
};

/** Delays differ by up to 20 % both ways, so that what failed together is not tried again together. */
const JITTER = 0.2;
/** A destination that fails rests between two attempts. */
const FIRST_REST_MILLISECONDS = 1_000;
const MOST_REST_MILLISECONDS = 60_000;

export interface FailedAttempt {
  /** With the one that failed. */
  attempts: number;
  /** When the first attempt became due, and the present time. */
  since: number;
  now: number;
  /** From 0 to 1. */
  random: number;
}

/** The time of the next attempt. Null: it would be too late, so the delivery is dead. */
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

/** How long a destination rests after so many failures without a success between them. */
export function restAfter(failures: number): number {
  return Math.min(FIRST_REST_MILLISECONDS * 2 ** (failures - 1), MOST_REST_MILLISECONDS);
}
