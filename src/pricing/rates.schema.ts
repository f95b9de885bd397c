import { type Static, Type } from 'typebox';
import {
  CurrencyCode,
  DateText,
  HotelReference,
  listAnswer,
  Meta,
  Money,
  withExample,
} from '../http/wire.ts';
import { calendarQuery } from '../inventory/availability.schema.ts';
import { PRICING_MODELS } from './rate-plan.ts';

const priceFields = {
  single_price: Money('One adult in the room, a night'),
  double_price: Money('Two adults in the room, a night'),
  extra_adult_price: Money('Each further adult, a night'),
  child_price: Money('Each child, a night'),
};

export const RatePlanItem = Type.Object({
  id: Type.String({ format: 'uuid' }),
  hotel_id: Type.String({ format: 'uuid' }),
  room_type_id: Type.String({ format: 'uuid' }),
  code: Type.String(),
  name_en: Type.String(),
  name_ar: Type.String(),
  pricing_model: Type.Enum([...PRICING_MODELS], { type: 'string', description: 'The board included' }),
  currency: CurrencyCode,
  ...priceFields,
  cancellation_policy_id: Type.String({ format: 'uuid' }),
  daily_prices: Type.Optional(
    Type.Array(Type.Object({ date: DateText('The night'), ...priceFields }), {
      description: 'Only when days or startDate is given: the price of each night',
    }),
  ),
});
export type RatePlanItem = Static<typeof RatePlanItem>;

export const listRatesSchema = {
  operationId: 'listRates',
  tags: ['Pricing'],
  summary: 'List rate plans',
  description:
    'The active rate plans of a hotel with single, double and child pricing, before taxes and charges. Prices may differ by day: with `startDate` or `days` each plan adds its `daily_prices`.',
  querystring: Type.Object({
    hotelId: HotelReference,
    days: Type.Optional(calendarQuery.days),
    startDate: Type.Optional(calendarQuery.startDate),
  }),
  response: withExample(listAnswer(RatePlanItem, Meta), {
    success: true,
    data: [
      {
        id: '1b8f3f0a-9a0e-4c27-8a52-5e0f2a3c4d10',
        hotel_id: '4f1c1f6e-6a1d-4d8a-9a53-0c7c2b0a5f11',
        room_type_id: '7d0c7f2e-5a43-4f0e-8f56-3f3f4f0b9d21',
        code: 'BB',
        name_en: 'Bed and breakfast',
        name_ar: 'مبيت وفطور',
        pricing_model: 'BED_AND_BREAKFAST',
        currency: 'IQD',
        single_price: '120000',
        double_price: '150000',
        extra_adult_price: '45000',
        child_price: '22500',
        cancellation_policy_id: '9e2f2a55-3d0c-45c3-9f39-6f9a1c2b3d44',
      },
    ],
    meta: { count: 1 },
  }),
};
