// Schema of a reservation as hotel systems see it.

import { type Static, Type } from 'typebox';
import {
  Adults,
  BookingId,
  ChannelReference,
  Children,
  ClientId,
  GuestView,
  HotelId,
  HotelPublicId,
  Nights,
  Revision,
  RoomsCount,
  SpecialRequests,
  VoucherId,
} from '../common/common.schema.ts';
import { CurrencyCode, DateText, Instant, Nullable } from '../common/wire.ts';
import {
  BOOKING_EXAMPLE,
  BookingStatus,
  CancelledView,
  NoShowView,
  RatePlanView,
  Retained,
  RoomTypeView,
} from '../partner/bookings/booking.schema.ts';
import {
  CANCELLATION_EXAMPLE,
  CancellationView,
  MONEY_EXAMPLE,
  moneyFields,
  PAYMENT_EXAMPLE,
  PaymentView,
} from '../partner/stay.schema.ts';

const { nightly, subtotal, tax, service_charge, total } = moneyFields;

export const ReservationView = Type.Object({
  booking_id: BookingId,
  voucher_id: VoucherId,
  status: BookingStatus,
  revision: Revision,
  hotel: Type.Object({ id: HotelId, public_id: HotelPublicId }, { description: 'The hotel' }),
  room_type: RoomTypeView,
  rate_plan: RatePlanView,
  guest: GuestView,
  check_in: DateText('Check-in date'),
  check_out: DateText('Check-out date'),
  nights: Nights,
  released_from: Nullable(
    DateText(
      'The first night that is for sale again, after a no-show or an early check-out; null if there is none',
    ),
  ),
  rooms_count: RoomsCount,
  adults: Adults,
  children: Children,
  price: Type.Object(
    { currency: CurrencyCode, nightly, subtotal, tax, service_charge, total, retained: Retained },
    { description: 'The price of the stay' },
  ),
  payment: PaymentView,
  cancellation: CancellationView,
  cancelled: Nullable(CancelledView),
  no_show: Nullable(NoShowView),
  special_requests: Nullable(SpecialRequests),
  channel: Type.Object(
    { client_id: { ...ClientId, examples: ['safar-travel'] } },
    { description: 'The partner that made the booking' },
  ),
  channel_reference: Nullable(ChannelReference),
  created_at: Instant('Time of creation'),
  updated_at: Instant('Time of the last change'),
});
export type ReservationView = Static<typeof ReservationView>;

export const RESERVATION_EXAMPLE: ReservationView = {
  booking_id: BOOKING_EXAMPLE.booking_id,
  voucher_id: BOOKING_EXAMPLE.voucher_id,
  status: 'CONFIRMED',
  revision: 1,
  hotel: { id: BOOKING_EXAMPLE.hotel.id, public_id: BOOKING_EXAMPLE.hotel.public_id },
  room_type: BOOKING_EXAMPLE.room_type,
  rate_plan: { ...BOOKING_EXAMPLE.rate_plan, pricing_model: 'BED_AND_BREAKFAST' },
  guest: { name: 'زينب الكربلائي', phone: '+9647701234567', email: null },
  check_in: BOOKING_EXAMPLE.check_in,
  check_out: BOOKING_EXAMPLE.check_out,
  nights: 1,
  released_from: null,
  rooms_count: 1,
  adults: 2,
  children: 0,
  price: {
    currency: 'IQD',
    nightly: MONEY_EXAMPLE.nightly,
    subtotal: MONEY_EXAMPLE.subtotal,
    tax: MONEY_EXAMPLE.tax,
    service_charge: MONEY_EXAMPLE.service_charge,
    total: MONEY_EXAMPLE.total,
    retained: '0',
  },
  payment: { collected_by: 'PARTNER', due_at_hotel: PAYMENT_EXAMPLE.due_at_hotel, currency: 'IQD' },
  cancellation: {
    policy_id: CANCELLATION_EXAMPLE.policy_id,
    timeline: CANCELLATION_EXAMPLE.timeline.map((step) => ({ ...step, currency: 'IQD' as const })),
  },
  cancelled: null,
  no_show: null,
  special_requests: null,
  channel: { client_id: 'safar-travel' },
  channel_reference: 'OTA-42',
  created_at: BOOKING_EXAMPLE.created_at,
  updated_at: BOOKING_EXAMPLE.updated_at,
};
