import { type TProperties, Type } from 'typebox';
import { PRICING_MODELS } from '../../domain/pricing/rate-plan.ts';
import { CURRENCIES } from '../../kernel/money.ts';
import { ARABIC, CODE, LINE, MONEY, PARAGRAPHS, TIME, UUID } from './text-forms.ts';

/** The largest whole number of two bytes. Room counts are stored in two bytes. */
export const SMALLINT_MAX = 32_767;

export const object = <Properties extends TProperties>(properties: Properties, description: string) =>
  Type.Object(properties, { additionalProperties: false, description });
export const line = (description: string, maxLength: number) =>
  Type.String({ pattern: LINE, minLength: 1, maxLength, description });
export const paragraphs = (description: string, maxLength: number) =>
  Type.String({ pattern: PARAGRAPHS, maxLength, description });
export const whole = (description: string, minimum: number, maximum: number) =>
  Type.Integer({ minimum, maximum, description });
export const time = (description: string, fallback?: string) =>
  Type.String({ pattern: TIME, description, ...(fallback !== undefined && { default: fallback }) });
export const oneOf = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Enum([...values] as [Value, ...Value[]], { type: 'string', description });
const price = (description: string) => Type.String({ pattern: MONEY, description });
export const Id = Type.Optional(
  Type.String({
    pattern: UUID,
    description: 'The uuid, which an export writes. Omit it for a new entry, and the import generates one.',
  }),
);
const Active = Type.Optional(
  Type.Boolean({
    default: true,
    description: 'If false, this entry is not sold, and is kept only for old bookings.',
  }),
);
const ReleaseDays = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 365,
    default: 0,
    description:
      'A stay that begins in fewer days than this is not sold. The value 0 means that there is no limit.',
  }),
);
const Code = (what: string) =>
  Type.String({
    pattern: CODE,
    description: `Your code of the ${what}. A file with the same code changes this ${what}.`,
  });
const twoNames = (what: string) => ({
  en: line(`English name of the ${what}`, 200),
  ar: Type.String({
    pattern: ARABIC,
    minLength: 1,
    maxLength: 200,
    description: `Arabic name of the ${what}`,
  }),
});
const Names = (what: string) =>
  object(
    {
      ...twoNames(what),
      ckb: Type.Optional(
        line(
          `Kurdish (Sorani) name of the ${what}. Without this name, Kurdish readers see the English name.`,
          200,
        ),
      ),
    },
    `Names of the ${what}`,
  );
export const Amenities = Type.Optional(
  Type.Array(line('An amenity, such as WIFI', 64), {
    maxItems: 100,
    default: [],
    description: 'Amenities, such as WIFI or PARKING',
  }),
);

const Penalty = (description: string) =>
  object(
    {
      type: oneOf(['NIGHTS', 'PERCENT'], 'NIGHTS: the first nights. PERCENT: a percentage of the total.'),
      value: whole('A number of nights from 0 to 30, or a percentage from 0 to 100', 0, 100),
    },
    description,
  );

export const CancellationPolicy = object(
  {
    id: Id,
    code: Code('policy'),
    names: object(twoNames('policy'), 'Names of the policy'),
    rules: Type.Array(
      object(
        {
          hoursBeforeCheckIn: whole('The rule applies when fewer hours remain until check-in', 0, 99_999),
          penalty: Penalty('Cost of a cancellation while this rule applies'),
        },
        'One step of the policy',
      ),
      { maxItems: 20, description: 'Before the first rule applies, cancelling is free.' },
    ),
    noShowPenalty: Penalty('Cost if the guest does not arrive'),
    active: Active,
  },
  'What cancelling costs',
);

const RatePlan = object(
  {
    id: Id,
    code: Code('rate plan'),
    names: Names('rate plan'),
    pricingModel: oneOf(PRICING_MODELS, 'Which meals are included'),
    currency: oneOf(CURRENCIES, 'Currency of the prices of this plan'),
    prices: object(
      {
        single: price('One adult in the room, for one night. Greater than 0.'),
        double: price('Two adults in the room, for one night. Greater than 0.'),
        extraAdult: price('Each further adult'),
        child: price('Each child'),
      },
      'The usual prices, as decimal strings: no decimals for IQD, at most two for USD',
    ),
    cancellationPolicy: Type.String({ pattern: CODE, description: 'Code of one of cancellationPolicies' }),
    releaseDays: ReleaseDays,
    active: Active,
  },
  'A price of a room type with its terms',
);

export const RoomType = object(
  {
    id: Id,
    code: Code('room type'),
    names: Names('room type'),
    maxOccupancy: whole('Most people in the room', 1, 20),
    maxAdults: whole('Most adults, at most maxOccupancy', 1, 20),
    maxChildren: whole('Most children, at most maxOccupancy', 0, 20),
    beds: Type.Array(
      object(
        { type: line('Type of bed, such as DOUBLE or SINGLE', 40), count: whole('How many', 1, 20) },
        'Beds of one type',
      ),
      { maxItems: 20, description: 'The beds of the room' },
    ),
    amenities: Amenities,
    sizeSqm: whole('Size in square metres', 1, SMALLINT_MAX),
    usualAllotment: whole('Rooms that a night offers when it opens by itself', 0, SMALLINT_MAX),
    releaseDays: ReleaseDays,
    active: Active,
    ratePlans: Type.Array(RatePlan, { maxItems: 100, description: 'Rate plans of this room type' }),
  },
  'A type of room',
);
