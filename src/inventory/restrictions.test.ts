import { describe, expect, it } from 'vitest';
import { addDays, dayOf } from '../kernel/day.ts';
import { type Night, UNOPENED } from './night.ts';
import { latenessOf, restrictionsOn } from './restrictions.ts';

const TODAY = dayOf(20_000);
const stay = (from: number, nights: number) => ({
  checkIn: addDays(TODAY, from),
  checkOut: addDays(TODAY, from + nights),
});
const times = { today: TODAY, timeOfDay: '12:00', sameDayCutoff: '23:59', releaseDays: 0 };

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

describe('the same-day cutoff', () => {
  const on = (timeOfDay: string, from = 0) =>
    latenessOf(stay(from, 2), { ...times, timeOfDay, sameDayCutoff: '18:30' });

  it('sells tonight until its last minute', () => {
    expect(on('18:30')).toEqual([]);
    expect(on('18:31')).toEqual([{ code: 'SAME_DAY_CUTOFF', day: TODAY }]);
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
    expect(late(6)).toEqual([{ code: 'RELEASE_PERIOD', day: TODAY + 6 }]);
    expect(late(5).map(({ day }) => day)).toEqual([TODAY + 5, TODAY + 6]);
  });
});
