// Fields of a stay, a party and a guest that several endpoints share.

import { Type } from 'typebox';
import {
  Adults,
  Children,
  HotelId,
  IDS,
  Nights,
  Percent,
  PolicyId,
  RatePlanId,
  RoomsCount,
  RoomTypeId,
} from '../common/common.schema.ts';
import { CurrencyCode, DateText, HotelReference, Instant, Money, Nullable } from '../common/wire.ts';

export const Reference = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 100, description, examples: [example] });

export const BookingReference = Reference(
  'Booking id or voucher id. Upper and lower case are accepted.',
  IDS.voucher,
);

/** Fields that price-check, prebook and bookings share. */
export const stayFields = {
  hotelId: HotelReference,
  roomTypeId: Reference('Id of a room type of the hotel', IDS.roomType),
  ratePlanId: Reference('Id of a rate plan of the room type', IDS.ratePlan),
  checkIn: DateText('Check-in date, from today in Baghdad to 500 days ahead'),
  checkOut: DateText('Check-out date, 1 to 30 nights after check-in'),
};

const ROOMS = { minimum: 1, maximum: 20, description: 'Number of rooms', examples: [1] };
const ADULTS = {
  minimum: 1,
  maximum: 60,
  description:
    'Number of adults in all rooms together. They are divided evenly over the rooms; the first rooms get those that remain.',
  examples: [2],
};
const CHILDREN = {
  minimum: 0,
  maximum: 40,
  description:
    'Number of children in all rooms together. Each child is put into the room that has the fewest children and still has space.',
  examples: [0],
};
const CURRENCY = { ...CurrencyCode, description: 'Currency of the prices', examples: ['IQD'] };

/** The party and the currency of a search. */
export const partyFields = {
  roomsCount: Type.Optional(Type.Integer({ ...ROOMS, 'x-default': 1 })),
  adults: Type.Optional(Type.Integer({ ...ADULTS, 'x-default': 2 })),
  children: Type.Optional(Type.Integer({ ...CHILDREN, 'x-default': 0 })),
  currency: Type.Optional({ ...CURRENCY, 'x-default-text': "The hotel's own currency" }),
};

/**
 * The party and the currency of a stay. If the request does not contain these fields, their values come from the hold
 * or the quote.
 */
export const partyFrom = (source: 'hold' | 'quote') => ({
  roomsCount: Type.Optional(
    Type.Integer({ ...ROOMS, 'x-default-text': `The value of your ${source}; 1 if no ${source} applies` }),
  ),
  adults: Type.Optional(
    Type.Integer({ ...ADULTS, 'x-default-text': `The value of your ${source}; 2 if no ${source} applies` }),
  ),
  children: Type.Optional(
    Type.Integer({ ...CHILDREN, 'x-default-text': `The value of your ${source}; 0 if no ${source} applies` }),
  ),
  currency: Type.Optional({
    ...CURRENCY,
    'x-default-text': `The currency of your ${source}; the hotel's own currency if no ${source} applies`,
  }),
});

export const guestFields = {
  guestName: Type.String({
    minLength: 2,
    maxLength: 120,
    pattern: '^[^\\p{Cc}]*\\p{L}[^\\p{Cc}]*$',
    description: 'Guest name in any script, with at least one letter',
    examples: ['زينب الكربلائي'],
  }),
  guestPhone: Type.String({
    minLength: 1,
    maxLength: 40,
    description: 'A valid phone number. Local format is accepted for Iraqi numbers (0770 123 4567).',
    examples: ['0770 123 4567'],
  }),
};

export const guestEmailField = {
  guestEmail: Type.Optional(
    Type.String({
      format: 'email',
      maxLength: 254,
      description: 'Email address of the guest',
      examples: ['zaynab@example.com'],
    }),
  ),
};

export const stayView = {
  hotel_id: HotelId,
  room_type_id: RoomTypeId,
  rate_plan_id: RatePlanId,
  check_in: DateText('Check-in date'),
  check_out: DateText('Check-out date'),
  nights: Nights,
  rooms_count: RoomsCount,
  adults: Adults,
  children: Children,
};

const Share = (description: string) =>
  Type.Object({ percent: Percent, amount: Money('The amount', '8400') }, { description });

