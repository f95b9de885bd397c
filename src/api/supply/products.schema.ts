import { type Static, Type } from 'typebox';
import { PRICING_MODELS } from '../../pricing/rate-plan.ts';
import { CurrencyCode, HotelReference, listAnswer, Meta, Money, withExample } from '../http/wire.ts';

export const SuppliedHotel = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Internal identifier' }),
  public_id: Type.String({ description: 'Public identifier, HTL-<YYYY>-<NNNN>' }),
  name_en: Type.String(),
  name_ar: Type.String(),
  name_ckb: Type.String(),
  city: Type.String(),
  status: Type.Enum(['ACTIVE', 'INACTIVE', 'SUSPENDED'], {
    type: 'string',
    description: 'Only ACTIVE hotels can be booked. You can push to all of them.',
  }),
  currency: CurrencyCode,
  time_zone: Type.String({ description: 'All dates are dates in this time zone' }),
});
export type SuppliedHotel = Static<typeof SuppliedHotel>;

const ActiveFlag = (what: string) =>
  Type.Boolean({ description: `False: the ${what} is not sold. You can still push to it.` });
const ReleaseDays = Type.Integer({
  description: 'A night is not sold when it is fewer than this many days away',
});

const ProductPlan = Type.Object({
  id: Type.String({ format: 'uuid' }),
  code: Type.String({ description: 'Unique among the rate plans of its room type' }),
  name_en: Type.String(),
  name_ar: Type.String(),
  pricing_model: Type.Enum([...PRICING_MODELS], {
    type: 'string',
    description: 'Meals included in the price',
  }),
  currency: CurrencyCode,
  single_price: Money('Usual price per night for one adult in the room'),
  double_price: Money('Usual price per night for two adults in the room'),
  extra_adult_price: Money('Usual price per night for each additional adult'),
  child_price: Money('Usual price per night for each child'),
  release_days: ReleaseDays,
  active: ActiveFlag('rate plan'),
});

export const Product = Type.Object({
  id: Type.String({ format: 'uuid' }),
  code: Type.String({ description: 'Unique among the room types of the hotel' }),
  name_en: Type.String(),
  name_ar: Type.String(),
  max_occupancy: Type.Integer({ description: 'Maximum number of guests: adults and children together' }),
  max_adults: Type.Integer(),
  max_children: Type.Integer(),
  usual_allotment: Type.Integer({ description: 'The allotment of a night until it is changed' }),
  release_days: ReleaseDays,
  active: ActiveFlag('room type'),
  rate_plans: Type.Array(ProductPlan),
});
export type Product = Static<typeof Product>;

export const listSuppliedHotelsSchema = {
  operationId: 'listSuppliedHotels',
  tags: ['Supply catalogue'],
  summary: 'List your hotels',
  description: 'Returns the hotels whose rooms and prices you may push, sorted by public id.',
  response: withExample(listAnswer(SuppliedHotel, Meta), {
    success: true,
    data: [
      {
        id: 'fc696a0f-ec1d-4f37-92b4-1c43aa6e3287',
        public_id: 'HTL-2026-0001',
        name_en: 'Tigris Palm Hotel',
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
  tags: ['Supply catalogue'],
  summary: 'List products',
  description:
    'Returns the products of a hotel that you may push: its room types and their rate plans, also inactive ones. Map the room types and rate plans of your system to these codes or ids.',
  querystring: Type.Object({ hotelId: HotelReference }),
  response: withExample(listAnswer(Product, Meta), {
    success: true,
    data: [
      {
        id: '582ff731-b8ab-4900-8446-baf5b11ca45f',
        code: 'DBL',
        name_en: 'Standard double room',
        name_ar: 'غرفة مزدوجة قياسية',
        max_occupancy: 3,
        max_adults: 2,
        max_children: 1,
        usual_allotment: 12,
        release_days: 0,
        active: true,
        rate_plans: [
          {
            id: 'c581155e-a6c1-490a-804a-1bc7e3cb8e31',
            code: 'BB',
            name_en: 'Bed and breakfast',
            name_ar: 'مبيت وفطور',
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
