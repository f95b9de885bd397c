import { type Static, Type } from 'typebox';
import { READ_CELLS_LIMIT, READ_DAYS_LIMIT } from '../../ari/read-ari.usecase.ts';
import {
  CurrencyCode,
  DateText,
  HotelReference,
  itemAnswer,
  Money,
  Nullable,
  withExample,
} from '../http/wire.ts';

const ProductReference = (description: string) =>
  Type.String({ minLength: 1, maxLength: 100, description, examples: ['DBL'] });

export const AriQuerystring = Type.Object({
  hotelId: HotelReference,
  from: DateText('First day'),
  to: DateText('Last day, included'),
  roomTypeId: Type.Optional(ProductReference('Only this room type: its code or id')),
  ratePlanId: Type.Optional(ProductReference('Only rate plans with this code or id, and their room types')),
});
export type AriQuerystring = Static<typeof AriQuerystring>;

const markFields = {
  version: Type.Integer({ description: 'Counts the changes of the day. 0: it has not been changed' }),
  changed_at: Nullable(Type.String({ format: 'date-time', description: 'When it was changed last' })),
  changed_by: Nullable(
    Type.String({
      description: 'Client id of the supplier that changed it last; OPERATOR if an operator did',
    }),
  ),
  message_id: Nullable(
    Type.String({ description: 'The message that changed it last. Null: the last change was no message' }),
  ),
};

const restrictionFields = {
  stop_sell: Type.Boolean(),
  cta: Type.Boolean({ description: 'Closed to arrival' }),
  ctd: Type.Boolean({ description: 'Closed to departure' }),
  min_stay: Type.Integer({ description: 'Minimum nights of a stay that arrives on this day' }),
};
const MaxStay = Nullable(Type.Integer({ description: 'Maximum nights of a stay that arrives on this day' }));

const RoomDay = Type.Object({
  date: DateText('The night that starts on this date'),
  open: Type.Boolean({ description: 'False: the night has not been opened yet and is not sold' }),
  allotment: Type.Integer({ description: 'Rooms that the hotel offers in all' }),
  blocked: Type.Integer({ description: 'Rooms that are not for sale' }),
  booked: Type.Integer({ description: 'Rooms booked' }),
  held: Type.Integer({ description: 'Rooms in prebook holds' }),
  rooms_left: Type.Integer({ description: 'max(0, allotment - blocked - booked - held)' }),
  ...restrictionFields,
  max_stay: MaxStay,
  ...markFields,
});

const PlanDay = Type.Object({
  date: DateText('The night that starts on this date'),
  prices: Type.Object({
    single: Money('For one adult in a room'),
    double: Money('For two adults in a room'),
    extra_adult: Money('For each further adult'),
    child: Money('For each child'),
  }),
  is_usual_price: Type.Boolean({ description: 'True: the day has no prices of its own' }),
  ...restrictionFields,
  min_stay_through: Type.Integer({ description: 'Minimum nights of a stay that includes this night' }),
  max_stay: MaxStay,
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
  tags: ['Supply rates and rooms'],
  summary: 'Read rooms, prices and restrictions',
  description: `Returns what is in force, day by day. A request has at most ${READ_DAYS_LIMIT} days, and ${READ_CELLS_LIMIT} days of all room types and rate plans together. A stay must satisfy the restrictions of its room type and of its rate plan.`,
  querystring: AriQuerystring,
  response: withExample(
    itemAnswer(
      Type.Object({
        hotel_id: Type.String(),
        from: DateText('First day'),
        to: DateText('Last day'),
        room_types: Type.Array(
          Type.Object({
            room_type_id: Type.String(),
            code: Type.String(),
            days: Type.Array(RoomDay),
            rate_plans: Type.Array(
              Type.Object({
                rate_plan_id: Type.String(),
                code: Type.String(),
                currency: CurrencyCode,
                days: Type.Array(PlanDay),
              }),
            ),
          }),
        ),
      }),
    ),
    {
      success: true,
      data: {
        hotel_id: 'fc696a0f-ec1d-4f37-92b4-1c43aa6e3287',
        from: '2027-01-15',
        to: '2027-01-15',
        room_types: [
          {
            room_type_id: '582ff731-b8ab-4900-8446-baf5b11ca45f',
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
                rate_plan_id: '0c2d6e0a-6a0e-4d27-9d6e-2d2c8f6a8f10',
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
