// Looks up a booking for the partner that made it, with hotel, room type and plan.

import type { Queries } from '../../context.ts';
import type { ById } from '../../kernel/by-id.ts';
import { readId } from '../../kernel/ids.ts';
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

/** Finds a booking of the caller by uuid or voucher id. Both are accepted in upper or lower case. */
export async function findOwnBooking(
  context: Queries,
  caller: Caller,
  reference: string,
): Promise<FoundBooking | null> {
  const voucherId = reference.toUpperCase();
  const by = VOUCHER_ID.test(voucherId) ? { voucherId } : { id: readId(reference) };
  const booking = await findBooking(context.pool, caller.client.id, by);
  return booking === null ? null : withProduct(context.snapshot, booking);
}

/** The entries of the in-memory catalogue that bookings name. */
export interface BookedCatalogue {
  hotels: ById<Hotel>;
  roomTypes: ById<RoomType>;
  ratePlans: ById<RatePlan>;
}

/** Adds the hotel, room type and plan of the catalogue to a stored booking. */
export function withProduct(catalogue: BookedCatalogue, booking: Booking): FoundBooking {
  const hotel = catalogue.hotels.find(booking.hotelId);
  const roomType = catalogue.roomTypes.find(booking.roomTypeId);
  const plan = catalogue.ratePlans.find(booking.ratePlanId);
  if (hotel === null || roomType === null || plan === null)
    throw new Error(`booking ${booking.id} names a hotel, room type or plan that is not in the catalogue`);
  return { booking, hotel, product: { hotel, roomType, plan } };
}
