import { describe, expect, it } from 'vitest';
import { decideTry, type TriesEntry } from './tries.ts';

const START = new Date('2027-01-15T12:00:00Z');
const later = (seconds: number) => new Date(START.getTime() + seconds * 1_000);
const entry = (count: number, nextAt = START): TriesEntry => ({
  subject: 'a',
  count,
  lastAt: START,
  nextAt,
});

function waitAfter(count: number): number {
  const decided = decideTry([entry(count - 1)], START);
  if (!decided.ok) throw new Error('refused');
  return (decided.entries[0]!.nextAt.getTime() - START.getTime()) / 1_000;
}

describe('wrong tries', () => {
  it('wait from the fifth on: 30 seconds, doubled up to 15 minutes', () => {
    expect([1, 4, 5, 6, 7, 8, 9, 10, 11, 1_000].map(waitAfter)).toEqual([
      0, 0, 30, 60, 120, 240, 480, 900, 900, 900,
    ]);
  });

  it('are not looked at before, and are then', () => {
    const waiting = [entry(5, later(30))];
    expect(decideTry(waiting, START)).toEqual({ ok: false, retryAfterSeconds: 30 });
    expect(decideTry(waiting, later(29.5))).toEqual({ ok: false, retryAfterSeconds: 1 });
    expect(decideTry(waiting, later(30)).ok).toBe(true);
    // The clock of the node that counted the fourth is ahead.
    expect(decideTry([entry(4, later(1))], START).ok).toBe(true);
  });

  it('are refused when the account or the address has to wait, and then count for neither', () => {
    expect(decideTry([entry(1), entry(5, later(30))], START).ok).toBe(false);
    expect(decideTry([entry(5, later(30)), entry(1)], START).ok).toBe(false);
  });

  it('are forgotten after a day', () => {
    const countAt = (seconds: number) => {
      const decided = decideTry([entry(7)], later(seconds));
      return decided.ok && decided.entries[0]!.count;
    };
    expect(countAt(86_399)).toBe(8);
    expect(countAt(86_400)).toBe(1);
  });
});
