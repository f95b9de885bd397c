import { type Static, Type } from 'typebox';
import {
  CurrencyCode,
  HotelReference,
  Instant,
  itemAnswer,
  listAnswer,
  Meta,
  withExample,
} from '../../http/wire.ts';

export const HOTEL_EXAMPLE = {
  id: 'fc696a0f-ec1d-4f37-92b4-1c43aa6e3287',
  public_id: 'HTL-2026-0001',
  name_en: 'Dijla Palm Hotel',
  name_ar: 'فندق نخيل دجلة',
  star_rating: 5,
  city: 'Baghdad',
  governorate: 'Baghdad',
  status: 'ACTIVE',
  currency: 'IQD',
  commission_rate: 12.5,
};

export const hotelFields = {
  id: Type.String({ format: 'uuid', description: 'Internal identifier' }),
  public_id: Type.String({ description: 'Public identifier, HTL-<YYYY>-<NNNN>' }),
  name_en: Type.String({ description: 'English name' }),
  name_ar: Type.String({ description: 'Arabic name' }),
  star_rating: Type.Integer({ minimum: 1, maximum: 5, description: 'Star rating, 1 to 5' }),
  city: Type.String({ description: 'City' }),
  governorate: Type.String({ description: 'Governorate' }),
  status: Type.Enum(['ACTIVE', 'INACTIVE', 'SUSPENDED'], {
    type: 'string',
    description: 'Only ACTIVE hotels can be booked',
  }),
  currency: CurrencyCode,
  commission_rate: Type.Number({ description: 'Your contracted commission in percent' }),
};

export const HotelItem = Type.Object(hotelFields);
export type HotelItem = Static<typeof HotelItem>;

export const HotelDetail = Type.Object({
  ...hotelFields,
  name_ckb: Type.String({ description: 'Kurdish (Sorani) name' }),
  descriptions: Type.Object({ en: Type.String(), ar: Type.String(), ckb: Type.String() }),
  address: Type.Object({ en: Type.String(), ar: Type.String() }),
  phone: Type.String({ description: 'Phone number of the front desk, in E.164 format' }),
  coordinates: Type.Object({ latitude: Type.Number(), longitude: Type.Number() }),
  amenities: Type.Array(Type.String()),
  images: Type.Array(
    Type.Object({ url: Type.String(), caption_en: Type.String(), caption_ar: Type.String() }),
  ),
  policies: Type.Object({
    check_in_from: Type.String({ description: 'Local time in Baghdad, HH:MM' }),
    check_out_until: Type.String({ description: 'Local time in Baghdad, HH:MM' }),
    children: Type.String(),
    payment: Type.String(),
    pets: Type.String(),
    cancellation: Type.String(),
  }),
  taxes: Type.Object({ tax_percent: Type.Number(), service_charge_percent: Type.Number() }),
  time_zone: Type.String(),
  updated_at: Instant('When the profile last changed'),
});
export type HotelDetail = Static<typeof HotelDetail>;

export const listHotelsSchema = {
  operationId: 'listHotels',
  tags: ['Catalogue'],
  summary: 'List hotels',
  description:
    'Returns the hotels in your contract with your commission, sorted by public id. Without `limit`, all hotels are returned.',
  querystring: Type.Object({
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 200, description: 'Maximum number of hotels to return' }),
    ),
    cursor: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: '`next_cursor` of the previous page' }),
    ),
  }),
  response: withExample(listAnswer(HotelItem, Meta), {
    success: true,
    data: [HOTEL_EXAMPLE],
    meta: { count: 1, next_cursor: null },
  }),
};

export const getHotelSchema = {
  operationId: 'getHotel',
  tags: ['Catalogue'],
  summary: 'Get a hotel',
  description:
    'Returns the full profile of a hotel in your contract: coordinates, amenities, policies and taxes.',
  params: Type.Object({ hotelId: HotelReference }),
  response: withExample(itemAnswer(HotelDetail), {
    success: true,
    data: {
      ...HOTEL_EXAMPLE,
      name_ckb: 'هۆتێلی دارخورمای دیجلە',
      descriptions: { en: 'On the river.', ar: 'على ضفة النهر.', ckb: 'لەسەر ڕووبار.' },
      address: { en: 'Abu Nuwas Street, Baghdad', ar: 'شارع أبو نواس، بغداد' },
      phone: '+9647700000001',
      coordinates: { latitude: 33.3152, longitude: 44.4103 },
      amenities: ['WIFI', 'PARKING'],
      images: [],
      policies: {
        check_in_from: '14:00',
        check_out_until: '12:00',
        children: 'Children of all ages are welcome.',
        payment: 'Cash and cards.',
        pets: 'Pets are not allowed.',
        cancellation: 'Depends on the rate plan.',
      },
      taxes: { tax_percent: 5, service_charge_percent: 10 },
      time_zone: 'Asia/Baghdad',
      updated_at: '2026-11-15T09:00:00.000Z',
    },
  }),
};
