import { bookingView } from '../api/partner/bookings/booking.view.ts';
import type { Context } from '../boot/context.ts';
import type { Booking } from './booking.ts';
import { voucherLinks } from './voucher.ts';

/** A stored booking with the names that the catalogue has for what was booked. */
export function showBooking(context: Context, booking: Booking) {
  const { snapshot, config, secrets } = context;
  const hotel = snapshot.hotels.find(booking.hotelId);
  const roomType = snapshot.roomTypes.find(booking.roomTypeId);
  const plan = snapshot.ratePlans.find(booking.ratePlanId);
  if (hotel === null || roomType === null || plan === null)
    throw new Error(`booking ${booking.id} names a hotel, room type or plan that is not in the catalogue`);
  return bookingView(
    booking,
    { hotel, roomType, plan },
    voucherLinks(booking.voucherId, config.publicUrl, secrets.signingKey),
  );
}
