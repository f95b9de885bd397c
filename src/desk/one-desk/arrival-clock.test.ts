import { describe, expect, it } from 'vitest';
import { ArrivalClock } from './arrival-clock.ts';

describe('a time of another clock', () => {
  it('is now, before anything is known of that clock', () => {
    expect(new ArrivalClock().toOurs(5, 100)).toBe(100);
  });

  it('is converted by the fastest message so far', () => {
    const clock = new ArrivalClock();
    clock.learn(1_000, 51_030);
    clock.learn(1_100, 51_101);
    clock.learn(1_200, 51_250);
    expect(clock.toOurs(1_190, 51_260)).toBe(51_191);
  });

  it('is never later than now', () => {
    const clock = new ArrivalClock();
    clock.learn(0, 10);
    expect([clock.toOurs(50, 55), clock.toOurs(45, 55)]).toEqual([55, 55]);
  });

  it('follows a clock that drifts: an old measurement is forgotten', () => {
    const clock = new ArrivalClock();
    clock.learn(0, 100);
    for (let at = 0; at <= 90_000; at += 10_000) clock.learn(at, at + 150);
    expect(clock.toOurs(95_000, 100_000)).toBe(95_150);
  });
});
