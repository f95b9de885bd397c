import { type Static, Type } from 'typebox';
import { PRICING_MODELS } from '../../../pricing/rate-plan.ts';
import { CurrencyCode, Instant, listAnswer, Meta, Money, Nullable, withExample } from '../../http/wire.ts';
import { HOTEL_EXAMPLE, hotelFields } from '../hotels/hotels.schema.ts';
import { CollectedBy, currencyField, IDS, partyFields, stayFields } from '../stay.schema.ts';

export const SearchBody = Type.Object(
  {
    checkIn: stayFields.checkIn,
    checkOut: stayFields.checkOut,
    destination: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'A city in English, Arabic or Kurdish, in any usual spelling; all cities without it. An unknown one finds nothing.',
        examples: ['Karbala', 'كربلاء', 'Hewlêr'],
      }),
    ),
    ...partyFields,
    ...currencyField,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'At most so many hotels' })),
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        description: "A page's `next_cursor`, with the same search",
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
      room_type_id: Type.String({ format: 'uuid' }),
      name_en: Type.String(),
      name_ar: Type.String(),
      max_occupancy: Type.Integer({ description: 'Adults and children together, in one room' }),
      available: Type.Integer({ description: 'Rooms left on the scarcest night' }),
      rate_plans: Type.Array(
        Type.Object({
          rate_plan_id: Type.String({ format: 'uuid' }),
          pricing_model: Type.Enum([...PRICING_MODELS], { type: 'string' }),
          currency: CurrencyCode,
          total: Money('The whole stay for the whole party, tax and service charge included'),
          average_nightly: Money('The total divided by the nights'),
          payment: Type.Object({ collected_by: CollectedBy }),
          cancellation: Type.Object({
            refundable: Type.Boolean({ description: 'Cancelling now would give some of the money back' }),
            free_until: Nullable(
              Instant('Until when cancelling costs nothing; null when it already does not'),
            ),
          }),
        }),
      ),
    }),
  ),
  lowest_total: Money('The lowest total of all its rooms and rate plans'),
  price_currency: CurrencyCode,
});

export const searchSchema = {
  operationId: 'search',
  tags: ['Catalogue'],
  summary: 'Search',
  description:
    'Your hotels that can take the party on every night, cheapest first, with every bookable room and rate plan at its full price. Totals equal those of a price check. Without `limit` all of them.',
  body: SearchBody,
  response: withExample(listAnswer(SearchItem, Meta), {
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
