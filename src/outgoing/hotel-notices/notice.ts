// Decides which events the service reports to a reception, and which facts it reports.

import type { Booking } from '../../domain/booking/booking.ts';
import type { EventKind } from '../../domain/booking/events/event.ts';
import { retained } from '../../domain/booking/payable.ts';
import { changedFields, type NoticeField } from '../../domain/reception/changed-fields.ts';
import type { VoucherFacts } from '../../domain/vouchers/voucher-facts.ts';
import { formatInstant } from '../../kernel/instant.ts';

export type NoticeKind = 'NEW' | 'CHANGED' | 'CANCELLED';

/** The information that a reception receives about one event. */
export interface Notice {
  kind: NoticeKind;
  booking: Booking;
  /**
   * The booking as the reception knew it before the event. Null when the reception did not know the booking, or when
   * this revision of the booking is not stored any more.
   */
  before: Booking | null;
  /**
   * The fields that have changed since the revision in `before`. Empty when no field that the reception sees has
   * changed. Null when the changes are not known.
   */
  changed: NoticeField[] | null;
}

const KINDS: Partial<Record<EventKind, NoticeKind>> = {
  'booking.confirmed': 'NEW',
  'booking.modified': 'CHANGED',
  'booking.cancelled': 'CANCELLED',
  'booking.not_honoured': 'CANCELLED',
};

/** Returns null for an event that needs no notice, such as a check-in that the reception reported itself. */
export function noticeOf(kind: EventKind, booking: Booking, before: Booking | null): Notice | null {
  const notice = KINDS[kind];
  if (notice === undefined) return null;
  const changed = notice === 'CHANGED' && before !== null ? changedFields(before, booking) : null;
  return { kind: notice, booking, before, changed };
}

/** Returns the facts of a booking that vouchers and notices show. */
export function voucherFactsOf(booking: Booking): VoucherFacts {
  return {
    voucherId: booking.voucherId,
    status: booking.status,
    hotelId: booking.hotelId,
    roomTypeId: booking.roomTypeId,
    ratePlanId: booking.ratePlanId,
    stay: booking.stay,
    party: booking.party,
    guestNames: [booking.guest.name],
    currency: booking.price.currency,
    collectedBy: booking.collectedBy,
    dueAtHotel: booking.dueAtHotel,
    retained: retained(booking),
    timeline: booking.timeline,
    cancelledAt: booking.cancelled?.at ?? null,
    specialRequests: booking.specialRequests,
    channelReference: booking.channelReference,
    updatedAt: formatInstant(booking.updatedAt),
  };
}
