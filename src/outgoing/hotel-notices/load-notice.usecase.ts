// Loads the facts for a message to a reception.

import type { Queries, Reads } from '../../context.ts';
import type { Booking } from '../../domain/booking/booking.ts';
import type { Hotel } from '../../domain/catalog/hotel.ts';
import type { VoucherThings } from '../../domain/vouchers/voucher-text.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { type Notice, noticeOf } from './notice.ts';
import { findNoticeEvent, findOpenSince } from './notices.store.ts';

export type NoticeThings = VoucherThings & { hotel: Hotel };

/** Loads the notice of a delivery to a reception. When there is nothing to send, returns the reason as text. */
export async function loadNotice(
  { pool }: Queries,
  { ledgerId, hotelId, eventNumber, isReminder }: Delivery,
): Promise<(Notice & { openSince: number | null }) | string> {
  if (eventNumber === null) return 'front desks are told about bookings only';
  const event = await findNoticeEvent(pool, { ledgerId, hotelId }, eventNumber);
  if (event === null) return 'the booking is not stored any more';
  const notice = noticeOf(event.kind, event.booking, event.before);
  if (notice === null) return `front desks are not told about ${event.kind}`;
  const { id: bookingId, revision } = event.booking;
  const openSince = isReminder ? await findOpenSince(pool, { hotelId, bookingId }, revision) : null;
  if (isReminder && openSince === null) return 'the front desk has acknowledged it';
  return { ...notice, openSince };
}

/**
 * Returns a function that finds the hotel, room type and plan of a booking. These three always exist, because they are
 * not deleted while a booking refers to them.
 */
export function thingsIn({ snapshot }: Reads): (booking: Booking) => NoticeThings {
  return ({ id, hotelId, roomTypeId, ratePlanId }) => {
    const hotel = snapshot.hotels.find(hotelId);
    const roomType = snapshot.roomTypes.find(roomTypeId);
    const plan = snapshot.ratePlans.find(ratePlanId);
    if (hotel === null || roomType === null || plan === null)
      throw new Error(`booking ${id} names a hotel, room type or plan that is not in the catalogue`);
    return { hotel, roomType, plan };
  };
}
