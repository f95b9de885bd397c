import { shownCancellation } from '../../../domain/booking/audit.ts';
import type { Booking } from '../../../domain/booking/booking.ts';
import type { BookedProduct } from '../../../domain/booking/decided.ts';
import type { FoundBooking } from '../../../domain/booking/find-own-booking.usecase.ts';
import type { BookingHistory } from '../../../domain/booking/get-booking.usecase.ts';
import { payable } from '../../../domain/booking/payable.ts';
import { shownMoney } from '../../../domain/booking/shown-money.ts';
import { VOUCHER_STATUSES } from '../../../domain/booking/voucher.ts';
import type { LinksOf } from '../../../domain/vouchers/voucher-qr.ts';
import { formatDay } from '../../../kernel/day.ts';
import { formatInstant } from '../../../kernel/instant.ts';
import { formatMoney } from '../../../kernel/money.ts';
import { nightsOf } from '../../../kernel/stay.ts';
import type { BookingView } from './booking.schema.ts';
import { cancellationView, paymentView, priceView } from './priced-stay.view.ts';

/** Returns a booking as its partner sees it. */
export function bookingView(
  booking: Booking,
  { hotel, roomType, plan }: BookedProduct,
  linksOf: LinksOf,
): BookingView {
  const { currency } = booking.price;
  const links = linksOf(booking, hotel.publicId);
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
    room_type: {
      id: roomType.id,
      code: roomType.code,
      name_en: roomType.nameEn,
      name_ar: roomType.nameAr,
      name_ckb: roomType.nameCkb,
    },
    rate_plan: {
      id: plan.id,
      code: plan.code,
      name_en: plan.nameEn,
      name_ar: plan.nameAr,
      name_ckb: plan.nameCkb,
      pricing_model: plan.pricingModel,
    },
    check_in: formatDay(booking.stay.checkIn),
    check_out: formatDay(booking.stay.checkOut),
    nights: nightsOf(booking.stay),
    rooms_count: booking.party.rooms,
    adults: booking.party.adults,
    children: booking.party.children,
    price: { ...priceView(booking.price), retained: shownMoney(booking).retained },
    voucher: {
      id: booking.voucherId,
      status: VOUCHER_STATUSES[booking.status],
      qr_content: links.qrText,
      qr_svg_url: links.qrSvgUrl,
      url: links.url,
      pdf_url: links.pdfUrl,
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
    cancelled: booking.cancelled === null ? null : shownCancellation(booking.cancelled, currency),
    no_show: booking.noShow === null ? null : shownCancellation(booking.noShow, currency),
    revision: booking.revision,
    created_at: formatInstant(booking.createdAt),
    updated_at: formatInstant(booking.updatedAt),
  };
}

export function foundBookingView({ booking, product }: FoundBooking, linksOf: LinksOf) {
  return bookingView(booking, product, linksOf);
}

export function bookingHistoryView(found: BookingHistory, linksOf: LinksOf) {
  return {
    ...foundBookingView(found, linksOf),
    audit_log: found.audit.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
  };
}
