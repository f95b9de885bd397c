import { divideHalfUp } from '../kernel/money.ts';
import type { Prices } from '../pricing/rate-plan.ts';

/** The sandbox's "price rises" hotel: five percent dearer at booking than it was when quoted. */
export function raisedPrices(prices: Prices): Prices {
  const raised = (amount: number) => divideHalfUp(amount * 105, 100);
  return {
    single: raised(prices.single),
    double: raised(prices.double),
    extraAdult: raised(prices.extraAdult),
    child: raised(prices.child),
  };
}
