import type { Booking, Cancellation } from '../../../booking/booking.ts';
import type { Hold } from '../../../booking/hold.ts';
import { dueAtHotel, payable, retained } from '../../../booking/payable.ts';
import type { BookableHotel, BookableRoomType } from '../../../booking/stay-facts.ts';
import type { VoucherLinks } from '../../../booking/voucher.ts';
import { formatDay } from '../../../kernel/day.ts';
import { type Currency, formatMoney } from '../../../kernel/money.ts';
import { nightsOf } from '../../../kernel/stay.ts';
import type { RatePlan } from '../../../pricing/rate-plan.ts';
import { cancellationView, paymentView, priceView } from './priced-stay.view.ts';

export interface BookedThings {
  hotel: Pick<BookableHotel, 'id' | 'publicId' | 'nameEn' | 'nameAr' | 'nameCkb' | 'phone' | 'address'>;
  roomType: Pick<BookableRoomType, 'id' | 'code' | 'nameEn' | 'nameAr'>;
  plan: Pick<RatePlan, 'id' | 'code' | 'nameEn' | 'nameAr' | 'pricingModel'>;
}

const VOUCHER_STATUSES = {
  CONFIRMED: 'ISSUED',
  CANCELLED: 'VOID',
  NO_SHOW: 'VOID',
  CHECKED_IN: 'REDEEMED',
  CHECKED_OUT: 'REDEEMED',
} as const;

/** A booking as its partner sees it. */
export function bookingView(booking: Booking, things: BookedThings, links: VoucherLinks) {
  const { hotel, roomType, plan } = things;
  const { currency } = booking.price;
  return {
    booking_id: booking.id,
    voucher_id: booking.voucherId,
    status: booking.status,
    hotel: {
      id: hotel.id,
      public_id: hotel.publicId,
      name_en: hotel.nameEn,
      name_ar: hotel.nameAr,
      name_ckb: hotel.nameCkb,
      phone: hotel.phone,
      address: hotel.address,
    },
    room_type: { id: roomType.id, code: roomType.code, name_en: roomType.nameEn, name_ar: roomType.nameAr },
    rate_plan: {
      id: plan.id,
      code: plan.code,
      name_en: plan.nameEn,
      name_ar: plan.nameAr,
      pricing_model: plan.pricingModel,
    },
    check_in: formatDay(booking.stay.checkIn),
    check_out: formatDay(booking.stay.checkOut),
    nights: nightsOf(booking.stay),
    rooms_count: booking.party.rooms,
    adults: booking.party.adults,
    children: booking.party.children,
    price: { ...priceView(booking.price), retained: formatMoney(retained(booking), currency) },
    voucher: {
      id: booking.voucherId,
      status: VOUCHER_STATUSES[booking.status],
      qr_content: links.url,
      qr_svg_url: links.qr_svg_url,
      url: links.url,
      pdf_url: links.pdf_url,
    },
    guest_manifest: [
      { name: booking.guest.name, phone: booking.guest.phone, email: booking.guest.email, lead: true },
    ],
    payment: paymentView(booking.collectedBy, booking.dueAtHotel, currency),
    special_requests: booking.specialRequests,
    channel_reference: booking.channelReference,
    cancellation: cancellationView(booking, payable(booking), currency),
    price_change:
      booking.priceChange === null
        ? null
        : {
            quote_id: booking.priceChange.quoteId,
            quoted_total: formatMoney(booking.priceChange.quotedTotal, currency),
            current_total: formatMoney(booking.priceChange.currentTotal, currency),
            currency,
            change_percent: booking.priceChange.percent,
          },
    cancelled: booking.cancelled === null ? null : cancelledView(booking.cancelled, currency),
    revision: booking.revision,
    created_at: new Date(booking.createdAt).toISOString(),
    updated_at: new Date(booking.updatedAt).toISOString(),
  };
}

export function cancelledView(cancellation: Cancellation, currency: Currency) {
  return {
    at: cancellation.at,
    reason: cancellation.reason,
    penalty_amount: formatMoney(cancellation.penalty, currency),
    refund_amount: formatMoney(cancellation.refund, currency),
    currency,
  };
}

/** A lock as its partner sees it, with the price it keeps. */
export function holdView(hold: Hold, now: number) {
  const { total, currency } = hold.price;
  const status = hold.status === 'ACTIVE' && hold.expiresAt <= now ? 'EXPIRED' : hold.status;
  return {
    prebook_token: hold.token,
    status,
    expires_at: new Date(hold.expiresAt).toISOString(),
    expires_in_seconds: status === 'ACTIVE' ? Math.floor((hold.expiresAt - now) / 1000) : 0,
    booking_id: hold.bookingId,
    guest: { name: hold.guest.name, phone: hold.guest.phone, email: hold.guest.email },
    hotel_id: hold.hotelId,
    room_type_id: hold.roomTypeId,
    rate_plan_id: hold.ratePlanId,
    check_in: formatDay(hold.stay.checkIn),
    check_out: formatDay(hold.stay.checkOut),
    nights: nightsOf(hold.stay),
    rooms_count: hold.party.rooms,
    adults: hold.party.adults,
    children: hold.party.children,
    ...priceView(hold.price),
    payment: paymentView(hold.collectedBy, dueAtHotel(total, hold.collectedBy), currency),
    cancellation: cancellationView(hold, total, currency),
  };
}
