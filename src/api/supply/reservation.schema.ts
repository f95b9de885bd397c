import { type Static, Type } from 'typebox';
import { CurrencyCode, DateText, Instant, Nullable } from '../http/wire.ts';
import {
  BOOKING_EXAMPLE,
  BOOKING_STATUSES,
  CancelledView,
  NoShowView,
} from '../partner/bookings/bookings.schema.ts';
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
  booking_id: Type.String({ format: 'uuid' }),
  voucher_id: Type.String({ description: 'IHC-<YYYY>-<6 characters>; the guest shows it at reception' }),
  status: Type.Enum([...BOOKING_STATUSES], { type: 'string' }),
  revision: Type.Integer({ description: 'Starts with 1. Each change of the booking has the next number.' }),
  hotel: Type.Object({ id: Type.String({ format: 'uuid' }), public_id: Type.String() }),
  room_type: Type.Object({
    id: Type.String({ format: 'uuid' }),
    code: Type.String(),
    name_en: Type.String(),
    name_ar: Type.String(),
  }),
  rate_plan: Type.Object({
    id: Type.String({ format: 'uuid' }),
    code: Type.String(),
    name_en: Type.String(),
    name_ar: Type.String(),
    pricing_model: Type.String(),
  }),
  guest: Type.Object({
    name: Type.String(),
    phone: Type.String({ description: 'In E.164 format' }),
    email: Nullable(Type.String()),
  }),
  check_in: DateText('Check-in date'),
  check_out: DateText('Check-out date'),
  nights: Type.Integer(),
  released_from: Nullable(
    DateText(
      'The first night that is for sale again, after a no-show or an early check-out; null if there is none',
    ),
  ),
  rooms_count: Type.Integer(),
  adults: Type.Integer({ description: 'Adults in all rooms together' }),
  children: Type.Integer({ description: 'Children in all rooms together' }),
  price: Type.Object({ currency: CurrencyCode, nightly, subtotal, tax, service_charge, total }),
  payment: PaymentView,
  cancellation: CancellationView,
  cancelled: Nullable(CancelledView),
  no_show: Nullable(NoShowView),
  special_requests: Nullable(Type.String()),
  channel: Type.Object({ client_id: Type.String({ description: 'The partner that made the booking' }) }),
  channel_reference: Nullable(Type.String({ description: "The partner's own reference" })),
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
  rate_plan: BOOKING_EXAMPLE.rate_plan,
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
