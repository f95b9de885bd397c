// Schemas of a search and its results.

import { type Static, Type } from 'typebox';
import {
  IDS,
  MaxOccupancy,
  PricingModel,
  RatePlanId,
  RoomTypeId,
  roomTypeNames,
} from '../../common/common.schema.ts';
import {
  CurrencyCode,
  Instant,
  listResponse,
  Meta,
  Money,
  Nullable,
  PageCursor,
  withExample,
} from '../../common/wire.ts';
import { HOTEL_EXAMPLE, hotelFields } from '../hotels/hotels.schema.ts';
import { CANCELLATION_TEXT, CollectedBy, PAYMENT_TEXT, partyFields, stayFields } from '../stay.schema.ts';

export const SearchBody = Type.Object(
  {
    checkIn: stayFields.checkIn,
    checkOut: stayFields.checkOut,
    destination: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'City name in English, Arabic or Kurdish, in any common spelling. An unknown city returns an empty list.',
        'x-default-text': 'All cities',
        examples: ['Karbala', 'كربلاء', 'Hewlêr'],
      }),
    ),
    ...partyFields,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 200,
        description: 'Maximum number of hotels to return',
        examples: [50],
        'x-default-text': 'All hotels',
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        ...PageCursor,
        maxLength: 2000,
        description: '`next_cursor` of the previous page; send it with the same search',
      }),
    ),
  },
  { examples: [{ destination: 'Karbala', checkIn: '2027-01-15', checkOut: '2027-01-16', adults: 2 }] },
);
export type SearchBody = Static<typeof SearchBody>;

export const SearchItem = Type.Object({
  ...hotelFields,
  rooms: Type.Array(
    Type.Object({
      room_type_id: RoomTypeId,
      ...roomTypeNames,
      max_occupancy: MaxOccupancy,
      available: Type.Integer({
        description: 'Number of rooms you can book on every night of the stay',
        examples: [12],
      }),
      rate_plans: Type.Array(
        Type.Object({
          rate_plan_id: RatePlanId,
          pricing_model: PricingModel,
          currency: CurrencyCode,
          total: Money('Price of the whole stay for the whole party, including tax and service charge'),
          average_nightly: Money('Total divided by the number of nights'),
          payment: Type.Object({ collected_by: CollectedBy }, { description: PAYMENT_TEXT }),
          cancellation: Type.Object(
            {
              refundable: Type.Boolean({
                description: 'True if cancelling now costs less than the full price',
              }),
              free_until: Nullable(
                Instant('Cancelling is free until this time; null if cancelling already costs something'),
              ),
            },
            { description: CANCELLATION_TEXT },
          ),
        }),
        { description: 'The rate plans that you can book' },
      ),
    }),
    { description: 'The room types that you can book' },
  ),
  lowest_total: Money('Lowest total of all rooms and rate plans of this hotel'),
  price_currency: { ...CurrencyCode, description: 'Currency of the prices' },
});

export const searchSchema = {
  operationId: 'search',
  tags: ['Catalogue'],
  summary: 'Search',
  description:
    'Returns the hotels in your contract that have rooms for the party on every night of the stay, cheapest first. Each hotel lists every bookable room type and rate plan with its total price. Totals are the same as in price-check. Without `limit`, all matching hotels are returned.',
  body: SearchBody,
  response: withExample(listResponse(SearchItem, Meta), {
    success: true,
    data: [
      {
        ...HOTEL_EXAMPLE,
        rooms: [
          {
            room_type_id: IDS.roomType,
            name_en: 'Standard double room',
            name_ar: 'غرفة مزدوجة قياسية',
            max_occupancy: 3,
            available: 12,
            rate_plans: [
              {
                rate_plan_id: IDS.ratePlan,
                pricing_model: 'BED_AND_BREAKFAST',
                currency: 'IQD',
                total: '193200',
                average_nightly: '193200',
                payment: { collected_by: 'PARTNER' },
                cancellation: { refundable: true, free_until: '2027-01-14T11:00:00.000Z' },
              },
            ],
          },
        ],
        lowest_total: '193200',
        price_currency: 'IQD',
      },
    ],
    meta: { count: 1, next_cursor: null },
  }),
};
