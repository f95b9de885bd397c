import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SlidingWindows } from './sliding-windows.ts';

describe('sliding windows', () => {
  it('accept the limit and refuse the next, until the oldest is a minute old', () => {
    const windows = new SlidingWindows();
    for (let index = 0; index < 120; index += 1) {
      const verdict = windows.take('a', 120, index * 10);
      expect(verdict).toMatchObject({ allowed: true, remaining: 119 - index });
    }
    expect(windows.take('a', 120, 2_000)).toEqual({
      allowed: false,
      limit: 120,
      remaining: 0,
      resetSeconds: 58,
      at: 2_000,
    });
    expect(windows.take('a', 120, 59_999).allowed).toBe(false);
    expect(windows.take('a', 120, 60_000).allowed).toBe(true);
    expect(windows.take('a', 120, 60_000).allowed).toBe(false);
    expect(windows.take('b', 120, 2_000).allowed).toBe(true);
  });

  it('never accept more than the limit in any 60 seconds, whatever the arrivals', () => {
    const gaps = fc.array(fc.nat(9_000), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 12 }), (steps, limit) => {
        const windows = new SlidingWindows();
        const accepted: number[] = [];
        let now = 0;
        for (const step of steps) {
          now += step;
          if (windows.take('a', limit, now).allowed) accepted.push(now);
          else expect(accepted.filter((at) => now - at < 60_000)).toHaveLength(limit);
        }
        for (const start of accepted)
          expect(accepted.filter((at) => at >= start && at < start + 60_000).length).toBeLessThanOrEqual(
            limit,
          );
      }),
    );
  });

  it('promise a free place within 60 seconds, at any instant a clock can show', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e10, noNaN: true }), (now) => {
        const { resetSeconds } = new SlidingWindows().take('a', 1, now);
        expect(resetSeconds).toBeLessThanOrEqual(60);
        expect(resetSeconds).toBeGreaterThanOrEqual(59);
      }),
    );
  });

  it('keep their count when a limit is raised or lowered', () => {
    const windows = new SlidingWindows();
    for (let index = 0; index < 5; index += 1) windows.take('a', 5, index);
    expect(windows.take('a', 7, 10)).toMatchObject({ allowed: true, remaining: 1 });
    expect(windows.take('a', 3, 20)).toMatchObject({ allowed: false, remaining: 0 });
  });

  it('forget nothing when a limit is lowered and raised again', () => {
    const windows = new SlidingWindows();
    for (let index = 0; index < 5; index += 1) windows.take('a', 5, index * 1_000);
    // When three of the five requests have left the window, two remain, and a third request is allowed.
    expect(windows.take('a', 3, 10_000)).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 52 });
    expect(windows.take('a', 5, 11_000)).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 49 });
    expect(windows.take('a', 3, 61_999).allowed).toBe(false);
    expect(windows.take('a', 3, 62_000).allowed).toBe(true);
  });

  it('can take one request back, and only one that was counted', () => {
    const windows = new SlidingWindows();
    for (const now of [1, 2, 3]) windows.take('a', 3, now);
    windows.takeBack('a', 2.5);
    windows.takeBack('b', 2);
    expect(windows.peek('a', 3, 4)).toMatchObject({ allowed: false, remaining: 0 });
    windows.takeBack('a', 2);
    expect(windows.peek('a', 3, 4)).toMatchObject({ allowed: true, remaining: 1 });
    expect(windows.take('a', 3, 60_000.5)).toMatchObject({ allowed: true, remaining: 0 });
    expect(windows.take('a', 3, 60_001)).toMatchObject({ allowed: true, remaining: 0 });
    expect(windows.take('a', 3, 60_002).allowed).toBe(false);
  });

  it('can be read without counting, and forget callers who are gone', () => {
    const windows = new SlidingWindows();
    expect(windows.peek('a', 5, 0)).toMatchObject({ remaining: 5 });
    windows.take('a', 5, 0);
    expect(windows.peek('a', 5, 1)).toMatchObject({ remaining: 4 });
    windows.sweep(59_999);
    expect(windows.size).toBe(1);
    windows.sweep(60_000);
    expect(windows.size).toBe(0);
  });
});
