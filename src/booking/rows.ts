import type { TimelineStep } from '../cancellation/cancellation-timeline.ts';
import { getDay } from '../kernel/day.ts';
import type { Collector } from '../partners/contract.ts';
import type { PricedStay } from '../pricing/price-stay.ts';
import type { PromisedPrice, Quote } from '../pricing/quote.ts';
import type { Booking, BookingStatus, Cancellation, PriceChange } from './booking.ts';
import type { AskedTerms, Hold, HoldStatus } from './hold.ts';

/** The columns that quotes, locks and bookings share, as the driver gives them: dates and bigint as text. */
export interface StayColumns {
  ledger_id: number;
  hotel_id: string;
  id: string;
  client_id: string;
  room_type_id: string;
  rate_plan_id: string;
  check_in: string;
  check_out: string;
  rooms_count: number;
  adults: number;
  children: number;
}

export interface QuoteRow extends StayColumns {
  price: PromisedPrice;
  locked: boolean;
  created_at: Date | string;
  expires_at: Date | string;
}

export interface HoldRow extends StayColumns {
  token: string;
  guest_name: string;
  guest_phone: string;
  guest_email: string | null;
  price: {
    stay: PricedStay;
    policyId: string;
    timeline: TimelineStep[];
    collectedBy: Collector;
    asked?: AskedTerms;
  };
  status: HoldStatus;
  booking_id: string | null;
  created_at: Date | string;
  expires_at: Date | string;
}

export function stayColumns(row: StayColumns) {
  return {
    id: row.id,
    ledgerId: row.ledger_id,
    clientId: row.client_id,
    hotelId: row.hotel_id,
    roomTypeId: row.room_type_id,
    ratePlanId: row.rate_plan_id,
    stay: { checkIn: getDay(row.check_in), checkOut: getDay(row.check_out) },
    party: { rooms: row.rooms_count, adults: row.adults, children: row.children },
  };
}

export function quoteOf(row: QuoteRow): Quote {
  return {
    ...stayColumns(row),
    price: row.price,
    locked: row.locked,
    createdAt: new Date(row.created_at).getTime(),
    expiresAt: new Date(row.expires_at).getTime(),
  };
}

export function holdOf(row: HoldRow): Hold {
  return {
    ...stayColumns(row),
    token: row.token,
    guest: { name: row.guest_name, phone: row.guest_phone, email: row.guest_email },
    price: row.price.stay,
    policyId: row.price.policyId,
    timeline: row.price.timeline,
    collectedBy: row.price.collectedBy,
    asked: row.price.asked ?? null,
    status: row.status,
    bookingId: row.booking_id,
    createdAt: new Date(row.created_at).getTime(),
    expiresAt: new Date(row.expires_at).getTime(),
  };
}

export interface BookingRow extends StayColumns {
  voucher_id: string;
  status: BookingStatus;
  price: PricedStay;
  cancellation: { policyId: string; timeline: TimelineStep[] };
  payment: { collectedBy: Collector; dueAtHotel: number };
  price_change: PriceChange | null;
  least_penalty: string | number;
  cancelled: Cancellation | null;
  special_requests: string | null;
  channel_reference: string | null;
  revision: number;
  created_at: Date;
  updated_at: Date;
  guest_name: string;
  guest_phone: string;
  guest_email: string | null;
}

export function bookingOf(row: BookingRow): Booking {
  return {
    ...stayColumns(row),
    voucherId: row.voucher_id,
    status: row.status,
    guest: { name: row.guest_name, phone: row.guest_phone, email: row.guest_email },
    price: row.price,
    policyId: row.cancellation.policyId,
    timeline: row.cancellation.timeline,
    collectedBy: row.payment.collectedBy,
    dueAtHotel: row.payment.dueAtHotel,
    priceChange: row.price_change,
    leastPenalty: Number(row.least_penalty),
    cancelled: row.cancelled,
    specialRequests: row.special_requests,
    channelReference: row.channel_reference,
    revision: row.revision,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}
