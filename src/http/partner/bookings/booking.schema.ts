// Schema of a booking in responses.

import { type Static, Type } from 'typebox';
import {
  Address,
  Adults,
  BookingId,
  ChannelReference,
  Children,
  GuestEmail,
  GuestName,
  GuestPhone,
  HotelId,
  HotelNameCkb,
  HotelPhone,
  HotelPublicId,
  hotelNames,
  IDS,
  Nights,
  PricingModel,
  QuoteId,
  RatePlanCode,
  RatePlanId,
  Reason,
  Revision,
  RoomsCount,
  RoomTypeCode,
  RoomTypeId,
  RoomTypeNameCkb,
  ratePlanNames,
  roomTypeNames,
  SpecialRequests,
  VoucherId,
} from '../../common/common.schema.ts';
import { CurrencyCode, DateText, Instant, Money, Nullable } from '../../common/wire.ts';
import {
  CANCELLATION_EXAMPLE,
  CancellationView,
  MONEY_EXAMPLE,
  moneyFields,
  PAYMENT_EXAMPLE,
  PaymentView,
} from '../stay.schema.ts';

const BOOKING_STATUSES = ['CONFIRMED', 'CANCELLED', 'CHECKED_IN', 'CHECKED_OUT', 'NO_SHOW'] as const;
export const BookingStatus = Type.Enum([...BOOKING_STATUSES], {
  type: 'string',
  description:
    'State of the booking. CHECKED_IN: the guest has arrived. CHECKED_OUT: the stay is over. NO_SHOW: the guest did not arrive.',
  examples: ['CONFIRMED'],
});

export const CancelledView = Type.Object(
  {
    at: Instant('Time of the cancellation'),
    reason: Nullable(Reason),
    penalty_amount: Money('Penalty for the cancellation', '0'),
    refund_amount: Money('Amount to refund'),
    currency: CurrencyCode,
    not_honoured: Type.Optional(
      Type.Literal(true, {
        description: 'Set if the hotel could not honour the booking. The cancellation then costs nothing.',
      }),
    ),
  },
  { description: 'The cancellation; null if the booking is not cancelled' },
);

export const NoShowView = Type.Object(
  {
    at: Instant('Time at which the hotel reported that the guest did not arrive'),
    reason: Nullable(Reason),
    penalty_amount: Money('Penalty for the no-show'),
    refund_amount: Money('Amount to refund', '0'),
    currency: CurrencyCode,
  },
  { description: 'The no-show; null if there is none' },
);

export const RoomTypeView = Type.Object(
  { id: RoomTypeId, code: RoomTypeCode, ...roomTypeNames, name_ckb: RoomTypeNameCkb },
  { description: 'The room type' },
);
export const RatePlanView = Type.Object(
  {
    id: RatePlanId,
    code: RatePlanCode,
    ...ratePlanNames,
    pricing_model: PricingModel,
  },
  { description: 'The rate plan' },
);

export const VoucherStatus = Type.Enum(['ISSUED', 'REDEEMED', 'VOID'], {
  type: 'string',
  description:
    'REDEEMED: the guest has arrived. VOID: the booking was cancelled, or the guest did not arrive.',
  examples: ['ISSUED'],
});

export const Retained = Money(
  'Amount that is payable in addition to the total. It is above 0 only if a change made the stay cheaper than a penalty that already applied.',
  '0',
);

const VoucherView = Type.Object(
  {
    id: VoucherId,
    status: VoucherStatus,
    qr_content: Type.String({
      description:
        'The content of the QR code: the address in `url`, then `#` and a signed statement. If the voucher is `VOID`, the content is only the address.',
    }),
    qr_svg_url: Type.String({ description: 'The QR code as an SVG image' }),
    url: Type.String({
      description: 'Voucher page for the guest and the reception, in English, Arabic or Kurdish',
    }),
    pdf_url: Type.String({
      description:
        'The voucher as an A4 PDF. Add `&lang=en`, `&lang=ar` or `&lang=ckb` to choose the language.',
    }),
  },
  { description: 'The voucher' },
);

