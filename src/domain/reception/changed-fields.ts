// Finds the changes of a booking in the fields that the reception must know.

import type { Booking } from '../booking/booking.ts';

/**
 * The fields that a reception has in its records and must correct there when the fields change. A notice lists the
 * changed fields in this order.
 */
const NOTICE_FIELDS = [
  'guest',
  'guest_phone',
  'check_in',
  'check_out',
  'rooms',
  'party',
  'board',
  'due',
  'requests',
] as const;
export type NoticeField = (typeof NOTICE_FIELDS)[number];

export function changedFields(before: Booking, after: Booking): NoticeField[] {
  return NOTICE_FIELDS.filter((field) => COMPARED[field](before) !== COMPARED[field](after));
}

/**
 * For each field, the value that is compared. If the guest pays at the hotel, a change of the amount is a change of
 * `due`. If the partner collects the amount, the reception sees neither the amount nor its changes.
 */
const COMPARED: Record<NoticeField, (booking: Booking) => unknown> = {
  guest: ({ guest }) => guest.name,
  guest_phone: ({ guest }) => guest.phone,
  check_in: ({ stay }) => stay.checkIn,
  check_out: ({ stay }) => stay.checkOut,
  rooms: ({ party, roomTypeId }) => `${party.rooms} ${roomTypeId}`,
  party: ({ party }) => `${party.adults} ${party.children}`,
  // Compare the plans and not only their meals, because the voucher also shows other terms of the plan.
  board: ({ ratePlanId }) => ratePlanId,
  due: ({ dueAtHotel, collectedBy, price }) =>
    `${collectedBy} ${dueAtHotel} ${dueAtHotel > 0 && price.currency}`,
  requests: ({ specialRequests }) => specialRequests ?? '',
};
