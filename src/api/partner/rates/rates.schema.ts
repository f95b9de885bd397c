import { type Static, Type } from 'typebox';
import { PRICING_MODELS } from '../../../pricing/rate-plan.ts';
import {
  CurrencyCode,
  DateText,
  HotelReference,
  listAnswer,
  Meta,
  Money,
  Nullable,
  withExample,
} from '../../http/wire.ts';
import { calendarQuery } from './availability.schema.ts';

const priceFields = {
  single_price: Money('Price per night for one adult in the room'),
  double_price: Money('Price per night for two adults in the room'),
  extra_adult_price: Money('Price per night for each additional adult'),
  child_price: Money('Price per night for each child'),
};

/** The restrictions of a rate plan on one day. The API of suppliers shows the same fields. */
export const PlanRestrictions = Type.Object(
  {
    stop_sell: Type.Boolean({ description: 'Stop sell: this night cannot be booked with this rate plan' }),
    closed_to_arrival: Type.Boolean({ description: 'No stay can start on this date' }),
    closed_to_departure: Type.Boolean({ description: 'No stay can end on this date' }),
    min_stay: Type.Integer({ description: 'Minimum nights for a stay that starts on this date' }),
    min_stay_through: Type.Integer({ description: 'Minimum nights for a stay that includes this night' }),
    max_stay: Nullable(
      Type.Integer({
        description: 'Maximum nights for a stay that starts on this date; null if there is none',
      }),
    ),
  },
  {
    description:
      'Restrictions of the rate plan. Those of the room type, which availability shows, apply as well.',
    examples: [
      {
        stop_sell: false,
        closed_to_arrival: false,
        closed_to_departure: false,
        min_stay: 2,
        min_stay_through: 1,
        max_stay: null,
      },
    ],
  },
);

export const RatePlanItem = Type.Object({
  id: Type.String({ format: 'uuid' }),
  hotel_id: Type.String({ format: 'uuid' }),
  room_type_id: Type.String({ format: 'uuid' }),
  code: Type.String(),
  name_en: Type.String(),
  name_ar: Type.String(),
  pricing_model: Type.Enum([...PRICING_MODELS], {
    type: 'string',
    description: 'Meals included in the price',
  }),
  currency: CurrencyCode,
  ...priceFields,
  cancellation_policy_id: Type.String({ format: 'uuid' }),
  daily_prices: Type.Optional(
    Type.Array(
      Type.Object({
        date: DateText('Date on which the night starts'),
        ...priceFields,
        restrictions: PlanRestrictions,
      }),
      {
        description: 'Price and restrictions of each night; only if the request has `days` or `startDate`',
      },
    ),
  ),
});
export type RatePlanItem = Static<typeof RatePlanItem>;

export const listRatesSchema = {
  operationId: 'listRates',
  tags: ['Pricing'],
  summary: 'List rate plans',
  description:
    'Returns the active rate plans of a hotel with single, double and child prices, before tax and service charge. Prices may differ by day, and a plan may have restrictions of its own: send `startDate` or `days` to get `daily_prices` as well.',
  querystring: Type.Object({
    hotelId: HotelReference,
    days: Type.Optional(calendarQuery.days),
    startDate: Type.Optional(calendarQuery.startDate),
  }),
  response: withExample(listAnswer(RatePlanItem, Meta), {
    success: true,
    data: [
      {
        id: 'c581155e-a6c1-490a-804a-1bc7e3cb8e31',
        hotel_id: 'fc696a0f-ec1d-4f37-92b4-1c43aa6e3287',
        room_type_id: '582ff731-b8ab-4900-8446-baf5b11ca45f',
        code: 'BB',
        name_en: 'Bed and breakfast',
        name_ar: 'مبيت وفطور',
        pricing_model: 'BED_AND_BREAKFAST',
        currency: 'IQD',
        single_price: '134500',
        double_price: '168000',
        extra_adult_price: '50500',
        child_price: '25250',
        cancellation_policy_id: '67cf5b73-947e-444b-a5d3-5cf58c0a0fe4',
      },
    ],
    meta: { count: 1 },
  }),
};
