// A booking, its money and its states.

import type { Day } from '../../kernel/day.ts';
import type {
  BookingId,
  ClientId,
  HotelId,
  LedgerId,
  PolicyId,
  QuoteId,
  RatePlanId,
  RoomTypeId,
} from '../../kernel/ids.ts';
import type { Minor } from '../../kernel/money.ts';
import type { Party, Stay } from '../../kernel/stay.ts';
import type { Collector } from '../partners/contract.ts';
import type { TimelineStep } from '../pricing/cancellation/cancellation-timeline.ts';
import type { PricedStay } from '../pricing/price-stay.ts';
import type { Guest } from './guest.ts';

export type BookingStatus = 'CONFIRMED' | 'CANCELLED' | 'CHECKED_IN' | 'CHECKED_OUT' | 'NO_SHOW';

/**
 * A price change of at most one percent between the quote and the booking. The booking is still made, and the response
 * reports the price change.
 */
export interface PriceChange {
  quoteId: QuoteId | null;
  quotedTotal: Minor;
  currentTotal: Minor;
  percent: number;
}

/** The penalty and the refund of a booking that was cancelled, or whose guest did not arrive. */
export interface CancellationRecord {
  at: string;
  reason: string | null;
  penalty: Minor;
  refund: Minor;
  /**
   * Set when the hotel could not honour the booking. Such a booking costs nothing, even if its cancellation terms
   * contain a penalty.
   */
  notHonoured?: true;
  /** Set when the hotel could not honour the booking and the rooms of the booking are not sold again. */
  keptFromSale?: true;
}

/** The terms of a sold stay: the cost of a cancellation, and who collects the money. */
export interface StayTerms {
  policyId: PolicyId;
  timeline: TimelineStep[];
  collectedBy: Collector;
}

/** Notes that a partner adds to a booking. No decision depends on these notes. */
export interface BookingNotes {
  specialRequests: string | null;
  channelReference: string | null;
}

export interface Booking extends StayTerms, BookingNotes {
  id: BookingId;
  voucherId: string;
  ledgerId: LedgerId;
  clientId: ClientId;
  hotelId: HotelId;
  roomTypeId: RoomTypeId;
  ratePlanId: RatePlanId;
  status: BookingStatus;
  stay: Stay;
  party: Party;
  guest: Guest;
  price: PricedStay;
  dueAtHotel: Minor;
  priceChange: PriceChange | null;
  /**
   * The cancellation penalty that already applied when the dates, the room or the plan of the booking were changed. A
   * later cancellation costs at least this amount.
   */
  leastPenalty: Minor;
  cancelled: CancellationRecord | null;
  noShow: CancellationRecord | null;
  /**
   * The first night that was given back for sale, because the guest left early or did not arrive. Null: no night was
   * given back.
   */
  releasedFrom: Day | null;
  revision: number;
  createdAt: number;
  updatedAt: number;
}

/** Returns the nights that a booking occupies. Null: the booking occupies no night. */
export function occupiedStay({ status, stay, releasedFrom }: Booking): Stay | null {
  if (status === 'CANCELLED') return null;
  return releasedFrom === null ? stay : { checkIn: stay.checkIn, checkOut: releasedFrom };
}
