import { Type } from 'typebox';
import { DEFAULT_CALENDAR_DAYS } from '../../../kernel/horizon.ts';
import { DateText, HotelReference, listAnswer, Nullable, withExample } from '../../http/wire.ts';

export const DAYS_LIMIT = 365;

export const calendarQuery = {
  days: Type.Integer({
    minimum: 1,
    maximum: DAYS_LIMIT,
    description: 'Number of days, starting at `startDate`',
  }),
  startDate: DateText('First day; default is today in Baghdad'),
};

export const AvailabilityDay = Type.Object({
  date: DateText('The night that starts on this date'),
  allotment: Type.Integer({ description: 'Total rooms that the hotel offers' }),
  booked: Type.Integer({ description: 'Rooms booked' }),
  blocked: Type.Integer({ description: 'Rooms that are not for sale, including those in `held`' }),
  held: Type.Integer({ description: 'Rooms in active prebook holds; already included in `blocked`' }),
  available: Type.Integer({ description: 'max(0, allotment - booked - blocked)' }),
  stop_sell: Type.Boolean({ description: 'Stop sell: this night cannot be booked' }),
  cta: Type.Boolean({ description: 'Closed to arrival: no stay can start on this date' }),
  ctd: Type.Boolean({ description: 'Closed to departure: no stay can end on this date' }),
  min_stay: Type.Integer({ description: 'Minimum nights for a stay that starts on this date' }),
  max_stay: Nullable(
    Type.Integer({
      description: 'Maximum nights for a stay that starts on this date; null if the hotel sets no limit',
    }),
  ),
});

export const getAvailabilitySchema = {
  operationId: 'getAvailability',
  tags: ['Inventory'],
  summary: 'Get availability',
  description:
    'Returns the daily calendar of one room type: allotment, booked, blocked and available rooms, and restrictions.',
  querystring: Type.Object({
    hotelId: HotelReference,
    roomTypeId: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Id of a room type of the hotel',
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
