// Schemas of prices and restrictions per day.

import { type Static, Type } from 'typebox';
import { DEFAULT_CALENDAR_DAYS } from '../../../kernel/horizon.ts';
import {
  ClosedToArrival,
  ClosedToDeparture,
  HotelId,
  IDS,
  MaxStay,
  MinStay,
  MinStayThrough,
  PolicyId,
  PricingModel,
  RatePlanCode,
  RatePlanId,
  RoomTypeId,
  ratePlanNames,
  StopSell,
} from '../../common/common.schema.ts';
import { HOTEL_ERRORS } from '../../common/document/errors.ts';
import {
  CurrencyCode,
  DateText,
  HotelReference,
  listResponse,
  Meta,
  Money,
  Nullable,
  withExample,
} from '../../common/wire.ts';
import { calendarQuery } from './availability.schema.ts';

const priceFields = {
  single_price: Money('Price per night for one adult in the room', '134500'),
  double_price: Money('Price per night for two adults in the room', '168000'),
  extra_adult_price: Money('Price per night for each additional adult', '50500'),
  child_price: Money('Price per night for each child', '25250'),
};

/** The restrictions of a rate plan on one day. The API of suppliers shows the same fields. */
export const PlanRestrictions = Type.Object(
  {
    stop_sell: StopSell,
    closed_to_arrival: ClosedToArrival,
    closed_to_departure: ClosedToDeparture,
    min_stay: MinStay,
    min_stay_through: MinStayThrough,
    max_stay: Nullable(MaxStay),
  },
  {
    description:
      'Restrictions of the rate plan. The restrictions of the room type also apply. The availability endpoint returns them.',
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
  id: RatePlanId,
  hotel_id: HotelId,
  room_type_id: RoomTypeId,
  code: RatePlanCode,
  ...ratePlanNames,
  pricing_model: PricingModel,
  currency: CurrencyCode,
  ...priceFields,
  cancellation_policy_id: PolicyId,
  daily_prices: Type.Optional(
    Type.Array(
      Type.Object({
        date: DateText('Date on which the night starts'),
        ...priceFields,
        restrictions: PlanRestrictions,
      }),
      {
        description:
          'Prices and restrictions of each night. The field exists only if the request has `days` or `startDate`.',
      },
    ),
  ),
});
export type RatePlanItem = Static<typeof RatePlanItem>;

export const listRatesSchema = {
  operationId: 'listRates',
  errors: HOTEL_ERRORS,
  tags: ['Pricing'],
  summary: 'List rate plans',
  description:
    'Returns the active rate plans of a hotel with single, double and child prices, before tax and service charge. Prices may differ by day, and a rate plan may have its own restrictions. To get both in `daily_prices`, send `startDate` or `days`.',
  querystring: Type.Object({
    hotelId: HotelReference,
    days: Type.Optional({
      ...calendarQuery.days,
      'x-default-text': `${DEFAULT_CALENDAR_DAYS} if you send \`startDate\``,
    }),
    startDate: Type.Optional(calendarQuery.startDate),
  }),
  response: withExample(listResponse(RatePlanItem, Meta), {
    success: true,
    data: [
      {
        id: IDS.ratePlan,
        hotel_id: IDS.hotel,
        room_type_id: IDS.roomType,
        code: 'BB',
        name_en: 'Bed and breakfast',
        name_ar: 'مبيت وفطور',
        name_ckb: 'مانەوە لەگەڵ نانی بەیانی',
        pricing_model: 'BED_AND_BREAKFAST',
        currency: 'IQD',
        single_price: '134500',
        double_price: '168000',
        extra_adult_price: '50500',
        child_price: '25250',
        cancellation_policy_id: IDS.policy,
      },
    ],
    meta: { count: 1 },
  }),
};
