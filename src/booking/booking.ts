import type { TimelineStep } from '../cancellation/cancellation-timeline.ts';
import type {
  BookingId,
  ClientId,
  HotelId,
  LedgerId,
  PolicyId,
  QuoteId,
  RatePlanId,
  RoomTypeId,
} from '../kernel/ids.ts';
import type { Minor } from '../kernel/money.ts';
import type { Party, Stay } from '../kernel/stay.ts';
import type { Collector } from '../partners/contract.ts';
import type { PricedStay } from '../pricing/price-stay.ts';
import type { Guest } from './guest.ts';

export type BookingStatus = 'CONFIRMED' | 'CANCELLED' | 'CHECKED_IN' | 'CHECKED_OUT' | 'NO_SHOW';

/** A price that moved a little between quote and booking: within one percent it is booked, and reported. */
export interface PriceChange {
  quoteId: QuoteId | null;
  quotedTotal: Minor;
  currentTotal: Minor;
  percent: number;
}

/** What became of a booking's money when it was cancelled. */
export interface CancellationRecord {
  at: string;
  reason: string | null;
  penalty: Minor;
  refund: Minor;
}

/** What a stay was sold under: what cancelling costs, and who collects. */
export interface StayTerms {
  policyId: PolicyId;
  timeline: TimelineStep[];
  collectedBy: Collector;
}

/** What a partner writes on a booking. No decision depends on it. */
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
  /** What a later cancellation costs at least: a penalty that was due when the booking was moved. */
  leastPenalty: Minor;
  cancelled: CancellationRecord | null;
  revision: number;
  createdAt: number;
  updatedAt: number;
}
