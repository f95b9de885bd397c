import type { HotelId, RatePlanId, RoomTypeId } from '../../kernel/ids.ts';
import type { Currency, Minor } from '../../kernel/money.ts';
import type { Party, Stay } from '../../kernel/stay.ts';
import type { BookingStatus } from '../booking/booking.ts';
import type { TimelineStep } from '../pricing/cancellation/cancellation-timeline.ts';

/**
 * The facts of a booking that a reception must know. Contacts, commission and the partner's name are not among these
 * facts, and the code does not read them from the database.
 */
export interface VoucherFacts {
  voucherId: string;
  status: BookingStatus;
  hotelId: HotelId;
  roomTypeId: RoomTypeId;
  ratePlanId: RatePlanId;
  stay: Stay;
  party: Party;
  guestNames: string[];
  currency: Currency;
  collectedBy: 'PARTNER' | 'HOTEL';
  dueAtHotel: Minor;
  /** The part of an earlier penalty that must be paid in addition to the price of the stay. */
  retained: Minor;
  timeline: TimelineStep[];
  cancelledAt: string | null;
  specialRequests: string | null;
  /** The booking number of the partner, which the guest knows too. */
  channelReference: string | null;
  updatedAt: string;
}
