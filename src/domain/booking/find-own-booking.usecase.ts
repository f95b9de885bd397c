import type { Context } from '../../context.ts';
import { readId } from '../../kernel/ids.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Hotel } from '../catalog/hotel.ts';
import type { Caller } from '../partners/authenticate.ts';
import type { Booking } from './booking.ts';
import { findBooking } from './bookings.store.ts';
import type { BookedProduct } from './decided.ts';
import { VOUCHER_ID } from './voucher.ts';

export interface FoundBooking {
  booking: Booking;
  hotel: Hotel;
  product: BookedProduct;
}

/** Finds a booking of the caller by uuid or voucher id, in upper or lower case. */
export async function findOwnBooking(
  context: Context,
  caller: Caller,
  reference: string,
): Promise<FoundBooking | null> {
  const voucherId = reference.toUpperCase();
  const by = VOUCHER_ID.test(voucherId) ? { voucherId } : { id: readId(reference) };
  const booking = await findBooking(context.pool, caller.client.id, by);
  return booking === null ? null : withProduct(context.snapshot, booking);
}

/** Adds the hotel, room type and plan of the catalogue to a stored booking. */
export function withProduct(snapshot: Snapshot, booking: Booking): FoundBooking {
  const hotel = snapshot.hotels.find(booking.hotelId);
  const roomType = snapshot.roomTypes.find(booking.roomTypeId);
  const plan = snapshot.ratePlans.find(booking.ratePlanId);
  if (hotel === null || roomType === null || plan === null)
    throw new Error(`booking ${booking.id} names a hotel, room type or plan that is not in the catalogue`);
  return { booking, hotel, product: { hotel, roomType, plan } };
}
