// Computes a percentage of usual prices. Rounds the results to amounts that hotels use.

import { type Currency, divideHalfUp, type Minor, minor } from '../../kernel/money.ts';
import type { Prices } from './rate-plan.ts';

/** Hotels use whole dollars and multiples of 250 dinars. 250 dinars is the smallest banknote. */
const STEPS: Record<Currency, number> = { IQD: 250, USD: 100 };

/** The highest price that can be stored, because the database stores a price in four bytes. */
export const HIGHEST_PRICE = 2_147_483_647;

/**
 * Computes a percentage of each price. If the usual price is a multiple of the step, the result is also a multiple of
 * the step.
 */
export function percentOfPrices(usual: Prices, percent: number, currency: Currency): Prices {
  const of = (price: Minor, least: number) => percentOf(price, percent, STEPS[currency], least);
  return {
    single: of(usual.single, 1),
    double: of(usual.double, 1),
    extraAdult: of(usual.extraAdult, 0),
    child: of(usual.child, 0),
  };
}

function percentOf(price: Minor, percent: number, step: number, least: number): Minor {
  const unit = price % step === 0 ? step : 1;
  return minor(Math.max(divideHalfUp(price * percent, 100 * unit) * unit, least === 0 ? 0 : unit));
}

export function isStorable(prices: Prices): boolean {
  const { single, double, extraAdult, child } = prices;
  return single > 0 && double > 0 && Math.max(single, double, extraAdult, child) <= HIGHEST_PRICE;
}

const OUTLIER_FACTOR = 5;

/**
 * Whether a price is more than five times the usual price or less than a fifth of the usual price. Such a price
 * probably contains a typing mistake.
 */
export function isOutlier(prices: Prices, usual: Prices): boolean {
  const isFar = (price: number, known: number) =>
    price > known * OUTLIER_FACTOR || price * OUTLIER_FACTOR < known;
  return isFar(prices.single, usual.single) || isFar(prices.double, usual.double);
}
