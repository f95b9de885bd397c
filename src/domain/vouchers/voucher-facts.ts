import type { HotelId, RatePlanId, RoomTypeId } from '../../kernel/ids.ts';
import type { Currency, Minor } from '../../kernel/money.ts';
import type { Party, Stay } from '../../kernel/stay.ts';
import type { BookingStatus } from '../booking/booking.ts';
import type { TimelineStep } from '../pricing/cancellation/cancellation-timeline.ts';

/**
 * What a reception must know about a booking. Contacts, commission and the partner's name are not read from the
 * database.
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
  /** The part of the payable amount that is not for the stay. */
  retained: Minor;
  timeline: TimelineStep[];
  cancelledAt: string | null;
  specialRequests: string | null;
  /** The partner's booking number, which the guest also knows. */
  channelReference: string | null;
  updatedAt: string;
}
