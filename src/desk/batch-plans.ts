import type { PlanDay } from '../domain/inventory/plan-day.ts';
import type { Prices, RatePlan } from '../domain/pricing/rate-plan.ts';
import type { Day } from '../kernel/day.ts';

/**
 * The prices and restrictions of the plans and days that were loaded. Reading a day that was not loaded throws an
 * error.
 */
export class BatchPlans {
  private readonly prices = new Map<string, Prices | null>();
  private readonly days = new Map<string, PlanDay>();

  /**
   * In both parameters, a key consists of plan and day. If the price is null, the plan has its usual price on that day.
   */
  load(prices: Iterable<[string, Prices | null]>, days: Iterable<[string, PlanDay]>): void {
    for (const [key, price] of prices) this.prices.set(key, price);
    for (const [key, day] of days) this.days.set(key, day);
  }

  priceOn(plan: RatePlan, day: Day): Prices {
    const own = this.prices.get(`${plan.id}/${day}`);
    if (own === undefined) throw new Error(`the price of plan ${plan.id} on day ${day} was not loaded`);
    return own ?? plan.prices;
  }

  dayOn(plan: RatePlan, day: Day): PlanDay {
    const found = this.days.get(`${plan.id}/${day}`);
    if (found === undefined)
      throw new Error(`the restrictions of plan ${plan.id} on day ${day} were not loaded`);
    return found;
  }
}
