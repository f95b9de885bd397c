// A hotel in the form that a search reads.

import type { Hotel } from '../domain/catalog/hotel.ts';
import type { RoomType } from '../domain/catalog/room-type.ts';
import type { Calendar, Counters } from '../domain/inventory/calendar.ts';
import type { PlanDays } from '../domain/inventory/plan-days.ts';
import type { CancellationPolicy } from '../domain/pricing/cancellation/cancellation-policy.ts';
import type { DayPrices } from '../domain/pricing/day-prices.ts';
import { type Prices, pricesFrom, type RatePlan } from '../domain/pricing/rate-plan.ts';
import type { HotelId, PolicyId, RatePlanId, RoomTypeId } from '../kernel/ids.ts';
import type { Currency } from '../kernel/money.ts';
import type { WrittenJson } from '../kernel/written-json.ts';

export interface PlanForSale {
  plan: RatePlan;
  policy: CancellationPolicy;
  /** Nights that begin in fewer days than this are not sold. The value is the longer release period of room type and plan. */
  releaseDays: number;
  /** Null while every day has the plan's usual price. */
  dayPrices: DayPrices | null;
  /** Null while the plan has no restrictions. */
  planDays: PlanDays | null;
  /** The plan's part of every search result, as JSON. Null until it is first used. */
  written: WrittenJson | null;
}

export interface RoomForSale {
  roomType: RoomType;
  /** Occupancy limits as one number. Rooms with the same key accept the same parties. */
  limitsKey: number;
  /** From this many days ahead, a stay passes every plan. NEVER when a plan has restrictions: then each plan is checked. */
  sellsAllFrom: number;
  calendar: Calendar;
  /** Rooms booked and held, by ledger. */
  counters: ReadonlyMap<number, Counters>;
  plans: PlanForSale[];
  /**
   * The usual prices of all plans in one array: single, double, extra adult, child. A search reads all of them. One
   * object per plan would cost one cache miss per plan.
   */
  usualPrices: Int32Array;
  /** Whether the plans have different currencies, or prices that differ by day. */
  varies: boolean;
  /** The result of the last search that had to check each plan. */
  sold: SoldPlans;
  /** The room's part of every search result, as JSON. Null until it is first used. */
  written: WrittenJson | null;
}

/** More days than a stay can be ahead. */
const NEVER = 1_000_000;

/** The plans of a room that one search may sell. A search uses this three times, and computes it once. */
export interface SoldPlans {
  /** The number of the search that computed this. */
  search: number;
  /** 1 for each plan that may be sold. */
  plans: Uint8Array;
  any: boolean;
}

/**
 * What a hotel sells, sorted by code: each room type with its calendar, and each plan with its prices. A search follows
 * references and needs no lookup by key.
 */
export interface HotelForSale {
  /** Set when a part has changed. Code that keeps this object must then get the new object. */
  stale: boolean;
  rooms: RoomForSale[];
  /** The lowest value of each price on any day. Null when plans have several currencies. */
  lowestPrices: (Prices & { currency: Currency }) | null;
}

/** The data from which a hotel for sale is built. */
export interface SaleSources {
  roomTypes: { in: (hotelId: HotelId) => Iterable<RoomType> };
  ratePlans: { in: (hotelId: HotelId) => Iterable<RatePlan> };
  policies: { find: (id: PolicyId) => CancellationPolicy | null };
  calendarOf: (roomTypeId: RoomTypeId) => Calendar;
  countersByLedger: (roomTypeId: RoomTypeId) => ReadonlyMap<number, Counters>;
  findDayPrices: (ratePlanId: RatePlanId) => DayPrices | null;
  findPlanDays: (ratePlanId: RatePlanId) => PlanDays | null;
}

export function buildHotelForSale(hotel: Hotel, sources: SaleSources): HotelForSale {
  const plans = [...sources.ratePlans.in(hotel.id)].filter((plan) => plan.active).sort(byCode);
  const roomTypes = [...sources.roomTypes.in(hotel.id)].filter((roomType) => roomType.active).sort(byCode);
  const rooms = roomTypes.map((roomType) => {
    const own = plans.filter((plan) => plan.roomTypeId === roomType.id);
    return roomForSale(
      roomType,
      own.flatMap((plan) => plansForSale(plan, roomType, sources)),
      sources,
    );
  });
  const withPlans = rooms.filter((room) => room.plans.length > 0);
  return {
    stale: false,
    rooms: withPlans,
    lowestPrices: lowestPrices(withPlans.flatMap((room) => room.plans)),
  };
}

function roomForSale(roomType: RoomType, plans: PlanForSale[], sources: SaleSources): RoomForSale {
  const isRestricted = plans.some((one) => one.planDays !== null);
  return {
    roomType,
    limitsKey: roomType.maxOccupancy * 10_000 + roomType.maxAdults * 100 + roomType.maxChildren,
    sellsAllFrom: isRestricted ? NEVER : Math.max(...plans.map((one) => one.releaseDays)),
    calendar: sources.calendarOf(roomType.id),
    counters: sources.countersByLedger(roomType.id),
    plans,
    usualPrices: Int32Array.from(
      plans.flatMap(({ plan: { prices } }) => [
        prices.single,
        prices.double,
        prices.extraAdult,
        prices.child,
      ]),
    ),
    varies: plans.some((one) => one.dayPrices !== null || one.plan.currency !== plans[0]!.plan.currency),
    sold: { search: 0, plans: new Uint8Array(plans.length), any: false },
    written: null,
  };
}

/** A plan without a policy cannot be sold, because its cancellation cost would be unknown. */
function plansForSale(plan: RatePlan, roomType: RoomType, sources: SaleSources): PlanForSale[] {
  const policy = sources.policies.find(plan.cancellationPolicyId);
  if (policy === null) return [];
  const releaseDays = Math.max(roomType.releaseDays, plan.releaseDays);
  const dayPrices = sources.findDayPrices(plan.id);
  return [{ plan, policy, releaseDays, dayPrices, planDays: sources.findPlanDays(plan.id), written: null }];
}

function lowestPrices(plans: PlanForSale[]): HotelForSale['lowestPrices'] {
  const currency = plans[0]?.plan.currency;
  if (currency === undefined || plans.some(({ plan }) => plan.currency !== currency)) return null;
  const all = plans.flatMap(({ plan, dayPrices }) => [
    plan.prices,
    ...(dayPrices === null ? [] : [dayPrices.lowest()]),
  ]);
  const lowest = (of: (prices: Prices) => number) =>
    all.reduce((low, one) => Math.min(low, of(one)), Infinity);
  const prices = pricesFrom(
    lowest((one) => one.single),
    lowest((one) => one.double),
    lowest((one) => one.extraAdult),
    lowest((one) => one.child),
  );
  return { ...prices, currency };
}

function byCode(one: { code: string }, other: { code: string }): number {
  return one.code < other.code ? -1 : 1;
}
