import { describe, expect, it } from 'vitest';
import { Calendar, Counters, type Night } from './calendar.ts';

const night = (allotment: number): Night => ({
  allotment,
  blocked: 1,
  stopSell: true,
  closedToArrival: false,
  closedToDeparture: true,
  minStay: 2,
  maxStay: 7,
});

describe('a calendar', () => {
  it('offers nothing on a night that was never opened', () => {
    expect(new Calendar().get(20_000)).toMatchObject({
      allotment: 0,
      stopSell: false,
      minStay: 1,
      maxStay: 0,
    });
  });

  it('keeps nights while it grows in both directions', () => {
    const calendar = new Calendar();
    for (const day of [20_000, 20_500, 19_990]) calendar.set(day, night(day % 100), 1);
    for (const day of [20_000, 20_500, 19_990]) expect(calendar.get(day)).toEqual(night(day % 100));
    expect(calendar.get(20_001).allotment).toBe(0);
  });

  it('ignores a change that is older than what it has', () => {
    const calendar = new Calendar();
    calendar.set(20_000, night(5), 3);
    calendar.set(20_000, night(9), 2);
    expect(calendar.get(20_000).allotment).toBe(5);
    calendar.set(20_000, night(9), 4);
    expect(calendar.get(20_000).allotment).toBe(9);
  });

  it('forgets a night that was taken away', () => {
    const calendar = new Calendar();
    calendar.set(20_000, night(5), 3);
    calendar.clear(20_000);
    expect(calendar.get(20_000).allotment).toBe(0);
    calendar.set(20_000, night(4), 1);
    expect(calendar.get(20_000).allotment).toBe(4);
  });
});

describe('counters', () => {
  it('count nothing on an untouched night and ignore what is older', () => {
    const counters = new Counters();
    expect([counters.bookedOn(20_000), counters.heldOn(20_000)]).toEqual([0, 0]);
    counters.set(20_000, 3, 1, 2);
    counters.set(20_000, 9, 9, 1);
    expect([counters.bookedOn(20_000), counters.heldOn(20_000)]).toEqual([3, 1]);
  });
});
