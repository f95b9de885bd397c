import type { Currency, Minor } from '../kernel/money.ts';
import type { RoomParty } from './spread-party.ts';

export const PRICING_MODELS = ['ROOM_ONLY', 'BED_AND_BREAKFAST', 'HALF_BOARD', 'FULL_BOARD'] as const;
export type PricingModel = (typeof PRICING_MODELS)[number];

/** What one room costs for one night: one adult pays single, two pay double, everybody else is added. */
export interface Prices {
  single: Minor;
  double: Minor;
  extraAdult: Minor;
  child: Minor;
}

export interface RatePlan {
  id: string;
  hotelId: string;
  roomTypeId: string;
  code: string;
  nameEn: string;
  nameAr: string;
  pricingModel: PricingModel;
  currency: Currency;
  prices: Prices;
  cancellationPolicyId: string;
  active: boolean;
}

/** One adult pays single, two pay double, each further adult and each child is added. */
export function priceOfRoom(
  single: Minor,
  double: Minor,
  extraAdult: Minor,
  child: Minor,
  room: RoomParty,
): Minor {
  const adults = room.adults === 1 ? single : double + (room.adults - 2) * extraAdult;
  return adults + room.children * child;
}
