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
    specialRequests: Type.Optional(Type.String({ maxLength: 1000, description: 'For the hotel to read' })),
    channelReference: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Your own booking reference' }),
    ),
    ...currencyField,
    quoteId: Type.Optional(
      Type.String({ format: 'uuid', description: 'The quote that was shown to the guest' }),
    ),
    prebookToken: Type.Optional(Reference('The lock to redeem')),
    expectedTotal: Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,13}(\\.[0-9]{1,2})?$',
        description:
          "The total that was shown to the guest, in `currency`, else in the lock's currency, else in the hotel's",
      }),
    ),
  },
  { examples: [{ ...STAY_REQUEST, ...GUEST_REQUEST, adults: 2, channelReference: 'OTA-42' }] },
);
export type BookingBody = Static<typeof BookingBody>;

export const bookingFields = {
  booking_id: Type.String({ format: 'uuid' }),
  voucher_id: Type.String({ description: 'IHC-<YYYY>-<6 characters>, used at the reception' }),
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
  check_in: DateText('Day of arrival'),
  check_out: DateText('Day of departure'),
  nights: Type.Integer(),
  rooms_count: Type.Integer(),
  adults: Type.Integer(),
  children: Type.Integer(),
  price: Type.Object({
    ...moneyFields,
    retained: Money('Kept beyond the total: a penalty that was due before a change made the stay cheaper'),
  }),
  voucher: Type.Object({
    id: Type.String(),
    status: Type.Enum(['ISSUED', 'REDEEMED', 'VOID'], { type: 'string' }),
    qr_content: Type.String({ description: 'The signed address that the QR code holds' }),
    qr_svg_url: Type.String(),
    url: Type.String({ description: 'A page for guest and reception, in English, Arabic or Kurdish' }),
    pdf_url: Type.String({ description: 'The same on a sheet of A4; `&lang=en`, `ar` or `ckb` chooses' }),
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
        quoted_total: Money('What was promised'),
        current_total: Money('What was booked'),
        currency: CurrencyCode,
        change_percent: Type.Number(),
      },
      { description: 'A change of at most 1 % since the promise' },
    ),
  ),
  cancelled: Nullable(
    Type.Object({
      at: Instant('When'),
      reason: Nullable(Type.String()),
      penalty_amount: Money('Kept'),
      refund_amount: Money('Given back'),
      currency: CurrencyCode,
    }),
  ),
  revision: Type.Integer(),
  created_at: Instant('When it was made'),
  updated_at: Instant('When it last changed'),
};

const BookingView = Type.Object(bookingFields);
export type BookingView = Static<typeof BookingView>;

const AuditEntry = Type.Object({
  at: Instant('When'),
  actor: Type.String({ description: 'By whom' }),
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
  revision: 1,
  created_at: '2026-12-15T09:00:00.000Z',
  updated_at: '2026-12-15T09:00:00.000Z',
};

export const createBookingSchema = {
  operationId: 'createBooking',
  tags: ['Reservation'],
  summary: 'Create a booking',
  description:
    'Books atomically, first in first out. Redeems your lock for the same stay and guest telephone, or the one named by `prebookToken`. With an Idempotency-Key the request is executed once, and its answer repeated for 30 days.',
  headers: IdempotencyHeader,
  body: BookingBody,
  response: withExample(itemAnswer(Type.Object(bookingFields)), { success: true, data: BOOKING_EXAMPLE }),
};

export const getBookingSchema = {
  operationId: 'getBooking',
  tags: ['Reservation'],
  summary: 'Get a booking',
  description:
    'The full reservation with its voucher, guest manifest and audit log, by its uuid or its voucher id.',
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
    Type.String({ minLength: 1, maxLength: 64, description: 'Your own reference' }),
  ),
  status: Type.Optional(Type.Enum([...BOOKING_STATUSES], { type: 'string' })),
  checkInFrom: Type.Optional(DateText('Arrival on this day or later')),
  checkInTo: Type.Optional(DateText('Arrival on this day or earlier')),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, description: 'At most so many; 50 by default' }),
  ),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "A page's `next_cursor`" })),
});
export type BookingsQuery = Static<typeof BookingsQuery>;

export const listBookingsSchema = {
  operationId: 'listBookings',
  tags: ['Reservation'],
  summary: 'List bookings',
  description: 'Your bookings, newest first. After a lost answer, look here for your own reference.',
  querystring: BookingsQuery,
  response: withExample(listAnswer(Type.Object(bookingFields), Meta), {
    success: true,
    data: [BOOKING_EXAMPLE],
    meta: { count: 1, next_cursor: null },
  }),
};
