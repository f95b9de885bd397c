// Schemas of hotels.

import { type Static, Type } from 'typebox';
import {
  Address,
  Amenities,
  HotelId,
  HotelNameCkb,
  HotelPhone,
  HotelPublicId,
  hotelNames,
  IDS,
  Percent,
  TimeZone,
} from '../../common/common.schema.ts';
import { HOTEL_ERRORS } from '../../common/document/errors.ts';
import {
  CurrencyCode,
  HotelReference,
  Instant,
  itemResponse,
  listResponse,
  Meta,
  PageCursor,
  withExample,
} from '../../common/wire.ts';

export const HOTEL_EXAMPLE = {
  id: IDS.hotel,
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
  id: HotelId,
  public_id: HotelPublicId,
  ...hotelNames,
  star_rating: Type.Integer({ minimum: 1, maximum: 5, description: 'Star rating', examples: [5] }),
  city: Type.String({ description: 'City', examples: ['Baghdad'] }),
  governorate: Type.String({ description: 'Governorate', examples: ['Baghdad'] }),
  status: Type.Enum(['ACTIVE', 'INACTIVE', 'SUSPENDED'], {
    type: 'string',
    description: 'Only ACTIVE hotels can be booked',
    examples: ['ACTIVE'],
  }),
  currency: { ...CurrencyCode, description: "The hotel's own currency" },
  commission_rate: Type.Number({
    description: 'Your contracted commission, in percent of the subtotal',
    examples: [12.5],
  }),
};

const LocalTime = (description: string, example: string) =>
  Type.String({ description: `${description}, HH:MM in Baghdad`, examples: [example] });

export const HotelItem = Type.Object(hotelFields);
export type HotelItem = Static<typeof HotelItem>;

export const HotelDetail = Type.Object({
  ...hotelFields,
  name_ckb: HotelNameCkb,
  descriptions: Type.Object(
    {
      en: Type.String({ description: 'In English' }),
      ar: Type.String({ description: 'In Arabic' }),
      ckb: Type.String({ description: 'In Kurdish (Sorani)' }),
    },
    { description: 'What guests should know about the hotel' },
  ),
  address: Address,
  phone: HotelPhone,
  coordinates: Type.Object(
    {
      latitude: Type.Number({ description: 'In degrees', examples: [33.3152] }),
      longitude: Type.Number({ description: 'In degrees', examples: [44.4103] }),
    },
    { description: 'Where the hotel is' },
  ),
  amenities: Amenities(['WIFI', 'PARKING']),
  images: Type.Array(
    Type.Object({
      url: Type.String({ description: 'Address of the image' }),
      caption_en: Type.String({ description: 'In English' }),
      caption_ar: Type.String({ description: 'In Arabic' }),
    }),
    { description: 'Images of the hotel, with captions' },
  ),
  policies: Type.Object(
    {
      check_in_from: LocalTime('Check-in from this time', '14:00'),
      check_out_until: LocalTime('Check-out until this time', '12:00'),
      children: Type.String({ description: 'Rules for children, in English' }),
      payment: Type.String({ description: 'Rules for payment, in English' }),
      pets: Type.String({ description: 'Rules for pets, in English' }),
      cancellation: Type.String({ description: 'Rules for cancellation, in English' }),
    },
    { description: 'Rules of the hotel' },
  ),
  taxes: Type.Object(
    {
      tax_percent: { ...Percent, description: 'Tax in percent' },
      service_charge_percent: { ...Percent, description: 'Service charge in percent', examples: [10] },
    },
    { description: 'What is added to prices' },
  ),
  time_zone: TimeZone,
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
      Type.Integer({
        minimum: 1,
        maximum: 200,
        description: 'Maximum number of hotels to return',
        examples: [50],
        'x-default-text': 'All hotels',
      }),
    ),
    cursor: Type.Optional(PageCursor),
  }),
  response: withExample(listResponse(HotelItem, Meta), {
    success: true,
    data: [HOTEL_EXAMPLE],
    meta: { count: 1, next_cursor: null },
  }),
};

export const getHotelSchema = {
  operationId: 'getHotel',
  errors: HOTEL_ERRORS,
  tags: ['Catalogue'],
  summary: 'Get a hotel',
  description:
    'Returns the full profile of a hotel in your contract: coordinates, amenities, policies and taxes.',
  params: Type.Object({ hotelId: HotelReference }),
  response: withExample(itemResponse(HotelDetail), {
    success: true,
    data: {
      ...HOTEL_EXAMPLE,
      name_ckb: 'هۆتێلی دارخورمای دیجلە',
      descriptions: { en: 'On the river.', ar: 'على ضفة النهر.', ckb: 'لەسەر ڕووبار.' },
      address: {
        en: 'Abu Nuwas Street, Baghdad',
        ar: 'شارع أبو نواس، بغداد',
        ckb: 'شەقامی ئەبو نەواس، بەغدا',
      },
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
