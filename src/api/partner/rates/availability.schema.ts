import { Type } from 'typebox';
import { DEFAULT_CALENDAR_DAYS } from '../../../kernel/horizon.ts';
import { DateText, HotelReference, listAnswer, Nullable, withExample } from '../../http/wire.ts';

export const DAYS_LIMIT = 365;

export const calendarQuery = {
  days: Type.Integer({ minimum: 1, maximum: DAYS_LIMIT, description: 'How many days, from startDate on' }),
  startDate: DateText('First day; today in Baghdad without it'),
};

export const AvailabilityDay = Type.Object({
  date: DateText('The night that begins on this day'),
  allotment: Type.Integer({ description: 'Rooms the hotel offers' }),
  booked: Type.Integer({ description: 'Rooms sold' }),
  blocked: Type.Integer({ description: 'Rooms taken out of sale, those under a prebook lock included' }),
  held: Type.Integer({ description: 'Rooms under a prebook lock; already counted in blocked' }),
  available: Type.Integer({ description: 'max(0, allotment - booked - blocked)' }),
  stop_sell: Type.Boolean({ description: 'Nothing is sold for this night' }),
  cta: Type.Boolean({ description: 'Closed to arrival: no stay may begin on this day' }),
  ctd: Type.Boolean({ description: 'Closed to departure: no stay may end on this day' }),
  min_stay: Type.Integer({ description: 'Least nights of a stay that begins on this day' }),
  max_stay: Nullable(
    Type.Integer({
      description: 'Most nights of a stay that begins on this day; null for no limit of its own',
    }),
  ),
});

export const getAvailabilitySchema = {
  operationId: 'getAvailability',
  tags: ['Inventory'],
  summary: 'Get availability',
  description: 'The daily calendar of one room type: allotment, booked, blocked, available and restrictions.',
  querystring: Type.Object({
    hotelId: HotelReference,
    roomTypeId: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'A room type of the hotel',
      examples: ['582ff731-b8ab-4900-8446-baf5b11ca45f'],
    }),
    days: Type.Optional({ ...calendarQuery.days, default: DEFAULT_CALENDAR_DAYS }),
    startDate: Type.Optional(calendarQuery.startDate),
  }),
  response: withExample(
    listAnswer(
      AvailabilityDay,
      Type.Object({
        count: Type.Integer(),
        hotel_id: Type.String(),
        room_type_id: Type.String(),
        start_date: DateText('First day of the calendar'),
      }),
    ),
    {
      success: true,
      data: [
        {
          date: '2027-01-15',
          allotment: 12,
          booked: 3,
          blocked: 2,
          held: 1,
          available: 7,
          stop_sell: false,
          cta: false,
          ctd: false,
          min_stay: 1,
          max_stay: null,
        },
      ],
      meta: {
        count: 1,
        hotel_id: 'fc696a0f-ec1d-4f37-92b4-1c43aa6e3287',
        room_type_id: '582ff731-b8ab-4900-8446-baf5b11ca45f',
        start_date: '2027-01-15',
      },
    },
  ),
};
