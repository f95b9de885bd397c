import { describe, expect, it } from 'vitest';
import { addDays, dayOf } from '../../kernel/day.ts';
import { idOf, type RatePlanId } from '../../kernel/ids.ts';
import { type Night, UNOPENED } from './night.ts';
import { type PlanDay, UNRESTRICTED } from './plan-day.ts';
import { latenessOf, planRestrictionsOn, restrictionsOn } from './restrictions.ts';

const TODAY = dayOf(20_000);
const stay = (from: number, nights: number) => ({
  checkIn: addDays(TODAY, from),
  checkOut: addDays(TODAY, from + nights),
});
const PLAN = idOf<RatePlanId>('plan');
const times = {
  ...{ today: TODAY, timeOfDay: '12:00', sameDayCutoff: '23:59', releaseDays: 0 },
  plan: { id: PLAN, releaseDays: 0 },
};

describe('a night that nobody has opened', () => {
  it('is refused with its date, with a row or without, and the others are not', () => {
    const nights: Record<number, Night> = {
      [TODAY + 5]: { ...UNOPENED, open: true, allotment: 3 },
      [TODAY + 6]: { ...UNOPENED, allotment: 3 },
    };
    expect(restrictionsOn(stay(5, 3), (day) => nights[day] ?? UNOPENED)).toEqual([
      { code: 'NOT_OPEN', day: TODAY + 6 },
      { code: 'NOT_OPEN', day: TODAY + 7 },
    ]);
  });
});

describe('the restrictions of a plan', () => {
  const found = (from: number, nights: number, days: Record<number, Partial<PlanDay>>) =>
    planRestrictionsOn(stay(from, nights), PLAN, (day) => ({ ...UNRESTRICTED, ...days[day - TODAY] })).map(
      ({ code, day, ratePlanId }) => [code, day! - TODAY, ratePlanId],
    );

  /** Day 10 is restricted. In these texts, `8+3` means a stay of 3 nights that begins on day 8. */
  it.each<[string, Partial<PlanDay>, string, string]>([
    ['STOP_SELL', { stopSell: true }, '8+3 9+2 10+2', '7+3 11+2'],
    ['CLOSED_TO_ARRIVAL', { closedToArrival: true }, '10+1 10+2', '9+2 11+2'],
    ['CLOSED_TO_DEPARTURE', { closedToDeparture: true }, '8+2 9+1', '9+2 10+1 7+2'],
    ['MIN_STAY', { minStay: 3 }, '10+1 10+2', '10+3 9+2 11+1'],
    ['MIN_STAY_THROUGH', { minStayThrough: 3 }, '10+2 9+2', '10+3 8+3 8+2 11+2'],
    ['MAX_STAY', { maxStay: 2 }, '10+3', '10+2 9+3 11+3'],
  ])('%s applies to the stays that it concerns', (code, day, refused, accepted) => {
    const reasons = (stays: string) =>
      stays.split(' ').map((one) => {
        const [from, nights] = one.split('+').map(Number);
        return [one, ...found(from!, nights!, { 10: day })];
      });
    expect(reasons(refused)).toEqual(refused.split(' ').map((one) => [one, [code, 10, PLAN]]));
    expect(reasons(accepted)).toEqual(accepted.split(' ').map((one) => [one]));
  });

  it('of several nights, the largest minimum stay through counts', () => {
    const through = (nights: number) =>
      found(10, nights, { 10: { minStayThrough: 2 }, 11: { minStayThrough: 5 }, 12: { minStayThrough: 4 } });
    expect(through(1)).toEqual([['MIN_STAY_THROUGH', 10, PLAN]]);
    expect(through(4)).toEqual([['MIN_STAY_THROUGH', 11, PLAN]]);
    expect(through(5)).toEqual([]);
  });

  it('all that apply are named', () => {
    const all = { stopSell: true, closedToArrival: true, minStay: 3, minStayThrough: 4 };
    expect(found(10, 2, { 10: all, 12: { closedToDeparture: true } })).toEqual([
      ['STOP_SELL', 10, PLAN],
      ['CLOSED_TO_ARRIVAL', 10, PLAN],
      ['CLOSED_TO_DEPARTURE', 12, PLAN],
      ['MIN_STAY', 10, PLAN],
      ['MIN_STAY_THROUGH', 10, PLAN],
    ]);
  });
});

describe('the same-day cutoff', () => {
  const on = (timeOfDay: string, from = 0) =>
    latenessOf(stay(from, 2), { ...times, timeOfDay, sameDayCutoff: '18:30' });

  it('sells tonight until its last minute', () => {
    expect(on('18:30')).toEqual([]);
    expect(on('18:31')).toEqual([{ code: 'SAME_DAY_CUTOFF', day: TODAY, sameDayCutoff: '18:30' }]);
  });

  it('does not concern tomorrow, and at 23:59 it never applies', () => {
    expect(on('23:59', 1)).toEqual([]);
    expect(latenessOf(stay(0, 1), { ...times, timeOfDay: '23:59' })).toEqual([]);
  });
});

describe('the release period', () => {
  it('refuses the nights that are too near', () => {
    const late = (from: number) => latenessOf(stay(from, 3), { ...times, releaseDays: 7 });
    expect(late(7)).toEqual([]);
    expect(late(6)).toEqual([{ code: 'RELEASE_PERIOD', day: TODAY + 6, releaseDays: 7 }]);
    expect(late(5).map(({ day }) => day)).toEqual([TODAY + 5, TODAY + 6]);
  });

  it('names the plan for nights that only the plan refuses', () => {
    const plan = { id: PLAN, releaseDays: 7 };
    expect(latenessOf(stay(5, 3), { ...times, releaseDays: 6, plan })).toEqual([
      { code: 'RELEASE_PERIOD', day: TODAY + 5, releaseDays: 6 },
      { code: 'RELEASE_PERIOD', day: TODAY + 6, ratePlanId: PLAN, releaseDays: 7 },
    ]);
  });
});