export const moneyFields = {
  currency: CurrencyCode,
  nightly: Type.Array(
    Type.Object({
      date: DateText('Date on which the night starts'),
      rooms: Type.Array(
        Type.Object({
          adults: Type.Integer({ description: 'Number of adults in this room', examples: [2] }),
          children: Type.Integer({ description: 'Number of children in this room', examples: [0] }),
          amount: Money('Price of one room for one night', '168000'),
        }),
        { description: 'The price of each room' },
      ),
      amount: Money('Price of all rooms for one night', '168000'),
    }),
    { description: 'The price of each night, before tax and service charge' },
  ),
  subtotal: Money('Price of all nights before tax and service charge', '168000'),
  tax: Share('Tax on the subtotal'),
  service_charge: Share('Service charge on the subtotal'),
  total: Money('Price of the stay: subtotal plus tax plus service charge'),
  commission: Share('Your commission, according to your contract: a percentage of `subtotal`'),
  exchange: Nullable(
    Type.Object(
      {
        base_currency: { ...CurrencyCode, description: "The rate plan's own currency" },
        rate: Type.String({ description: 'Dinars per dollar', examples: ['1310'] }),
        as_of: Instant('Time from which this rate is valid'),
      },
      {
        description:
          "Exchange rate used for this price. It does not change later. Null if the price is in the rate plan's own currency.",
      },
    ),
  ),
};

export const CollectedBy = Type.Enum(['PARTNER', 'HOTEL'], {
  type: 'string',
  description: "Who collects the guest's payment, according to your contract",
});

export const PAYMENT_TEXT = 'How the guest pays';
export const PaymentView = Type.Object(
  {
    collected_by: CollectedBy,
    due_at_hotel: Money('Amount the guest pays at the hotel', '0'),
    currency: CurrencyCode,
  },
  { description: PAYMENT_TEXT },
);

export const CANCELLATION_TEXT = 'What cancelling costs';
export const CancellationView = Type.Object(
  {
    policy_id: PolicyId,
    timeline: Type.Array(
      Type.Object({
        from: Instant('The penalty applies to cancellations after this time'),
        from_local: Type.String({
          description: 'The same time in Baghdad local time',
          examples: ['2026-12-15T12:00:00+03:00'],
        }),
        penalty_amount: Money('Penalty for cancelling', '0'),
        refund_amount: Money(
          'Refund after cancelling; 0 if the hotel collects the payment, because nothing has been paid yet',
        ),
        currency: CurrencyCode,
      }),
      { description: 'The penalties in order of time. Each penalty applies until the next one starts.' },
    ),
  },
  { description: CANCELLATION_TEXT },
);

export const STAY_EXAMPLE = {
  hotel_id: IDS.hotel,
  room_type_id: IDS.roomType,
  rate_plan_id: IDS.ratePlan,
  check_in: '2027-01-15',
  check_out: '2027-01-16',
  nights: 1,
  rooms_count: 1,
  adults: 2,
  children: 0,
};

export const MONEY_EXAMPLE = {
  currency: 'IQD',
  nightly: [{ date: '2027-01-15', rooms: [{ adults: 2, children: 0, amount: '168000' }], amount: '168000' }],
  subtotal: '168000',
  tax: { percent: 5, amount: '8400' },
  service_charge: { percent: 10, amount: '16800' },
  total: '193200',
  commission: { percent: 12.5, amount: '21000' },
  exchange: null,
};

export const PAYMENT_EXAMPLE = { collected_by: 'PARTNER', due_at_hotel: '0', currency: 'IQD' };

export const CANCELLATION_EXAMPLE = {
  policy_id: IDS.policy,
  timeline: [
    {
      from: '2026-12-15T09:00:00.000Z',
      from_local: '2026-12-15T12:00:00+03:00',
      penalty_amount: '0',
      refund_amount: '193200',
      currency: 'IQD',
    },
    {
      from: '2027-01-14T11:00:00.000Z',
      from_local: '2027-01-14T14:00:00+03:00',
      penalty_amount: '193200',
      refund_amount: '0',
      currency: 'IQD',
    },
  ],
};

/** Example requests for the API reference. A test sends each of them to a running service. */
export const STAY_REQUEST = {
  hotelId: 'HTL-2026-0001',
  roomTypeId: IDS.roomType,
  ratePlanId: IDS.ratePlan,
  checkIn: '2027-01-15',
  checkOut: '2027-01-16',
};
export const GUEST_REQUEST = { guestName: 'زينب الكربلائي', guestPhone: '0770 123 4567' };
