import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayOf } from '../../kernel/day.ts';
import { Calendar, Counters } from './calendar.ts';
import type { Night } from './night.ts';
import { restrictionsOn } from './restrictions.ts';

const night = (allotment: number): Night => ({
  open: true,
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
    expect(new Calendar().get(dayOf(20_000))).toMatchObject({
      open: false,
      allotment: 0,
      stopSell: false,
      minStay: 1,
      maxStay: 0,
    });
  });

  it('keeps nights while it grows in both directions', () => {
    const calendar = new Calendar();
    for (const day of [20_000, 20_500, 19_990]) calendar.set(dayOf(day), night(day % 100), 1);
    for (const day of [20_000, 20_500, 19_990]) expect(calendar.get(dayOf(day))).toEqual(night(day % 100));
    expect(calendar.get(dayOf(20_001)).allotment).toBe(0);
  });

  it('knows how many nights it has', () => {
    const [calendar, counters] = [new Calendar(), new Counters()];
    for (const [day, version] of [
      [20_000, 1],
      [20_000, 2],
      [20_700, 1],
    ] as const) {
      calendar.set(dayOf(day), night(5), version);
      counters.set(dayOf(day), 1, 0, version);
    }
    expect([calendar.size, counters.size]).toEqual([2, 2]);
    for (const day of [20_000, 20_000, 20_001, 30_000]) {
      calendar.clear(dayOf(day));
      counters.clear(dayOf(day));
    }
    expect([calendar.size, counters.size]).toEqual([1, 1]);
  });

  it('ignores a change that is older than what it has', () => {
    const calendar = new Calendar();
    calendar.set(dayOf(20_000), night(5), 3);
    calendar.set(dayOf(20_000), night(9), 2);
    expect(calendar.get(dayOf(20_000)).allotment).toBe(5);
    calendar.set(dayOf(20_000), night(9), 4);
    expect(calendar.get(dayOf(20_000)).allotment).toBe(9);
  });

  it('forgets a night that was taken away', () => {
    const calendar = new Calendar();
    calendar.set(dayOf(20_000), night(5), 3);
    calendar.clear(dayOf(20_000));
    expect(calendar.get(dayOf(20_000)).allotment).toBe(0);
    calendar.set(dayOf(20_000), night(4), 1);
    expect(calendar.get(dayOf(20_000)).allotment).toBe(4);
  });
});

describe('counters', () => {
  it('count nothing on an untouched night and ignore what is older', () => {
    const counters = new Counters();
    expect([counters.bookedOn(dayOf(20_000)), counters.heldOn(dayOf(20_000))]).toEqual([0, 0]);
    counters.set(dayOf(20_000), 3, 1, 2);
    counters.set(dayOf(20_000), 9, 9, 1);
    expect([counters.bookedOn(dayOf(20_000)), counters.heldOn(dayOf(20_000))]).toEqual([3, 1]);
  });
});

describe('a walk over a calendar', () => {
  const nights = fc.array(
    fc.record({
      open: fc.boolean(),
      allotment: fc.integer({ min: 0, max: 32_767 }),
      blocked: fc.integer({ min: 0, max: 32_767 }),
      stopSell: fc.boolean(),
      closedToArrival: fc.boolean(),
      closedToDeparture: fc.boolean(),
      minStay: fc.integer({ min: 1, max: 4 }),
      maxStay: fc.constantFrom(0, 2, 30),
      booked: fc.integer({ min: 0, max: 32_767 }),
      held: fc.integer({ min: 0, max: 32_767 }),
    }),
    { minLength: 8, maxLength: 8 },
  );

  it('admits exactly the stays that no restriction forbids, and finds the night with the fewest rooms', () => {
    fc.assert(
      fc.property(
        nights,
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 1, max: 4 }),
        (given, from, length) => {
          const calendar = new Calendar();
          const counters = new Counters();
          given.forEach(({ booked, held, ...night }, index) => {
            calendar.set(addDays(dayOf(20_000), index), night, 1);
            counters.set(addDays(dayOf(20_000), index), booked, held, 1);
          });
          for (let day = 20_000; day < 20_008; day += 1) {
            const { booked, held, ...night } = given[day - 20_000]!;
            expect(calendar.get(dayOf(day))).toEqual(night);
            expect([counters.bookedOn(dayOf(day)), counters.heldOn(dayOf(day))]).toEqual([booked, held]);
          }
          const stay = {
            checkIn: dayOf(20_000 + from),
            checkOut: dayOf(Math.min(20_008, 20_000 + from + length)),
          };
          expect(calendar.admits(stay)).toBe(restrictionsOn(stay, (day) => calendar.get(day)).length === 0);
          const slept = given.slice(from, stay.checkOut - 20_000);
          const free = slept.map((night) => night.allotment - night.blocked - night.booked - night.held);
          expect(calendar.leastFree(stay, counters)).toBe(Math.min(...free));
          expect(calendar.leastFree(stay, null)).toBe(
            Math.min(...slept.map((night) => night.allotment - night.blocked)),
          );
        },
      ),
    );
  });

  it('finds no room on nights beyond what was opened', () => {
    const calendar = new Calendar();
    calendar.set(dayOf(20_000), { ...night(5), stopSell: false, minStay: 1, maxStay: 0 }, 1);
    expect(calendar.leastFree({ checkIn: dayOf(20_000), checkOut: dayOf(20_001) }, null)).toBe(4);
    for (const checkIn of [19_999, 20_001, 30_000])
      expect(
        calendar.leastFree({ checkIn: dayOf(checkIn), checkOut: addDays(dayOf(checkIn), 1) }, null),
      ).toBe(0);
    expect(calendar.admits({ checkIn: dayOf(30_000), checkOut: dayOf(30_001) })).toBe(false);
  });
});
