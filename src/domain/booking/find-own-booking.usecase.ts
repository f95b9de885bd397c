// A partner looks up one of its bookings. The result contains the hotel, the room type and the plan of the booking.

import type { Queries } from '../../context.ts';
import type { ById } from '../../kernel/by-id.ts';
import { readId, readPublicId } from '../../kernel/ids.ts';
import type { Hotel } from '../catalog/hotel.ts';
import type { RoomType } from '../catalog/room-type.ts';
import type { Caller } from '../partners/authenticate.ts';
import type { RatePlan } from '../pricing/rate-plan.ts';
import type { Booking } from './booking.ts';
import { findBooking } from './bookings.store.ts';
import type { BookedProduct } from './decided.ts';
import { VOUCHER_ID } from './voucher.ts';

export interface FoundBooking {
  booking: Booking;
  hotel: Hotel;
  product: BookedProduct;
}

/** Finds a booking of the caller by uuid or voucher id. Upper and lower case are accepted. */
export async function findOwnBooking(
  context: Queries,
  caller: Caller,
  reference: string,
): Promise<FoundBooking | null> {
  const voucherId = readPublicId(reference);
  const by = VOUCHER_ID.test(voucherId) ? { voucherId } : { id: readId(reference) };
  const booking = await findBooking(context.pool, caller.client.id, by);
  return booking === null ? null : withProduct(context.snapshot, booking);
}

/** The parts of the in-memory catalogue to which bookings refer. */
export interface BookedCatalogue {
  hotels: ById<Hotel>;
  roomTypes: ById<RoomType>;
  ratePlans: ById<RatePlan>;
}

/** Adds the hotel, the room type and the plan to a stored booking. These three come from the catalogue in memory. */
export function withProduct(catalogue: BookedCatalogue, booking: Booking): FoundBooking {
  const hotel = catalogue.hotels.find(booking.hotelId);
  const roomType = catalogue.roomTypes.find(booking.roomTypeId);
  const plan = catalogue.ratePlans.find(booking.ratePlanId);
  if (hotel === null || roomType === null || plan === null)
    throw new Error(`booking ${booking.id} names a hotel, room type or plan that is not in the catalogue`);
  return { booking, hotel, product: { hotel, roomType, plan } };
}
