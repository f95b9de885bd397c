// Schemas of the current rooms, prices and restrictions per day.

import { Type } from 'typebox';
import { READ_CELLS_LIMIT, READ_DAYS_LIMIT } from '../../domain/offers/ari/read-ari.usecase.ts';
import {
  ClosedToArrival,
  ClosedToDeparture,
  HotelId,
  IDS,
  MaxStay,
  MinStay,
  MinStayThrough,
  RatePlanCode,
  RatePlanId,
  RoomTypeCode,
  RoomTypeId,
  StopSell,
} from '../common/common.schema.ts';
import { errorCodes, HOTEL_ERRORS } from '../common/document/errors.ts';
import {
  CurrencyCode,
  DateText,
  HotelReference,
  Instant,
  itemResponse,
  Money,
  Nullable,
  withExample,
} from '../common/wire.ts';
import { PRICE_TEXTS } from './ari.schema.ts';

const ProductReference = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 100, description, examples: [example] });

const AriQuerystring = Type.Object({
  hotelId: HotelReference,
  from: DateText('First day'),
  to: DateText('Last day (included)'),
  roomTypeId: Type.Optional(
    ProductReference('Code or id of a room type. The response then has only this room type.', 'DBL'),
  ),
  ratePlanId: Type.Optional(
    ProductReference(
      'Code or id of a rate plan. The response then has only the rate plans with this code or id, and their room types.',
      'BB',
    ),
  ),
});

const markFields = {
  version: Type.Integer({
    description: 'Counts the changes of the day; 0 if the day was never changed',
    examples: [3],
  }),
  changed_at: Nullable(Instant('Time of the last change of the day; null if the day was never changed')),
  changed_by: Nullable(
    Type.String({
      description: 'Client id of the supplier that made the last change; OPERATOR if an operator made it',
      examples: ['supplier-1'],
    }),
  ),
  message_id: Nullable(
    Type.String({
      description: 'Id of the message that made the last change; null if no message made it',
      examples: ['2027-01-10-000123'],
    }),
  ),
};

const restrictionFields = {
  stop_sell: StopSell,
  cta: ClosedToArrival,
  ctd: ClosedToDeparture,
  min_stay: MinStay,
};

const Rooms = (description: string, example: number) => Type.Integer({ description, examples: [example] });

const RoomDay = Type.Object({
  date: DateText('The night that starts on this date'),
  open: Type.Boolean({ description: 'False: the night has not been opened yet and is not sold' }),
  allotment: Rooms('Total number of rooms that the hotel offers', 8),
  blocked: Rooms('Number of rooms that are not for sale', 0),
  booked: Rooms('Number of booked rooms', 3),
  held: Rooms('Number of rooms in active holds', 0),
  rooms_left: Rooms('Number of rooms that are left to sell: max(0, allotment - blocked - booked - held)', 5),
  ...restrictionFields,
  max_stay: Nullable(MaxStay),
  ...markFields,
});

const PlanDay = Type.Object({
  date: DateText('The night that starts on this date'),
  prices: Type.Object(
    {
      single: Money(PRICE_TEXTS.single, '95000'),
      double: Money(PRICE_TEXTS.double, '120000'),
      extra_adult: Money(PRICE_TEXTS.extraAdult, '30000'),
      child: Money(PRICE_TEXTS.child, '15000'),
    },
    { description: 'Prices before tax and service charge' },
  ),
  is_usual_price: Type.Boolean({ description: 'True: the usual prices apply on this day' }),
  ...restrictionFields,
  min_stay_through: MinStayThrough,
  max_stay: Nullable(MaxStay),
  ...markFields,
});

const EXAMPLE_MARK = {
  version: 3,
  changed_at: '2027-01-10T08:30:01.120Z',
  changed_by: 'supplier-1',
  message_id: '2027-01-10-000123',
};

export const getAriSchema = {
  operationId: 'getAri',
  errors: errorCodes(...HOTEL_ERRORS, 'ROOM_TYPE_NOT_FOUND', 'RATE_PLAN_NOT_FOUND'),
  tags: ['Supply rates and rooms'],
  summary: 'Read rooms, prices and restrictions',
  description: `Returns the current rooms, prices and restrictions of each day. A request can have at most ${READ_DAYS_LIMIT} days. The response can have at most ${READ_CELLS_LIMIT} days of all room types and rate plans together. A stay must satisfy the restrictions of its room type and of its rate plan.`,
  querystring: AriQuerystring,
  response: withExample(
    itemResponse(
      Type.Object({
        hotel_id: HotelId,
        from: DateText('First day'),
        to: DateText('Last day (included)'),
        room_types: Type.Array(
          Type.Object({
            room_type_id: RoomTypeId,
            code: RoomTypeCode,
            days: Type.Array(RoomDay, { description: 'The days of the room type' }),
            rate_plans: Type.Array(
              Type.Object({
                rate_plan_id: RatePlanId,
                code: RatePlanCode,
                currency: CurrencyCode,
                days: Type.Array(PlanDay, { description: 'The days of the rate plan' }),
              }),
              { description: 'The rate plans of the room type' },
            ),
          }),
          { description: 'The room types of the hotel' },
        ),
      }),
    ),
    {
      success: true,
      data: {
        hotel_id: IDS.hotel,
        from: '2027-01-15',
        to: '2027-01-15',
        room_types: [
          {
            room_type_id: IDS.roomType,
            code: 'DBL',
            days: [
              {
                ...{ date: '2027-01-15', open: true, allotment: 8, blocked: 0, booked: 3, held: 0 },
                ...{ rooms_left: 5, stop_sell: false, cta: false, ctd: false, min_stay: 1, max_stay: null },
                ...EXAMPLE_MARK,
              },
            ],
            rate_plans: [
              {
                rate_plan_id: IDS.ratePlan,
                code: 'BB',
                currency: 'IQD',
                days: [
                  {
                    date: '2027-01-15',
                    prices: { single: '95000', double: '120000', extra_adult: '30000', child: '15000' },
                    ...{ is_usual_price: false, stop_sell: false, cta: false, ctd: false, min_stay: 2 },
                    ...{ min_stay_through: 1, max_stay: null },
                    ...EXAMPLE_MARK,
                  },
                ],
              },
            ],
          },
        ],
      },
    },
  ),
};
