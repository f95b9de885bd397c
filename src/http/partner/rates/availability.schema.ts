// Schema of the free rooms per day.

import { Type } from 'typebox';
import { DEFAULT_CALENDAR_DAYS } from '../../../kernel/horizon.ts';
import {
  ClosedToArrival,
  ClosedToDeparture,
  HotelId,
  IDS,
  MaxStay,
  MinStay,
  RoomTypeId,
  StopSell,
} from '../../common/common.schema.ts';
import { errorCodes, HOTEL_ERRORS } from '../../common/document/errors.ts';
import { Count, DateText, HotelReference, listResponse, Nullable, withExample } from '../../common/wire.ts';

const DAYS_LIMIT = 365;

export const calendarQuery = {
  days: Type.Integer({
    minimum: 1,
    maximum: DAYS_LIMIT,
    description: 'Number of days, starting at `startDate`',
    examples: [14],
  }),
  startDate: Type.String({ ...DateText('First day'), 'x-default-text': 'Today in Baghdad' }),
};

const Rooms = (description: string, example: number) => Type.Integer({ description, examples: [example] });

export const AvailabilityDay = Type.Object({
  date: DateText('The night that starts on this date'),
  allotment: Rooms('Total number of rooms that the hotel offers', 12),
  booked: Rooms('Number of booked rooms', 3),
  blocked: Rooms('Number of rooms that are not for sale, including the rooms in `held`', 2),
  held: Rooms('Number of rooms in active holds. The number in `blocked` includes them.', 1),
  available: Rooms('Number of rooms you can book: max(0, allotment - booked - blocked)', 7),
  stop_sell: StopSell,
  cta: ClosedToArrival,
  ctd: ClosedToDeparture,
  min_stay: MinStay,
  max_stay: Nullable(MaxStay),
});

export const getAvailabilitySchema = {
  operationId: 'getAvailability',
  errors: errorCodes(...HOTEL_ERRORS, 'ROOM_TYPE_NOT_FOUND'),
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
      examples: [IDS.roomType],
    }),
    days: Type.Optional({ ...calendarQuery.days, default: DEFAULT_CALENDAR_DAYS }),
    startDate: Type.Optional(calendarQuery.startDate),
  }),
  response: withExample(
    listResponse(
      AvailabilityDay,
      Type.Object({
        count: Count,
        hotel_id: HotelId,
        room_type_id: RoomTypeId,
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
        hotel_id: IDS.hotel,
        room_type_id: IDS.roomType,
        start_date: '2027-01-15',
      },
    },
  ),
};
