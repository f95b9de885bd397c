import { shownCancellation } from '../../domain/booking/audit.ts';
import type { Booking, CancellationRecord } from '../../domain/booking/booking.ts';
import type { BookedProduct, Reservation } from '../../domain/booking/decided.ts';
import { payable } from '../../domain/booking/payable.ts';
import { shownMoney } from '../../domain/booking/shown-money.ts';
import { formatDay } from '../../kernel/day.ts';
import { formatInstant } from '../../kernel/instant.ts';
import { nightsOf } from '../../kernel/stay.ts';
import { cancellationView, paymentView, priceView } from '../partner/bookings/priced-stay.view.ts';
import type { ReservationView } from './reservation.schema.ts';

/** Returns a booking as its hotel sees it. `channel` is the public client id of the partner that booked. */
export function reservationView(
  booking: Booking,
  { hotel, roomType, plan }: BookedProduct,
  channel: string,
): ReservationView {
  const { price } = booking;
  // The hotel sees the price of the stay, but not the partner's commission and not the partner's exchange rate.
  const { commission: _commission, exchange: _exchange, ...shownPrice } = priceView(price);
  const shown = (record: CancellationRecord | null) =>
    record === null ? null : shownCancellation(record, price.currency);
  return {
    booking_id: booking.id,
    voucher_id: booking.voucherId,
    status: booking.status,
    revision: booking.revision,
    hotel: { id: hotel.id, public_id: hotel.publicId },
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
    guest: { name: booking.guest.name, phone: booking.guest.phone, email: booking.guest.email },
    check_in: formatDay(booking.stay.checkIn),
    check_out: formatDay(booking.stay.checkOut),
    nights: nightsOf(booking.stay),
    released_from: booking.releasedFrom === null ? null : formatDay(booking.releasedFrom),
    rooms_count: booking.party.rooms,
    adults: booking.party.adults,
    children: booking.party.children,
    price: { ...shownPrice, retained: shownMoney(booking).retained },
    payment: paymentView(booking.collectedBy, booking.dueAtHotel, price.currency),
    cancellation: cancellationView(booking, payable(booking), price.currency),
    cancelled: shown(booking.cancelled),
    no_show: shown(booking.noShow),
    special_requests: booking.specialRequests,
    channel: { client_id: channel },
    channel_reference: booking.channelReference,
    created_at: formatInstant(booking.createdAt),
    updated_at: formatInstant(booking.updatedAt),
  };
}

export function decidedReservationView({ booking, product, channel }: Reservation): ReservationView {
  return reservationView(booking, product, channel);
}
