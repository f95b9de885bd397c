// Builds a hotel in the form that a search reads.

import type { Hotel } from '../domain/catalog/hotel.ts';
import type { RoomType } from '../domain/catalog/room-type.ts';
import type { Calendar, Counters } from '../domain/inventory/calendar.ts';
import type { PlanDays } from '../domain/inventory/plan-days.ts';
import type { CancellationPolicy } from '../domain/pricing/cancellation/cancellation-policy.ts';
import type { DayPrices } from '../domain/pricing/day-prices.ts';
import { type Prices, pricesFrom, type RatePlan } from '../domain/pricing/rate-plan.ts';
import type { HotelId, PolicyId, RatePlanId, RoomTypeId } from '../kernel/ids.ts';
import type { JsonPiece } from '../kernel/json-writer.ts';
import type { Currency } from '../kernel/money.ts';

export interface PlanForSale {
  plan: RatePlan;
  policy: CancellationPolicy;
  /**
   * The plan is not sold for stays that begin in fewer days than this. If the room type and the plan have different
   * release periods, this is the longer period.
   */
  releaseDays: number;
  /** The prices that are set for single days. Null if the plan has its usual price on every day. */
  dayPrices: DayPrices | null;
  /** Null if the plan has no restrictions. */
  planDays: PlanDays | null;
  /** The part of the plan's JSON that is the same in every search result. Null until a search needs it. */
  written: JsonPiece | null;
}

export interface RoomForSale {
  roomType: RoomType;
  /** Occupancy limits as one number. Rooms with the same key accept the same parties. */
  limitsKey: number;
  /**
   * If a stay begins in at least this number of days, every plan may be sold. The value is NEVER if a plan has
   * restrictions, because a search must then check each plan.
   */
  sellsAllFrom: number;
  calendar: Calendar;
  /** The numbers of booked and held rooms, by ledger. */
  counters: ReadonlyMap<number, Counters>;
  plans: PlanForSale[];
  /**
   * The usual prices of all plans in one array: single, double, extra adult, child. A search reads all these prices.
   * With one object per plan, the processor would have one cache miss per plan.
   */
  usualPrices: Int32Array;
  /** True if the plans have different currencies, or if a plan has different prices on different days. */
  varies: boolean;
  /** The result of the last search that had to check each plan. */
  sold: SoldPlans;
  /** The part of the room's JSON that is the same in every search result. Null until a search needs it. */
  written: JsonPiece | null;
}

/** A number of days that is larger than the number of days from today to any arrival. */
const NEVER = 1_000_000;

/**
 * The plans of a room that may be sold for the stay of one search. A search computes this object once and uses it three
 * times.
 */
export interface SoldPlans {
  /** The number of the search that computed this object. */
  search: number;
  /** Contains 1 for each plan that may be sold. */
  plans: Uint8Array;
  any: boolean;
}

/**
 * What a hotel sells: each room type with its calendar, and each plan with its prices, both sorted by code. A search
 * reads this object without lookups by key, because the object has references to all the data.
 */
export interface HotelForSale {
  /**
   * True when a part of the hotel has changed. Code that keeps a reference to this object must then get the new object
   * from the snapshot.
   */
  stale: boolean;
  rooms: RoomForSale[];
  /** For each kind of price, the lowest value of all plans and days. Null when the plans have several currencies. */
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

/**
 * Returns a list with the plan in the form for search. The list is empty if the plan has no policy, because the cost of
 * a cancellation would then be unknown.
 */
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
