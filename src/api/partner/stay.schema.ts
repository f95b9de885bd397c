import { Type } from 'typebox';
import { CurrencyCode, DateText, HotelReference, Instant, Money, Nullable } from '../http/wire.ts';

export const Reference = (description: string, ...examples: string[]) =>
  Type.String({ minLength: 1, maxLength: 100, description, ...(examples.length > 0 && { examples }) });

export const BookingReference = Reference('Booking id or voucher id', 'IHC-2026-7KMQ2X');

/** Fields that price-check, prebook and bookings share. */
export const stayFields = {
  hotelId: HotelReference,
  roomTypeId: Reference('Id of a room type of the hotel'),
  ratePlanId: Reference('Id of a rate plan of the room type'),
  checkIn: DateText('Check-in date, from today in Baghdad to 500 days ahead'),
  checkOut: DateText('Check-out date, 1 to 30 nights after check-in'),
};

export const partyFields = {
  roomsCount: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 20, description: 'Number of rooms; default 1' }),
  ),
  adults: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 60,
      description: 'Number of adults in all rooms together; default 2',
    }),
  ),
  children: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 40,
      description: 'Number of children in all rooms together; default 0',
    }),
  ),
};

export const currencyField = {
  currency: Type.Optional({
    ...CurrencyCode,
    description: "Currency of the prices; default is the hotel's own",
  }),
};

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
  guestEmail: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
};

export const stayView = {
  hotel_id: Type.String({ format: 'uuid' }),
  room_type_id: Type.String({ format: 'uuid' }),
  rate_plan_id: Type.String({ format: 'uuid' }),
  check_in: DateText('Check-in date'),
  check_out: DateText('Check-out date'),
  nights: Type.Integer(),
  rooms_count: Type.Integer(),
  adults: Type.Integer(),
  children: Type.Integer(),
};

const Share = Type.Object({ percent: Type.Number(), amount: Money('Amount of this line') });

export const moneyFields = {
  currency: CurrencyCode,
  nightly: Type.Array(
    Type.Object({
      date: DateText('Date on which the night starts'),
      rooms: Type.Array(
        Type.Object({
          adults: Type.Integer(),
          children: Type.Integer(),
          amount: Money('Price of one room for one night'),
        }),
      ),
      amount: Money('Price of all rooms for one night'),
    }),
  ),
  subtotal: Money('Price of all nights before tax and service charge'),
  tax: Share,
  service_charge: Share,
  total: Money('Price of the stay: subtotal plus tax plus service charge'),
  commission: Share,
  exchange: Nullable(
    Type.Object(
      {
        base_currency: CurrencyCode,
        rate: Type.String(),
        as_of: Instant('Time from which this rate is valid'),
      },
      {
        description:
          "Exchange rate used for this price, in dinars per dollar. It does not change later. Null if the price is in the rate plan's own currency.",
      },
    ),
  ),
};

export const CollectedBy = Type.Enum(['PARTNER', 'HOTEL'], {
  type: 'string',
  description: "Who collects the guest's payment, according to your contract",
});

export const PaymentView = Type.Object({
  collected_by: CollectedBy,
  due_at_hotel: Money('Amount the guest pays at the hotel'),
  currency: CurrencyCode,
});

export const CancellationView = Type.Object({
  policy_id: Type.String({ format: 'uuid' }),
  timeline: Type.Array(
    Type.Object({
      from: Instant('The penalty applies to cancellations after this time'),
      from_local: Type.String({ description: 'The same time in Baghdad local time' }),
      penalty_amount: Money('Penalty for cancelling'),
      refund_amount: Money(
        'Refund after cancelling; 0 if the hotel collects the payment, because nothing has been paid yet',
      ),
      currency: CurrencyCode,
    }),
  ),
});

export const IDS = {
  hotel: 'fc696a0f-ec1d-4f37-92b4-1c43aa6e3287',
  roomType: '582ff731-b8ab-4900-8446-baf5b11ca45f',
  ratePlan: 'c581155e-a6c1-490a-804a-1bc7e3cb8e31',
  policy: '67cf5b73-947e-444b-a5d3-5cf58c0a0fe4',
};

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

/** Example requests for the reference. A test sends each of them to the running service. */
export const STAY_REQUEST = {
  hotelId: 'HTL-2026-0001',
  roomTypeId: IDS.roomType,
  ratePlanId: IDS.ratePlan,
  checkIn: '2027-01-15',
  checkOut: '2027-01-16',
};
export const GUEST_REQUEST = { guestName: 'زينب الكربلائي', guestPhone: '0770 123 4567' };
