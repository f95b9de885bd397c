import type { HotelId } from '../kernel/ids.ts';
import type { Change } from './apply.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Returns the hotels whose rooms, prices or restrictions are in the changes. Changes of booked and held rooms are
 * ignored.
 */
export function hotelsWithOffersIn(snapshot: Snapshot, changes: readonly Change[]): Set<HotelId> {
  const hotels = new Set<HotelId>();
  for (const { kind, payload } of changes) {
    const hotelId =
      kind === 'nights'
        ? snapshot.roomTypes.find(payload.room_type_id)?.hotelId
        : kind === 'day_prices'
          ? snapshot.ratePlans.find(payload.rate_plan_id)?.hotelId
          : kind === 'room_types' || kind === 'rate_plans'
            ? (payload.hotel_id as HotelId)
            : undefined;
    if (hotelId !== undefined) hotels.add(hotelId);
  }
  return hotels;
}
