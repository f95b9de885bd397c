import { expect, it } from 'vitest';
import { dayOf } from '../../kernel/day.ts';
import { DayPrices } from './day-prices.ts';
import { pricesFrom } from './rate-plan.ts';

it('the lowest of each price follows every change', () => {
  const days = new DayPrices();
  expect(days.lowest().double).toBe(Infinity);
  days.set(dayOf(20_000), pricesFrom(8, 10, 3, 2));
  days.set(dayOf(20_400), pricesFrom(7, 12, 4, 0));
  expect(days.lowest()).toEqual(pricesFrom(7, 10, 3, 0));
  days.set(dayOf(20_000), pricesFrom(9, 11, 5, 2));
  expect(days.lowest()).toEqual(pricesFrom(7, 11, 4, 0));
  days.clear(dayOf(20_400));
  expect(days.lowest()).toEqual(pricesFrom(9, 11, 5, 2));
});
