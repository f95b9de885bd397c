// Finds the fields of a booking that have changed for a reception.

import type { Booking } from '../booking/booking.ts';

/** The fields that a reception must change in its records, in the order in which a notice lists them. */
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
 * The amount is compared only when it is due at the hotel. An amount that the partner collects is not shown to the
 * reception, so its changes are not shown either.
 */
const COMPARED: Record<NoticeField, (booking: Booking) => unknown> = {
  guest: ({ guest }) => guest.name,
  guest_phone: ({ guest }) => guest.phone,
  check_in: ({ stay }) => stay.checkIn,
  check_out: ({ stay }) => stay.checkOut,
  rooms: ({ party, roomTypeId }) => `${party.rooms} ${roomTypeId}`,
  party: ({ party }) => `${party.adults} ${party.children}`,
  // Compare the plan and not only its meals, because other terms of the plan also change the voucher.
  board: ({ ratePlanId }) => ratePlanId,
  due: ({ dueAtHotel, collectedBy, price }) =>
    `${collectedBy} ${dueAtHotel} ${dueAtHotel > 0 && price.currency}`,
  requests: ({ specialRequests }) => specialRequests ?? '',
};
