import { type Static, Type } from 'typebox';
import {
  CurrencyCode,
  DateText,
  Instant,
  itemAnswer,
  listAnswer,
  Meta,
  Money,
  Nullable,
  withExample,
} from '../../http/wire.ts';
import {
  BookingReference,
  CANCELLATION_EXAMPLE,
  CancellationView,
  currencyField,
  GUEST_REQUEST,
  guestEmailField,
  guestFields,
  IDS,
  MONEY_EXAMPLE,
  moneyFields,
  PAYMENT_EXAMPLE,
  PaymentView,
  partyFields,
  Reference,
  STAY_REQUEST,
  stayFields,
} from '../stay.schema.ts';
import { IdempotencyHeader } from './shared.schema.ts';

export const BOOKING_STATUSES = ['CONFIRMED', 'CANCELLED', 'CHECKED_IN', 'CHECKED_OUT', 'NO_SHOW'] as const;

export const BookingBody = Type.Object(
  {
    ...stayFields,
    ...partyFields,
    ...guestFields,
    ...guestEmailField,
    specialRequests: Type.Optional(
      Type.String({ maxLength: 1000, description: 'Requests for the hotel, as free text' }),
    ),
    channelReference: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Your own reference for this booking' }),
    ),
    ...currencyField,
    quoteId: Type.Optional(Type.String({ format: 'uuid', description: 'The quote that the guest accepted' })),
    prebookToken: Type.Optional(Reference('The prebook token of the hold to use')),
    expectedTotal: Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,13}(\\.[0-9]{1,2})?$',
        description:
          "The total that the guest accepted. In `currency` if you send it, otherwise in the hold's currency, otherwise in the hotel's.",
      }),
    ),
  },
  { examples: [{ ...STAY_REQUEST, ...GUEST_REQUEST, adults: 2, channelReference: 'OTA-42' }] },
);
export type BookingBody = Static<typeof BookingBody>;

export const CancelledView = Type.Object({
  at: Instant('Time of the cancellation'),
  reason: Nullable(Type.String()),
  penalty_amount: Money('Penalty for the cancellation'),
  refund_amount: Money('Amount to refund'),
  currency: CurrencyCode,
  not_honoured: Type.Optional(
    Type.Literal(true, {
      description: 'Set if the hotel could not honour the booking. The cancellation then costs nothing.',
    }),
  ),
});

export const NoShowView = Type.Object({
  at: Instant('Time at which the hotel reported that the guest did not arrive'),
  reason: Nullable(Type.String()),
  penalty_amount: Money('Penalty for the no-show'),
  refund_amount: Money('Amount to refund'),
  currency: CurrencyCode,
});

export const bookingFields = {
  booking_id: Type.String({ format: 'uuid' }),
  voucher_id: Type.String({ description: 'IHC-<YYYY>-<6 characters>; the guest shows it at reception' }),
  status: Type.Enum([...BOOKING_STATUSES], { type: 'string' }),
  hotel: Type.Object({
    id: Type.String(),
    public_id: Type.String(),
    name_en: Type.String(),
    name_ar: Type.String(),
    name_ckb: Type.String(),
    phone: Type.String(),
    address: Type.Object({ en: Type.String(), ar: Type.String() }),
  }),
  room_type: Type.Object({
    id: Type.String(),
    code: Type.String(),
    name_en: Type.String(),
    name_ar: Type.String(),
  }),
  rate_plan: Type.Object({
    id: Type.String(),
    code: Type.String(),
    name_en: Type.String(),
    name_ar: Type.String(),
    pricing_model: Type.String(),
  }),
  check_in: DateText('Check-in date'),
  check_out: DateText('Check-out date'),
  nights: Type.Integer(),
  rooms_count: Type.Integer(),
  adults: Type.Integer(),
  children: Type.Integer(),
  price: Type.Object({
    ...moneyFields,
    retained: Money(
      'Payable in addition to the total. Above 0 only if a change made the stay cheaper than a penalty that was already due',
    ),
  }),
  voucher: Type.Object({
    id: Type.String(),
    status: Type.Enum(['ISSUED', 'REDEEMED', 'VOID'], { type: 'string' }),
    qr_content: Type.String({ description: 'The content of the QR code: a signed URL' }),
    qr_svg_url: Type.String(),
    url: Type.String({
      description: 'Voucher page for the guest and the reception, in English, Arabic or Kurdish',
    }),
    pdf_url: Type.String({
      description:
        'The voucher as an A4 PDF. Add `&lang=en`, `&lang=ar` or `&lang=ckb` to choose the language.',
    }),
  }),
  guest_manifest: Type.Array(
    Type.Object({
      name: Type.String(),
      phone: Nullable(Type.String()),
      email: Nullable(Type.String()),
      lead: Type.Boolean(),
    }),
  ),
  payment: PaymentView,
  special_requests: Nullable(Type.String()),
  channel_reference: Nullable(Type.String()),
  cancellation: CancellationView,
  price_change: Nullable(
    Type.Object(
      {
        quote_id: Nullable(Type.String()),
        quoted_total: Money('The total that was quoted or expected'),
        current_total: Money('The total that was booked'),
        currency: CurrencyCode,
        change_percent: Type.Number(),
      },
      { description: 'Set if the price changed by at most 1 % since the quote; otherwise null' },
    ),
  ),
  cancelled: Nullable(CancelledView),
  no_show: Nullable(NoShowView),
  revision: Type.Integer(),
  created_at: Instant('Time of creation'),
  updated_at: Instant('Time of the last change'),
};

