import { Type } from 'typebox';
import { PRICING_MODELS } from '../../domain/pricing/rate-plan.ts';
import { Nullable } from './wire.ts';

/** All examples of the OpenAPI document use these ids. */
export const IDS = {
  hotel: 'fc696a0f-ec1d-4f37-92b4-1c43aa6e3287',
  roomType: '582ff731-b8ab-4900-8446-baf5b11ca45f',
  ratePlan: 'c581155e-a6c1-490a-804a-1bc7e3cb8e31',
  policy: '67cf5b73-947e-444b-a5d3-5cf58c0a0fe4',
  booking: 'a3b6c1d2-77f0-4c1e-9f0a-2d4e6f8a9b10',
  quote: '0b9c6bfa-6c55-4b0c-9a2f-8b3f2f1f7c01',
  webhook: '6f1c3b8e-55d0-4c39-9d0e-0a9a3c5b7f21',
  voucher: 'IHC-2026-7KMQ2X',
  token: 'pb_5kV0c2mXr8Jt1Qw7Yz3LhN6B',
};

/**
 * Fields with the same meaning have the same description everywhere, so that each description is translated and
 * learned only once.
 */
const Id = (description: string, example: string) =>
  Type.String({ format: 'uuid', description, examples: [example] });
const Text = (description: string, example: string) => Type.String({ description, examples: [example] });
const Count = (description: string, example: number) => Type.Integer({ description, examples: [example] });

export const HotelId = Id('Id of the hotel', IDS.hotel);
export const HotelPublicId = Text('Public id of the hotel, HTL-<YYYY>-<NNNN>', 'HTL-2026-0001');
export const RoomTypeId = Id('Id of the room type', IDS.roomType);
export const RatePlanId = Id('Id of the rate plan', IDS.ratePlan);
export const PolicyId = Id('Id of the cancellation policy', IDS.policy);
export const BookingId = Id('Id of the booking', IDS.booking);
export const VoucherId = Text(
  'Voucher id, IHC-<YYYY>-<6 characters>. The guest shows it at reception.',
  IDS.voucher,
);
export const QuoteId = Id('Id of the quote', IDS.quote);
export const WebhookId = Id('Id of the webhook', IDS.webhook);
export const PrebookToken = Text('The prebook token of the hold', IDS.token);
export const ClientId = Text('Id of the client', 'sandbox-7k2mq9x4ad');

export const RoomTypeCode = Text("The hotel's own code for the room type", 'DBL');
export const RatePlanCode = Text("The hotel's own code for the rate plan", 'BB');
export const PricingModel = Type.Enum([...PRICING_MODELS], {
  type: 'string',
  description: 'Meals included in the price',
  examples: ['BED_AND_BREAKFAST'],
});

const NAMES = { en: 'English name', ar: 'Arabic name', ckb: 'Kurdish (Sorani) name' };
const OptionalNameCkb = (example: string) =>
  Nullable(Text('Kurdish (Sorani) name; null if there is none: then show the English name', example));
export const hotelNames = {
  name_en: Text(NAMES.en, 'Dijla Palm Hotel'),
  name_ar: Text(NAMES.ar, 'فندق نخيل دجلة'),
};
export const HotelNameCkb = Text(NAMES.ckb, 'هۆتێلی دارخورمای دیجلە');
export const roomTypeNames = {
  name_en: Text(NAMES.en, 'Standard double room'),
  name_ar: Text(NAMES.ar, 'غرفة مزدوجة قياسية'),
};
export const RoomTypeNameCkb = OptionalNameCkb('ژووری دوو کەسیی ستاندارد');
export const ratePlanNames = {
  name_en: Text(NAMES.en, 'Bed and breakfast'),
  name_ar: Text(NAMES.ar, 'مبيت وفطور'),
  name_ckb: OptionalNameCkb('مانەوە لەگەڵ نانی بەیانی'),
};
export const policyNames = { name_en: Text(NAMES.en, 'Flexible'), name_ar: Text(NAMES.ar, 'مرنة') };

export const TimeZone = Text('All dates are dates in this time zone', 'Asia/Baghdad');
export const HotelPhone = Text('Phone number of the front desk, in E.164 format', '+9647700000010');
export const Address = Type.Object(
  {
    en: Text('In English', 'Riverside Road, Baghdad'),
    ar: Text('In Arabic', 'طريق النهر، بغداد'),
    ckb: Nullable(
      Text(
        'In Kurdish (Sorani); null if there is none: then show the English text',
        'ڕێگای کەنار ڕووبار، بەغدا',
      ),
    ),
  },
  { description: 'Address of the hotel' },
);
export const Amenities = (example: string[]) =>
  Type.Array(Type.String(), { description: 'Codes of the amenities', examples: [example] });

export const GuestName = Text('Name of the guest', 'زينب الكربلائي');
export const GuestPhone = Text('Phone number of the guest, in E.164 format', '+9647701234567');
export const GuestEmail = Text('Email address of the guest; null if there is none', 'zaynab@example.com');

export const GuestView = Type.Object(
  { name: GuestName, phone: GuestPhone, email: Nullable(GuestEmail) },
  { description: 'The guest' },
);

export const Nights = Count('Number of nights', 1);
export const RoomsCount = Count('Number of rooms', 1);
export const Adults = Count('Number of adults in all rooms together', 2);
export const Children = Count('Number of children in all rooms together', 0);
export const MaxOccupancy = Count('Maximum number of guests per room: adults and children together', 3);
export const MaxAdults = Count('Maximum number of adults per room', 2);
export const MaxChildren = Count('Maximum number of children per room', 1);
export const Percent = Type.Number({ description: 'The rate in percent', examples: [5] });
export const Revision = Count(
  "Number of the booking's version: 1 for a new booking, and 1 more after each change",
  1,
);

export const Reason = Text('The reason that was given; null if there is none', 'The guest changed plans');
export const SpecialRequests = Text('Requests for the hotel; null if there are none', 'Late arrival');
export const ChannelReference = Text("The partner's own reference; null if there is none", 'OTA-42');

/** The fields below describe restrictions of nights, room types and rate plans. */
const Flag = (description: string) => Type.Boolean({ description, examples: [false] });

export const StopSell = Flag('Stop sell: this night cannot be booked');
export const ClosedToArrival = Flag('Closed to arrival: no stay can start on this date');
export const ClosedToDeparture = Flag('Closed to departure: no stay can end on this date');
export const MinStay = Count('Minimum nights of a stay that starts on this date', 2);
export const MinStayThrough = Count('Minimum nights of a stay that includes this night', 1);
export const ReleaseDays = Count(
  'A night is not sold if fewer than this many days remain until the night',
  0,
);
export const MaxStay = Count('Maximum nights of a stay that starts on this date; null if there is none', 7);
