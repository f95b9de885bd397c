// Converts a rate plan and its days to the form that partners receive.

import type { PlanDay } from '../../../domain/inventory/plan-day.ts';
import type { PlanRates } from '../../../domain/pricing/list-rates.usecase.ts';
import type { Prices } from '../../../domain/pricing/rate-plan.ts';
import { formatDay } from '../../../kernel/day.ts';
import { type Currency, formatMoney } from '../../../kernel/money.ts';
import type { RatePlanItem } from './rates.schema.ts';

export function ratesView({ plan, daily }: PlanRates): RatePlanItem {
  const item = {
    id: plan.id,
    hotel_id: plan.hotelId,
    room_type_id: plan.roomTypeId,
    code: plan.code,
    name_en: plan.nameEn,
    name_ar: plan.nameAr,
    name_ckb: plan.nameCkb,
    pricing_model: plan.pricingModel,
    currency: plan.currency,
    ...pricesView(plan.prices, plan.currency),
    cancellation_policy_id: plan.cancellationPolicyId,
  };
  if (daily === null) return item;
  return {
    ...item,
    daily_prices: daily.map(({ day, prices, restrictions }) => ({
      date: formatDay(day),
      ...pricesView(prices, plan.currency),
      restrictions: restrictionsView(restrictions),
    })),
  };
}

function pricesView(prices: Prices, currency: Currency) {
  return {
    single_price: formatMoney(prices.single, currency),
    double_price: formatMoney(prices.double, currency),
    extra_adult_price: formatMoney(prices.extraAdult, currency),
    child_price: formatMoney(prices.child, currency),
  };
}

function restrictionsView(day: PlanDay) {
  return {
    stop_sell: day.stopSell,
    closed_to_arrival: day.closedToArrival,
    closed_to_departure: day.closedToDeparture,
    min_stay: day.minStay,
    min_stay_through: day.minStayThrough,
    max_stay: day.maxStay === 0 ? null : day.maxStay,
  };
}
