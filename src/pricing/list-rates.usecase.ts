import { DEFAULT_DAYS } from '../api/partner/rates/availability.schema.ts';
import type { RatePlanItem } from '../api/partner/rates/rates.schema.ts';
import type { Context } from '../boot/context.ts';
import { formatDay } from '../kernel/day.ts';
import { dayWithinHorizon } from '../kernel/horizon.ts';
import { type Currency, formatMoney } from '../kernel/money.ts';
import { accept, type Outcome } from '../kernel/refusal.ts';
import type { Caller } from '../partners/authenticate.ts';
import { contractedHotel } from '../partners/hotel-access.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Prices, RatePlan } from './rate-plan.ts';

export interface RatesQuery {
  hotelId: string;
  days?: number;
  startDate?: string;
}

export function listRates(context: Context, caller: Caller, query: RatesQuery): Outcome<RatePlanItem[]> {
  const { snapshot } = context;
  const today = context.today();
  const found = contractedHotel(snapshot, caller.client, query.hotelId, 'VIEW', today);
  if (!found.ok) return found;
  const start = dayWithinHorizon('startDate', query.startDate, today);
  if (!start.ok) return start;
  const wantsDays = query.days !== undefined || query.startDate !== undefined;
  const plans = [...snapshot.ratePlans.in(found.value.hotel.id)]
    .filter((plan) => plan.active && snapshot.roomTypes.find(plan.roomTypeId)?.active === true)
    .sort((one, other) => (sortKey(snapshot, one) < sortKey(snapshot, other) ? -1 : 1));
  return accept(
    plans.map((plan) => {
      const item = ratePlanItem(plan);
      if (!wantsDays) return item;
      const days = Array.from({ length: query.days ?? DEFAULT_DAYS }, (_, index) => start.value + index);
      const daily = days.map((day) => ({
        date: formatDay(day),
        ...pricesOnTheWire(snapshot.priceOn(plan, day), plan.currency),
      }));
      return { ...item, daily_prices: daily };
    }),
  );
}

function sortKey(snapshot: Snapshot, plan: RatePlan): string {
  return `${snapshot.roomTypes.find(plan.roomTypeId)?.code} ${plan.code}`;
}

function ratePlanItem(plan: RatePlan): RatePlanItem {
  return {
    id: plan.id,
    hotel_id: plan.hotelId,
    room_type_id: plan.roomTypeId,
    code: plan.code,
    name_en: plan.nameEn,
    name_ar: plan.nameAr,
    pricing_model: plan.pricingModel,
    currency: plan.currency,
    ...pricesOnTheWire(plan.prices, plan.currency),
    cancellation_policy_id: plan.cancellationPolicyId,
  };
}

function pricesOnTheWire(prices: Prices, currency: Currency) {
  return {
    single_price: formatMoney(prices.single, currency),
    double_price: formatMoney(prices.double, currency),
    extra_adult_price: formatMoney(prices.extraAdult, currency),
    child_price: formatMoney(prices.child, currency),
  };
}
