import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayOf } from '../../kernel/day.ts';
import { idOf } from '../../kernel/ids.ts';
import { type PlanDay, packPlanDay, UNRESTRICTED } from './plan-day.ts';
import { PlanDays } from './plan-days.ts';
import { planRestrictionsOn } from './restrictions.ts';

const FIRST = dayOf(20_000);
const closed = packPlanDay({ ...UNRESTRICTED, stopSell: true });

describe('the days of a plan', () => {
  it('keep the smallest and the largest values while they grow in both directions', () => {
    const most: PlanDay = {
      ...{ stopSell: true, closedToArrival: true, closedToDeparture: true },
      ...{ minStay: 30, minStayThrough: 30, maxStay: 30 },
    };
    const days = new PlanDays();
    for (const day of [20_000, 20_500, 19_990]) days.set(dayOf(day), packPlanDay(most));
    for (const day of [20_000, 20_500, 19_990]) expect(days.get(dayOf(day))).toEqual(most);
    for (const day of [19_989, 19_991, 20_501, 30_000]) expect(days.get(dayOf(day))).toBe(UNRESTRICTED);
    days.set(FIRST, packPlanDay(UNRESTRICTED));
    expect(days.get(FIRST)).toEqual(UNRESTRICTED);
  });

  it('know how many they are', () => {
    const days = new PlanDays();
    for (const day of [20_000, 20_000, 20_700]) days.set(dayOf(day), closed);
    expect(days.size).toBe(2);
    for (const day of [20_000, 20_000, 20_001, 30_000]) days.clear(dayOf(day));
    expect([days.size, days.get(FIRST)]).toEqual([1, UNRESTRICTED]);
  });

  it('admit exactly the stays that no restriction forbids', () => {
    const day = fc.record({
      stopSell: fc.constantFrom(false, false, false, true),
      closedToArrival: fc.constantFrom(false, false, true),
      closedToDeparture: fc.constantFrom(false, false, true),
      minStay: fc.constantFrom(1, 1, 2, 3),
      minStayThrough: fc.constantFrom(1, 1, 2, 3, 4),
      maxStay: fc.constantFrom(0, 0, 2, 4),
    });
    const given = fc.array(fc.option(day), { minLength: 8, maxLength: 8 });
    const from = fc.integer({ min: -2, max: 8 });
    let admitted = 0;
    fc.assert(
      fc.property(given, from, fc.integer({ min: 1, max: 5 }), (all, start, nights) => {
        const days = new PlanDays();
        all.forEach((one, index) => {
          if (one !== null) days.set(addDays(FIRST, index), packPlanDay(one));
        });
        const stay = { checkIn: addDays(FIRST, start), checkOut: addDays(FIRST, start + nights) };
        const reasons = planRestrictionsOn(stay, idOf('plan'), (on) => all[on - FIRST] ?? UNRESTRICTED);
        admitted += reasons.length === 0 ? 1 : 0;
        expect(days.admits(stay)).toBe(reasons.length === 0);
      }),
      { numRuns: 1_000 },
    );
    expect(admitted).toBeGreaterThan(50);
    expect(admitted).toBeLessThan(950);
  });
});
