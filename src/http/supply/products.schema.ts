// Schemas of the hotels and products of a hotel system.

import { type Static, Type } from 'typebox';
import {
  HotelId,
  HotelNameCkb,
  HotelPublicId,
  hotelNames,
  IDS,
  MaxAdults,
  MaxChildren,
  MaxOccupancy,
  PricingModel,
  RatePlanCode,
  RatePlanId,
  ReleaseDays,
  RoomTypeCode,
  RoomTypeId,
  RoomTypeNameCkb,
  ratePlanNames,
  roomTypeNames,
  TimeZone,
} from '../common/common.schema.ts';
import { HOTEL_ERRORS } from '../common/document/errors.ts';
import { CurrencyCode, HotelReference, listResponse, Meta, Money, withExample } from '../common/wire.ts';

export const SuppliedHotel = Type.Object({
  id: HotelId,
  public_id: HotelPublicId,
  ...hotelNames,
  name_ckb: HotelNameCkb,
  city: Type.String({ description: 'City', examples: ['Baghdad'] }),
  status: Type.Enum(['ACTIVE', 'INACTIVE', 'SUSPENDED'], {
    type: 'string',
    description: 'Only ACTIVE hotels can be booked. You can also push to hotels that are not ACTIVE.',
    examples: ['ACTIVE'],
  }),
  currency: { ...CurrencyCode, description: "The hotel's own currency" },
  time_zone: TimeZone,
});
export type SuppliedHotel = Static<typeof SuppliedHotel>;

const ActiveFlag = (what: string) =>
  Type.Boolean({
    description: `False: the ${what} is not sold. You can still push to it.`,
    examples: [true],
  });

const ProductPlan = Type.Object({
  id: RatePlanId,
  code: { ...RatePlanCode, description: 'Code of the rate plan, unique within its room type' },
  ...ratePlanNames,
  pricing_model: PricingModel,
  currency: CurrencyCode,
  single_price: Money('Usual price per night for one adult in the room', '134500'),
  double_price: Money('Usual price per night for two adults in the room', '168000'),
  extra_adult_price: Money('Usual price per night for each additional adult', '50500'),
  child_price: Money('Usual price per night for each child', '25250'),
  release_days: ReleaseDays,
  active: ActiveFlag('rate plan'),
});

export const ProductView = Type.Object({
  id: RoomTypeId,
  code: { ...RoomTypeCode, description: 'Code of the room type, unique within the hotel' },
  ...roomTypeNames,
  name_ckb: RoomTypeNameCkb,
  max_occupancy: MaxOccupancy,
  max_adults: MaxAdults,
  max_children: MaxChildren,
  usual_allotment: Type.Integer({
    description: 'The allotment that each night has until it is changed',
    examples: [12],
  }),
  release_days: ReleaseDays,
  active: ActiveFlag('room type'),
  rate_plans: Type.Array(ProductPlan, { description: 'The rate plans of the room type' }),
});
export type ProductView = Static<typeof ProductView>;

export const listSuppliedHotelsSchema = {
  operationId: 'listSuppliedHotels',
  tags: ['Supply catalogue'],
  summary: 'List your hotels',
  description: 'Returns the hotels whose rooms and prices you may push, sorted by public id.',
  response: withExample(listResponse(SuppliedHotel, Meta), {
    success: true,
    data: [
      {
        id: IDS.hotel,
        public_id: 'HTL-2026-0001',
        name_en: 'Dijla Palm Hotel',
        name_ar: 'فندق نخيل دجلة',
        name_ckb: 'هۆتێلی دارخورمای دیجلە',
        city: 'Baghdad',
        status: 'ACTIVE',
        currency: 'IQD',
        time_zone: 'Asia/Baghdad',
      },
    ],
    meta: { count: 1 },
  }),
};

export const listProductsSchema = {
  operationId: 'listProducts',
  errors: HOTEL_ERRORS,
  tags: ['Supply catalogue'],
  summary: 'List products',
  description:
    'Returns the products of a hotel to which you may push: its room types and their rate plans, including inactive ones. Map the room types and rate plans of your system to the codes or ids of these products.',
  querystring: Type.Object({ hotelId: HotelReference }),
  response: withExample(listResponse(ProductView, Meta), {
    success: true,
    data: [
      {
        id: IDS.roomType,
        code: 'DBL',
        name_en: 'Standard double room',
        name_ar: 'غرفة مزدوجة قياسية',
        name_ckb: 'ژووری دوو کەسیی ستاندارد',
        max_occupancy: 3,
        max_adults: 2,
        max_children: 1,
        usual_allotment: 12,
        release_days: 0,
        active: true,
        rate_plans: [
          {
            id: IDS.ratePlan,
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
            release_days: 0,
            active: true,
          },
        ],
      },
    ],
    meta: { count: 1 },
  }),
};
