// A rate plan, and the price of a room in it.

import type { HotelId, PolicyId, RatePlanId, RoomTypeId } from '../../kernel/ids.ts';
import { type Currency, type Minor, minor } from '../../kernel/money.ts';
import type { RoomParty } from './spread-party.ts';

export const PRICING_MODELS = ['ROOM_ONLY', 'BED_AND_BREAKFAST', 'HALF_BOARD', 'FULL_BOARD'] as const;
export type PricingModel = (typeof PRICING_MODELS)[number];

/**
 * The prices of a room. One adult pays `single` and two adults pay `double`. Each further adult and each child adds to
 * this.
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
  pricingModel: PricingModel;
  currency: Currency;
  prices: Prices;
  cancellationPolicyId: PolicyId;
  /** A night that is fewer days away than this is not sold. The room type may have a higher limit. */
  releaseDays: number;
  active: boolean;
}

/** What one room costs its guests for one night. */
export function roomPrice(prices: Prices, room: RoomParty): Minor {
  return roomPriceFrom(prices.single, prices.double, prices.extraAdult, prices.child, room);
}

/**
 * Like `roomPrice`, but from four numbers without an object, because search computes this thousands of times per
 * request.
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