const PriceChange = Type.Object(
  {
    quote_id: Nullable({ ...QuoteId, description: 'Id of the quote; null if you sent `expectedTotal`' }),
    quoted_total: Money('The total that was quoted or expected'),
    current_total: Money('The total that was booked'),
    currency: CurrencyCode,
    change_percent: Type.Number({ description: 'The change in percent', examples: [0.5] }),
  },
  {
    description:
      'Set if the price has changed by at most 1 % since the quote; null if it has not changed, or if there was no quote',
  },
);

export const bookingFields = {
  booking_id: BookingId,
  voucher_id: VoucherId,
  status: BookingStatus,
  hotel: Type.Object(
    {
      id: HotelId,
      public_id: HotelPublicId,
      ...hotelNames,
      name_ckb: HotelNameCkb,
      phone: HotelPhone,
      address: Address,
    },
    { description: 'The hotel' },
  ),
  room_type: RoomTypeView,
  rate_plan: RatePlanView,
  check_in: DateText('Check-in date'),
  check_out: DateText('Check-out date'),
  nights: Nights,
  rooms_count: RoomsCount,
  adults: Adults,
  children: Children,
  price: Type.Object(
    {
      ...moneyFields,
      retained: Retained,
    },
    { description: 'The price of the stay' },
  ),
  voucher: VoucherView,
  guest_manifest: Type.Array(
    Type.Object({
      name: GuestName,
      phone: Nullable(GuestPhone),
      email: Nullable(GuestEmail),
      lead: Type.Boolean({ description: 'True for the lead guest' }),
    }),
    { description: 'The guests' },
  ),
  payment: PaymentView,
  special_requests: Nullable(SpecialRequests),
  channel_reference: Nullable(ChannelReference),
  cancellation: CancellationView,
  price_change: Nullable(PriceChange),
  cancelled: Nullable(CancelledView),
  no_show: Nullable(NoShowView),
  revision: Revision,
  created_at: Instant('Time of creation'),
  updated_at: Instant('Time of the last change'),
};

const BookingView = Type.Object(bookingFields);
export type BookingView = Static<typeof BookingView>;

export const AuditEntry = Type.Object({
  at: Instant('Time of the change'),
  actor: Type.String({
    description: 'Who made the change, for example your client name or SYSTEM',
    examples: ['SYSTEM'],
  }),
  action: Type.String({ description: 'What was done', examples: ['CREATED'] }),
  revision: Revision,
  changes: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The fields that were changed, with the value before and after',
  }),
});

export const BOOKING_EXAMPLE = {
  booking_id: IDS.booking,
  voucher_id: IDS.voucher,
  status: 'CONFIRMED',
  hotel: {
    id: IDS.hotel,
    public_id: 'HTL-2026-0001',
    name_en: 'Dijla Palm Hotel',
    name_ar: 'فندق نخيل دجلة',
    name_ckb: 'هۆتێلی دارخورمای دیجلە',
    phone: '+9647700000010',
    address: { en: 'Riverside Road, Baghdad', ar: 'طريق النهر، بغداد', ckb: 'ڕێگای کەنار ڕووبار، بەغدا' },
  },
  room_type: {
    id: IDS.roomType,
    code: 'DBL',
    name_en: 'Standard double room',
    name_ar: 'غرفة مزدوجة قياسية',
    name_ckb: 'ژووری دوو کەسیی ستاندارد',
  },
  rate_plan: {
    id: IDS.ratePlan,
    code: 'BB',
    name_en: 'Bed and breakfast',
    name_ar: 'مبيت وفطور',
    name_ckb: 'مانەوە لەگەڵ نانی بەیانی',
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
    id: IDS.voucher,
    status: 'ISSUED',
    qr_content: 'http://localhost:3000/vouchers/IHC-2026-7KMQ2X?signature=…#v1.…',
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