const BookingView = Type.Object(bookingFields);
export type BookingView = Static<typeof BookingView>;

const AuditEntry = Type.Object({
  at: Instant('Time of the change'),
  actor: Type.String({ description: 'Who made the change, for example your client name or SYSTEM' }),
  action: Type.String(),
  revision: Type.Integer(),
  changes: Type.Record(Type.String(), Type.Unknown()),
});

export const BOOKING_EXAMPLE = {
  booking_id: 'a3b6c1d2-77f0-4c1e-9f0a-2d4e6f8a9b10',
  voucher_id: 'IHC-2026-7KMQ2X',
  status: 'CONFIRMED',
  hotel: {
    id: IDS.hotel,
    public_id: 'HTL-2026-0001',
    name_en: 'Dijla Palm Hotel',
    name_ar: 'فندق نخيل دجلة',
    name_ckb: 'هۆتێلی دارخورمای دیجلە',
    phone: '+9647700000010',
    address: { en: 'Riverside Road, Baghdad', ar: 'طريق النهر' },
  },
  room_type: {
    id: IDS.roomType,
    code: 'DBL',
    name_en: 'Standard double room',
    name_ar: 'غرفة مزدوجة قياسية',
  },
  rate_plan: {
    id: IDS.ratePlan,
    code: 'BB',
    name_en: 'Bed and breakfast',
    name_ar: 'مبيت وفطور',
    pricing_model: 'BED_AND_BREAKFAST',
  },
  check_in: '2027-01-15',
  check_out: '2027-01-16',
  nights: 1,
  rooms_count: 1,
  adults: 2,
  children: 0,
  price: { ...MONEY_EXAMPLE, retained: '0' },
  voucher: {
    id: 'IHC-2026-7KMQ2X',
    status: 'ISSUED',
    qr_content: 'http://localhost:3000/vouchers/IHC-2026-7KMQ2X?signature=…',
    qr_svg_url: 'http://localhost:3000/vouchers/IHC-2026-7KMQ2X/qr.svg?signature=…',
    url: 'http://localhost:3000/vouchers/IHC-2026-7KMQ2X?signature=…',
    pdf_url: 'http://localhost:3000/vouchers/IHC-2026-7KMQ2X/voucher.pdf?signature=…',
  },
  guest_manifest: [{ name: 'زينب الكربلائي', phone: '+9647701234567', email: null, lead: true }],
  payment: PAYMENT_EXAMPLE,
  special_requests: null,
  channel_reference: 'OTA-42',
  cancellation: CANCELLATION_EXAMPLE,
  price_change: null,
  cancelled: null,
  no_show: null,
  revision: 1,
  created_at: '2026-12-15T09:00:00.000Z',
  updated_at: '2026-12-15T09:00:00.000Z',
};

export const createBookingSchema = {
  operationId: 'createBooking',
  tags: ['Reservation'],
  summary: 'Create a booking',
  description:
    'Creates a booking atomically. Requests for the same hotel are processed in order of arrival. The booking uses the hold that `prebookToken` names, otherwise your active hold for the same stay and guest phone number, if there is one. Party and currency that you do not send are then taken from the hold. With an Idempotency-Key, the request runs only once; for 30 days, retries return the same response.',
  headers: IdempotencyHeader,
  body: BookingBody,
  response: withExample(itemAnswer(Type.Object(bookingFields)), { success: true, data: BOOKING_EXAMPLE }),
};

export const getBookingSchema = {
  operationId: 'getBooking',
  tags: ['Reservation'],
  summary: 'Get a booking',
  description:
    'Returns a booking with its voucher, guest manifest and audit log. Use the booking id or the voucher id.',
  params: Type.Object({ bookingId: BookingReference }),
  response: withExample(itemAnswer(Type.Object({ ...bookingFields, audit_log: Type.Array(AuditEntry) })), {
    success: true,
    data: {
      ...BOOKING_EXAMPLE,
      audit_log: [
        { at: '2026-12-15T09:00:00.000Z', actor: 'demo', action: 'CREATED', revision: 1, changes: {} },
      ],
    },
  }),
};

export const BookingsQuery = Type.Object({
  channelReference: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'The reference you sent with the booking' }),
  ),
  status: Type.Optional(Type.Enum([...BOOKING_STATUSES], { type: 'string' })),
  checkInFrom: Type.Optional(DateText('Check-in on this date or later')),
  checkInTo: Type.Optional(DateText('Check-in on this date or earlier')),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      description: 'Maximum number of bookings to return; default 50',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: '`next_cursor` of the previous page' }),
  ),
});
export type BookingsQuery = Static<typeof BookingsQuery>;

export const listBookingsSchema = {
  operationId: 'listBookings',
  tags: ['Reservation'],
  summary: 'List bookings',
  description:
    'Returns your bookings, newest first. If the response to a booking was lost, search for it by `channelReference`.',
  querystring: BookingsQuery,
  response: withExample(listAnswer(Type.Object(bookingFields), Meta), {
    success: true,
    data: [BOOKING_EXAMPLE],
    meta: { count: 1, next_cursor: null },
  }),
};
