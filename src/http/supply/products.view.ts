// Converts hotels and products to the form for hotel systems.

import type { Hotel } from '../../domain/catalog/hotel.ts';
import type { ListedProduct } from '../../domain/pricing/list-products.usecase.ts';
import type { RatePlan } from '../../domain/pricing/rate-plan.ts';
import { TIME_ZONE } from '../../kernel/day.ts';
import { formatMoney } from '../../kernel/money.ts';
import type { ProductView, SuppliedHotel } from './products.schema.ts';

export function suppliedHotelView(hotel: Hotel): SuppliedHotel {
  return {
    id: hotel.id,
    public_id: hotel.publicId,
    name_en: hotel.nameEn,
    name_ar: hotel.nameAr,
    name_ckb: hotel.nameCkb,
    city: hotel.city,
    status: hotel.status,
    currency: hotel.currency,
    time_zone: TIME_ZONE,
  };
}

export function productView({ roomType, plans }: ListedProduct): ProductView {
  return {
    id: roomType.id,
    code: roomType.code,
    name_en: roomType.nameEn,
    name_ar: roomType.nameAr,
    name_ckb: roomType.nameCkb,
    max_occupancy: roomType.maxOccupancy,
    max_adults: roomType.maxAdults,
    max_children: roomType.maxChildren,
    usual_allotment: roomType.usualAllotment,
    release_days: roomType.releaseDays,
    active: roomType.active,
    rate_plans: plans.map(planView),
  };
}

function planView(plan: RatePlan): ProductView['rate_plans'][number] {
  const { prices, currency } = plan;
  return {
    id: plan.id,
    code: plan.code,
    name_en: plan.nameEn,
    name_ar: plan.nameAr,
    name_ckb: plan.nameCkb,
    pricing_model: plan.pricingModel,
    currency,
    single_price: formatMoney(prices.single, currency),
    double_price: formatMoney(prices.double, currency),
    extra_adult_price: formatMoney(prices.extraAdult, currency),
    child_price: formatMoney(prices.child, currency),
    release_days: plan.releaseDays,
    active: plan.active,
  };
}
