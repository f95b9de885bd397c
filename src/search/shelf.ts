import type { CancellationPolicy } from '../booking/cancellation-policy.ts';
import type { Hotel } from '../catalog/hotel.ts';
import type { RoomType } from '../catalog/room-type.ts';
import type { Calendar } from '../inventory/calendar.ts';
import type { Currency } from '../kernel/money.ts';
import { type WrittenJson, writeJson } from '../kernel/written-json.ts';
import type { DayPrices } from '../pricing/day-prices.ts';
import type { Prices, RatePlan } from '../pricing/rate-plan.ts';

/** A plan with its usual prices in itself: a search reads them thousands of times, and each step to another object waits for memory. */
export interface ShelfPlan extends Prices {
  currency: Currency;
  policy: CancellationPolicy;
  /** Null while every day has the plan's usual price. */
  dayPrices: DayPrices | null;
  /** The plan's part of an answer up to its currency. */
  wire: WrittenJson;
}

export interface ShelfRoom {
  roomType: RoomType;
  calendar: Calendar;
  plans: ShelfPlan[];
  /** The room's part of an answer up to the number of rooms left. */
  wire: WrittenJson;
}

/**
 * What a hotel has to sell, in the order of codes, each room beside its calendar and each plan beside its prices: a
 * search reaches everything by following references. What does not depend on dates and party is already spelled.
 */
export interface Shelf {
  rooms: ShelfRoom[];
}

export interface Stock {
  roomTypes: { in: (hotelId: string) => Iterable<RoomType> };
  ratePlans: { in: (hotelId: string) => Iterable<RatePlan> };
  policies: { find: (id: string) => CancellationPolicy | null };
  calendarOf: (roomTypeId: string) => Calendar;
  findDayPrices: (ratePlanId: string) => DayPrices | null;
}

export function stockShelf(hotel: Hotel, stock: Stock): Shelf {
  const plans = [...stock.ratePlans.in(hotel.id)].filter((plan) => plan.active).sort(byCode);
  const roomTypes = [...stock.roomTypes.in(hotel.id)].filter((roomType) => roomType.active).sort(byCode);
  const rooms = roomTypes.map((roomType) => ({
    roomType,
    calendar: stock.calendarOf(roomType.id),
    plans: plans.filter((plan) => plan.roomTypeId === roomType.id).flatMap((plan) => onShelf(plan, stock)),
    wire: roomWire(roomType),
  }));
  return { rooms: rooms.filter((room) => room.plans.length > 0) };
}

/** A plan whose policy is missing cannot be sold: nobody could say what cancelling costs. */
function onShelf(plan: RatePlan, stock: Stock): ShelfPlan[] {
  const policy = stock.policies.find(plan.cancellationPolicyId);
  if (policy === null) return [];
  const dayPrices = stock.findDayPrices(plan.id);
  const { single, double, extraAdult, child } = plan.prices;
  const { currency } = plan;
  return [{ single, double, extraAdult, child, currency, policy, dayPrices, wire: planWire(plan) }];
}

function roomWire(roomType: RoomType): WrittenJson {
  const fields = writeJson({
    room_type_id: roomType.id,
    name_en: roomType.nameEn,
    name_ar: roomType.nameAr,
    max_occupancy: roomType.maxOccupancy,
  });
  return `${fields.slice(0, -1)},"available":`;
}

function planWire(plan: RatePlan): WrittenJson {
  const fields = writeJson({ rate_plan_id: plan.id, pricing_model: plan.pricingModel });
  return `${fields.slice(0, -1)},"currency":"`;
}

function byCode(one: { code: string }, other: { code: string }): number {
  return one.code < other.code ? -1 : 1;
}
