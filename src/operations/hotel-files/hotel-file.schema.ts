// The published form of a hotel file.

import { type Static, Type } from 'typebox';
import { CURRENCIES } from '../../kernel/money.ts';
import {
  Amenities,
  CancellationPolicy,
  Id,
  line,
  object,
  oneOf,
  paragraphs,
  RoomType,
  time,
  whole,
} from './room-types.schema.ts';
import { ARABIC, HTTPS, LANGUAGE, PUBLIC_ID } from './text-forms.ts';

const Contact = object(
  {
    name: line('Name of the person or the desk', 120),
    phone: Type.Optional(line('Telephone number. A contact needs a phone or an email.', 40)),
    email: Type.Optional(line('E-mail address', 254)),
    language: oneOf(['ar', 'ckb', 'en'], 'Language of messages to this contact'),
  },
  'A person or desk that receives messages about bookings',
);

const Opening = object(
  {
    autoOpen: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'If true, nights open automatically, with the usual allotment and price.',
      }),
    ),
    openAheadDays: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 500,
        default: 500,
        description: 'With autoOpen: how many days ahead a night opens',
      }),
    ),
    sameDayCutoff: Type.Optional(
      time('The last minute, in Baghdad, in which a stay that begins today is sold', '23:59'),
    ),
  },
  'When nights open and until when today is sold',
);

export const HotelSchema = object(
  {
    $schema: Type.Optional(Type.String({ description: 'Address of this schema, for editors. Not stored.' })),
    id: Id,
    publicId: Type.String({
      pattern: PUBLIC_ID,
      description: 'Public id: HTL-YYYY-NNNN. A file with the same public id changes this hotel.',
    }),
    names: object(
      {
        en: line('English name', 200),
        ar: Type.String({ pattern: ARABIC, minLength: 1, maxLength: 200, description: 'Arabic name' }),
        ckb: line('Kurdish (Sorani) name', 200),
      },
      'Names of the hotel',
    ),
    starRating: whole('Stars', 1, 5),
    city: line('City in English, such as Karbala', 80),
    governorate: line('Governorate in English', 80),
    status: Type.Optional(
      oneOf(
        ['ACTIVE', 'INACTIVE', 'SUSPENDED'],
        'Only ACTIVE sells. If the status is missing, a new hotel is ACTIVE, and an existing hotel keeps its status.',
      ),
    ),
    currency: oneOf(
      CURRENCIES,
      'Currency of the hotel. The currency cannot change once the hotel has rate plans.',
    ),
    descriptions: object(
      {
        en: paragraphs('In English', 5_000),
        ar: paragraphs('In Arabic', 5_000),
        ckb: paragraphs('In Kurdish', 5_000),
      },
      'Descriptions for guests. No HTML.',
    ),
    address: object(
      {
        en: line('In English', 300),
        ar: line('In Arabic', 300),
        ckb: Type.Optional(
          line('In Kurdish (Sorani). Without this text, Kurdish readers see the English address.', 300),
        ),
      },
      'Street and city',
    ),
    phone: line('Telephone number of the hotel, such as +964 770 123 4567 or 0770 123 4567', 40),
    coordinates: object(
      {
        latitude: Type.Number({ minimum: -90, maximum: 90, description: 'Degrees north' }),
        longitude: Type.Number({ minimum: -180, maximum: 180, description: 'Degrees east' }),
      },
      'Where the entrance is',
    ),
    amenities: Amenities,
    images: Type.Optional(
      Type.Array(
        object(
          {
            url: Type.String({
              pattern: HTTPS,
              maxLength: 2_000,
              description: 'Address of the photo, https only',
            }),
            captions: object(
              { en: paragraphs('In English', 300), ar: paragraphs('In Arabic', 300) },
              'Captions',
            ),
          },
          'A photo',
        ),
        { maxItems: 100, default: [], description: 'Photos, the best first' },
      ),
    ),
    languages: Type.Optional(
      Type.Array(Type.String({ pattern: LANGUAGE, description: 'ISO 639 code, such as ar, ckb, en, fa' }), {
        maxItems: 30,
        default: [],
        description: 'Languages that the front desk speaks',
      }),
    ),
    frontDesk: Type.Optional(
      Type.Array(Contact, { maxItems: 20, default: [], description: 'Who is told about bookings' }),
    ),
    policies: object(
      {
        checkInFrom: time('Check-in from, in Baghdad'),
        checkOutUntil: time('Check-out until, in Baghdad'),
        children: paragraphs('About children', 1_000),
        payment: paragraphs('About payment', 1_000),
        pets: paragraphs('About pets', 1_000),
        cancellation: paragraphs('About cancellation', 1_000),
      },
      'House rules',
    ),
    taxes: object(
      {
        taxPercent: Type.Number({
          minimum: 0,
          maximum: 100,
          description: 'Tax in percent, at most two decimals',
        }),
        serviceChargePercent: Type.Number({
          minimum: 0,
          maximum: 100,
          description: 'Service charge in percent, at most two decimals',
        }),
      },
      'Added to the price of the rooms. To change a tax from a certain date, use `ihc tax set`.',
    ),
    opening: Type.Optional(Opening),
    cancellationPolicies: Type.Array(CancellationPolicy, {
      maxItems: 100,
      description: 'Policies that rate plans name by code',
    }),
    roomTypes: Type.Array(RoomType, { maxItems: 200, description: 'Room types' }),
  },
  'A hotel of Iraq Hotel Channel',
);

export type HotelFile = Static<typeof HotelSchema>;
export type RoomTypeFile = HotelFile['roomTypes'][number];
export type RatePlanFile = RoomTypeFile['ratePlans'][number];
export type PolicyFile = HotelFile['cancellationPolicies'][number];

/** Returns the published JSON Schema, which accepts one hotel or a list of hotels. */
export function hotelJsonSchema(address: string): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: address,
    title: 'Hotel file',
    description: 'A file for `ihc hotel import`: one hotel, or an object with a list of hotels.',
    $defs: { hotel: HotelSchema },
    oneOf: [
      { $ref: '#/$defs/hotel' },
      {
        type: 'object',
        properties: {
          $schema: { type: 'string', description: 'Address of this schema, for editors. Not stored.' },
          hotels: { type: 'array', items: { $ref: '#/$defs/hotel' }, description: 'Hotels' },
        },
        required: ['hotels'],
        additionalProperties: false,
      },
    ],
  };
}
