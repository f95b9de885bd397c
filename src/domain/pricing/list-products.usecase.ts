import type { Reads } from '../../context.ts';
import { accept, type Outcome } from '../../kernel/refusal.ts';
import type { RoomType } from '../catalog/room-type.ts';
import type { Caller } from '../partners/authenticate.ts';
import { suppliedHotel } from '../partners/supplied-hotel.ts';
import type { RatePlan } from './rate-plan.ts';

/** A room type with its rate plans. */
export interface ListedProduct {
  roomType: RoomType;
  plans: RatePlan[];
}

/**
 * Lists the room types and rate plans of a supplier's hotel, sorted by code. Inactive room types and plans are
 * included.
 */
export function listProducts(
  { snapshot }: Reads,
  { client }: Caller,
  reference: string,
): Outcome<ListedProduct[]> {
  const hotel = suppliedHotel(snapshot, client, reference);
  if (!hotel.ok) return hotel;
  const plans = [...snapshot.ratePlans.in(hotel.value.id)].sort(byCode);
  const roomTypes = [...snapshot.roomTypes.in(hotel.value.id)].sort(byCode);
  return accept(
    roomTypes.map((roomType) => ({
      roomType,
      plans: plans.filter((plan) => plan.roomTypeId === roomType.id),
    })),
  );
}

function byCode(one: { code: string }, other: { code: string }): number {
  return one.code < other.code ? -1 : 1;
}
