import { formatDay, getDay } from '../../kernel/day.ts';
import type {
  BookingId,
  ClientId,
  HoldId,
  HotelId,
  LedgerId,
  PolicyId,
  QuoteId,
  RatePlanId,
  RoomTypeId,
} from '../../kernel/ids.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { type Minor, minor } from '../../kernel/money.ts';
import type { Collector } from '../partners/contract.ts';
import type { TimelineStep } from '../pricing/cancellation/cancellation-timeline.ts';
import type { PricedStay } from '../pricing/price-stay.ts';
import type { PromisedPrice, Quote } from '../pricing/quote.ts';
import type { Booking, BookingStatus, CancellationRecord, PriceChange } from './booking.ts';
import type { AskedHold, Hold, HoldStatus } from './hold.ts';

/**
 * The columns that the tables of quotes, holds and bookings have in common, in the form in which the driver returns
 * them. Dates and bigints are text.
 */
export interface StayColumns<Id> {
  ledger_id: LedgerId;
  hotel_id: HotelId;
  id: Id;
  client_id: ClientId;
  room_type_id: RoomTypeId;
  rate_plan_id: RatePlanId;
  check_in: string;
  check_out: string;
  rooms_count: number;
  adults: number;
  children: number;
}

export interface QuoteRow extends StayColumns<QuoteId> {
  price: PromisedPrice;
  from_hold: boolean;
  created_at: Date | string;
  expires_at: Date | string;
}

export interface HoldRow extends StayColumns<HoldId> {
  token: string;
  guest_name: string;
  guest_phone: string;
  guest_email: string | null;
  price: {
    stay: PricedStay;
    policyId: PolicyId;
    timeline: TimelineStep[];
    collectedBy: Collector;
    asked?: AskedHold;
  };
  status: HoldStatus;
  booking_id: BookingId | null;
  created_at: Date | string;
  expires_at: Date | string;
}

function stayOf<Id>(row: StayColumns<Id>) {
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

/** Converts the fields that quotes, holds and bookings have in common to columns for inserting. */
function stayColumns<Id>(of: ReturnType<typeof stayOf<Id>>): StayColumns<Id> {
  return {
    ledger_id: of.ledgerId,
    hotel_id: of.hotelId,
    id: of.id,
    client_id: of.clientId,
    room_type_id: of.roomTypeId,
    rate_plan_id: of.ratePlanId,
    check_in: formatDay(of.stay.checkIn),
    check_out: formatDay(of.stay.checkOut),
    rooms_count: of.party.rooms,
    adults: of.party.adults,
    children: of.party.children,
  };
}

export function quoteOf(row: QuoteRow): Quote {
  return {
    ...stayOf(row),
    price: row.price,
    fromHold: row.from_hold,
    createdAt: new Date(row.created_at).getTime(),
    expiresAt: new Date(row.expires_at).getTime(),
  };
}

export function holdOf(row: HoldRow): Hold {
  return {
    ...stayOf(row),
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

/** Converts a hold to a row of `holds`, for inserting. */
export function holdRow(hold: Hold, endedAt: number | null) {
  return {
    ...stayColumns(hold),
    token: hold.token,
    currency: hold.price.currency,
    guest_name: hold.guest.name,
    guest_phone: hold.guest.phone,
    guest_email: hold.guest.email,
    total: hold.price.total,
    price: {
      stay: hold.price,
      policyId: hold.policyId,
      timeline: hold.timeline,
      collectedBy: hold.collectedBy,
      asked: hold.asked,
    },
    status: hold.status,
    booking_id: hold.bookingId,
    created_at: formatInstant(hold.createdAt),
    expires_at: formatInstant(hold.expiresAt),
    ended_at: endedAt === null ? null : formatInstant(endedAt),
  };
}

export interface BookingRow extends StayColumns<BookingId> {
  voucher_id: string;
  status: BookingStatus;
  price: PricedStay;
  /**
   * `releasedFrom` and `noShow` are set only if the stay ended early. Migration 16 explains why they are stored in this
   * column.
   */
  cancellation: {
    policyId: PolicyId;
    timeline: TimelineStep[];
    releasedFrom?: string;
    noShow?: CancellationRecord;
  };
  payment: { collectedBy: Collector; dueAtHotel: Minor };
  price_change: PriceChange | null;
  least_penalty: string | number;
  cancelled: CancellationRecord | null;
  special_requests: string | null;
  channel_reference: string | null;
  revision: number;
  /** Both times are text if the row comes from an event. */
  created_at: Date | string;
  updated_at: Date | string;
  guest_name: string;
  guest_phone: string;
  guest_email: string | null;
}

export function bookingOf(row: BookingRow): Booking {
  return {
    ...stayOf(row),
    voucherId: row.voucher_id,
    status: row.status,
    guest: { name: row.guest_name, phone: row.guest_phone, email: row.guest_email },
    price: row.price,
    policyId: row.cancellation.policyId,
    timeline: row.cancellation.timeline,
    collectedBy: row.payment.collectedBy,
    dueAtHotel: row.payment.dueAtHotel,
    priceChange: row.price_change,
    leastPenalty: minor(Number(row.least_penalty)),
    cancelled: row.cancelled,
    noShow: row.cancellation.noShow ?? null,
    releasedFrom: row.cancellation.releasedFrom === undefined ? null : getDay(row.cancellation.releasedFrom),
    specialRequests: row.special_requests,
    channelReference: row.channel_reference,
    revision: row.revision,
    createdAt: new Date(row.created_at).getTime(),
    updatedAt: new Date(row.updated_at).getTime(),
  };
}

/**
 * Returns a row of `bookings` with its guest, to insert or update. An event stores the same object, and `bookingOf`
 * converts it back. This function does not call `stayColumns`, because copying the fields of another object took three
 * times as long.
 */
export function bookingRow(booking: Booking) {
  return {
    ledger_id: booking.ledgerId,
    hotel_id: booking.hotelId,
    id: booking.id,
    client_id: booking.clientId,
    room_type_id: booking.roomTypeId,
    rate_plan_id: booking.ratePlanId,
    check_in: formatDay(booking.stay.checkIn),
    check_out: formatDay(booking.stay.checkOut),
    rooms_count: booking.party.rooms,
    adults: booking.party.adults,
    children: booking.party.children,
    voucher_id: booking.voucherId,
    status: booking.status,
    currency: booking.price.currency,
    subtotal: booking.price.subtotal,
    total: booking.price.total,
    price: booking.price,
    // The stored JSON does not contain fields whose value is undefined.
    cancellation: {
      policyId: booking.policyId,
      timeline: booking.timeline,
      releasedFrom: booking.releasedFrom === null ? undefined : formatDay(booking.releasedFrom),
      noShow: booking.noShow ?? undefined,
    },
    payment: { collectedBy: booking.collectedBy, dueAtHotel: booking.dueAtHotel },
    price_change: booking.priceChange,
    least_penalty: booking.leastPenalty,
    cancelled: booking.cancelled,
    special_requests: booking.specialRequests,
    channel_reference: booking.channelReference,
    revision: booking.revision,
    created_at: formatInstant(booking.createdAt),
    updated_at: formatInstant(booking.updatedAt),
    guest_name: booking.guest.name,
    guest_phone: booking.guest.phone,
    guest_email: booking.guest.email,
  };
}
