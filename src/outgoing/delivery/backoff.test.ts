import { describe, expect, it } from 'vitest';
import { delayAfter, nextAttempt, restAfter, SCHEDULE } from './backoff.ts';

const HOUR = 3_600_000;

describe('the delay of a failed delivery', () => {
  it('doubles from 10 seconds up to an hour', () => {
    const delays = [1, 2, 3, 9, 10, 11, 1_000].map((attempts) => delayAfter(attempts, 0.5, SCHEDULE) / 1_000);
    expect(delays).toEqual([10, 20, 40, 2_560, 3_600, 3_600, 3_600]);
  });

  it('differs by up to 20 % both ways', () => {
    expect(delayAfter(1, 0, SCHEDULE)).toBe(8_000);
    expect(delayAfter(1, 1, SCHEDULE)).toBe(12_000);
    expect(delayAfter(20, 1, SCHEDULE)).toBe(1.2 * HOUR);
  });

  it('ends when the next attempt would be later than 72 hours after the first', () => {
    const failed = { attempts: 80, since: 5_000, random: 0.5 };
    const last = 5_000 + 71 * HOUR;
    expect(nextAttempt({ ...failed, now: last }, SCHEDULE)).toBe(5_000 + 72 * HOUR);
    expect(nextAttempt({ ...failed, now: last + 1 }, SCHEDULE)).toBeNull();
  });
});

describe('the rest of a destination that fails', () => {
  it('doubles from a second up to a minute', () => {
    expect([1, 2, 6, 7, 2_000].map((failures) => restAfter(failures) / 1_000)).toEqual([1, 2, 32, 60, 60]);
  });
});
