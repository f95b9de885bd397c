// A rate plan, and the price of a room in this plan.

import type { HotelId, PolicyId, RatePlanId, RoomTypeId } from '../../kernel/ids.ts';
import { type Currency, type Minor, minor } from '../../kernel/money.ts';
import type { RoomParty } from './spread-party.ts';

export const PRICING_MODELS = ['ROOM_ONLY', 'BED_AND_BREAKFAST', 'HALF_BOARD', 'FULL_BOARD'] as const;
export type PricingModel = (typeof PRICING_MODELS)[number];

/**
 * The prices of a room per night. One adult pays `single`, and two adults together pay `double`. Each further adult
 * adds `extraAdult`, and each child adds `child`.
 */
export interface Prices {
  single: Minor;
  double: Minor;
  extraAdult: Minor;
  child: Minor;
}

export function pricesFrom(single: number, double: number, extraAdult: number, child: number): Prices {
  return {
    single: minor(single),
    double: minor(double),
    extraAdult: minor(extraAdult),
    child: minor(child),
  };
}

export interface RatePlan {
  id: RatePlanId;
  hotelId: HotelId;
  roomTypeId: RoomTypeId;
  code: string;
  nameEn: string;
  nameAr: string;
  /** Null: the rate plan has no Kurdish name. */
  nameCkb: string | null;
  pricingModel: PricingModel;
  currency: Currency;
  prices: Prices;
  cancellationPolicyId: PolicyId;
  /**
   * A night is not sold in this plan if it is fewer than this number of days ahead. The room type has its own limit,
   * which may be higher.
   */
  releaseDays: number;
  active: boolean;
}

/** Computes the price of one room for one night. */
export function roomPrice(prices: Prices, room: RoomParty): Minor {
  return roomPriceFrom(prices.single, prices.double, prices.extraAdult, prices.child, room);
}

/**
 * Like `roomPrice`, but with four numbers instead of an object, because a search calls this function thousands of times
 * per request.
 */
export function roomPriceFrom(
  single: number,
  double: number,
  extraAdult: number,
  child: number,
  room: RoomParty,
): Minor {
  const adults = room.adults === 1 ? single : double + (room.adults - 2) * extraAdult;
  return minor(adults + room.children * child);
}
