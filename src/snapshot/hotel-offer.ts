import type { CancellationPolicy } from '../cancellation/cancellation-policy.ts';
import type { Hotel } from '../catalog/hotel.ts';
import type { RoomType } from '../catalog/room-type.ts';
import type { Calendar, Counters } from '../inventory/calendar.ts';
import type { Currency } from '../kernel/money.ts';
import { type WrittenJson, writeJson } from '../kernel/written-json.ts';
import type { DayPrices } from '../pricing/day-prices.ts';
import type { Prices, RatePlan } from '../pricing/rate-plan.ts';

export interface ShelfPlan {
  usual: Prices;
  currency: Currency;
  policy: CancellationPolicy;
  /** Null while every day has the plan's usual price. */
  dayPrices: DayPrices | null;
  /** The plan's part of an answer up to its currency. */
  wire: WrittenJson;
}

export interface ShelfRoom {
  roomType: RoomType;
  /** Equal for rooms that take the same parties. */
  size: number;
  calendar: Calendar;
  /** What each ledger has sold and holds. */
  sold: ReadonlyMap<number, Counters>;
  plans: ShelfPlan[];
  /**
   * The usual prices of the plans in a row: single, double, further adult, child. A search reads them all, and each step
   * to an object of its own would wait for memory.
   */
  usual: Int32Array;
  /** Whether plans differ by more than their usual prices: in currency, or on some days. */
  varies: boolean;
  /** The room's part of an answer up to the number of rooms left. */
  wire: WrittenJson;
}

/**
 * What a hotel has to sell, in the order of codes, each room beside its calendar and each plan beside its prices: a
 * search reaches everything by following references. What does not depend on dates and party is already spelled.
 */
export interface Shelf {
  /** Set when one of its parts has changed: whoever keeps it must ask for the new one. */
  stale: boolean;
  rooms: ShelfRoom[];
  /** No room costs less than this on any day, price by price; null where plans have several currencies. */
  floor: (Prices & { currency: Currency }) | null;
}

export interface Stock {
  roomTypes: { in: (hotelId: string) => Iterable<RoomType> };
  ratePlans: { in: (hotelId: string) => Iterable<RatePlan> };
  policies: { find: (id: string) => CancellationPolicy | null };
  calendarOf: (roomTypeId: string) => Calendar;
  soldOf: (roomTypeId: string) => ReadonlyMap<number, Counters>;
  findDayPrices: (ratePlanId: string) => DayPrices | null;
}

export function stockShelf(hotel: Hotel, stock: Stock): Shelf {
  const plans = [...stock.ratePlans.in(hotel.id)].filter((plan) => plan.active).sort(byCode);
  const roomTypes = [...stock.roomTypes.in(hotel.id)].filter((roomType) => roomType.active).sort(byCode);
  const rooms = roomTypes.map((roomType) => {
    const own = plans
      .filter((plan) => plan.roomTypeId === roomType.id)
      .flatMap((plan) => onShelf(plan, stock));
    return {
      roomType,
      size: roomType.maxOccupancy * 10_000 + roomType.maxAdults * 100 + roomType.maxChildren,
      calendar: stock.calendarOf(roomType.id),
      sold: stock.soldOf(roomType.id),
      plans: own,
      usual: Int32Array.from(
        own.flatMap(({ usual }) => [usual.single, usual.double, usual.extraAdult, usual.child]),
      ),
      varies: own.some((plan) => plan.dayPrices !== null || plan.currency !== own[0]!.currency),
      wire: roomWire(roomType),
    };
  });
  const sold = rooms.filter((room) => room.plans.length > 0);
  return { stale: false, rooms: sold, floor: floorOf(sold.flatMap((room) => room.plans)) };
}

function floorOf(plans: ShelfPlan[]): Shelf['floor'] {
  const currency = plans[0]?.currency;
  if (currency === undefined || plans.some((plan) => plan.currency !== currency)) return null;
  const all = plans.flatMap(({ usual, dayPrices }) => [
    usual,
    ...(dayPrices === null ? [] : dayPrices.all()),
  ]);
  const least = (of: (prices: Prices) => number) =>
    all.reduce((low, prices) => Math.min(low, of(prices)), Infinity);
  return {
    currency,
    single: least((prices) => prices.single),
    double: least((prices) => prices.double),
    extraAdult: least((prices) => prices.extraAdult),
    child: least((prices) => prices.child),
  };
}

/** A plan whose policy is missing cannot be sold: nobody could say what cancelling costs. */
function onShelf(plan: RatePlan, stock: Stock): ShelfPlan[] {
  const policy = stock.policies.find(plan.cancellationPolicyId);
  if (policy === null) return [];
  const dayPrices = stock.findDayPrices(plan.id);
  return [{ usual: plan.prices, currency: plan.currency, policy, dayPrices, wire: planWire(plan) }];
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
