// Describes the field `details` of errors in the OpenAPI document.

import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { Type } from 'typebox';
import type { RestrictionReason } from '../../../kernel/refusal.ts';
import {
  MaxAdults,
  MaxChildren,
  MaxOccupancy,
  MinStay,
  MinStayThrough,
  RatePlanId,
  ReleaseDays,
} from '../common.schema.ts';
import { DateText, FieldProblemSchema } from '../wire.ts';

/** The type requires an entry for every reason. If an entry is missing, the program does not compile. */
const REASONS: Record<RestrictionReason['code'], true> = {
  STOP_SELL: true,
  CLOSED_TO_ARRIVAL: true,
  CLOSED_TO_DEPARTURE: true,
  MIN_STAY: true,
  MIN_STAY_THROUGH: true,
  MAX_STAY: true,
  OCCUPANCY_EXCEEDED: true,
  HOTEL_NOT_ACTIVE: true,
  NOT_OPEN: true,
  SAME_DAY_CUTOFF: true,
  RELEASE_PERIOD: true,
};

const Reason = Type.Object({
  code: Type.Enum(Object.keys(REASONS), {
    type: 'string',
    description: 'The restriction that the stay breaks. New codes may be added.',
    examples: ['MIN_STAY'],
  }),
  date: Type.Optional(
    DateText(
      'The day on which the stay breaks the restriction; missing if the restriction does not depend on a day',
    ),
  ),
  rate_plan_id: Type.Optional({
    ...RatePlanId,
    description:
      'The rate plan that has the restriction; missing if the restriction applies to the whole room type',
  }),
  min_stay: Type.Optional(MinStay),
  min_stay_through: Type.Optional(MinStayThrough),
  max_stay: Type.Optional(
    Type.Integer({ description: 'Maximum nights of a stay that starts on this date', examples: [7] }),
  ),
  max_adults: Type.Optional(MaxAdults),
  max_children: Type.Optional(MaxChildren),
  max_occupancy: Type.Optional(MaxOccupancy),
  same_day_cutoff: Type.Optional(
    Type.String({
      description:
        'The last minute of the day, in Baghdad time, in which a stay that starts on the same day is sold',
      examples: ['18:00'],
    }),
  ),
  release_days: Type.Optional(ReleaseDays),
  hotel_status: Type.Optional(
    Type.Enum(['INACTIVE', 'SUSPENDED'], {
      type: 'string',
      description: 'Status of the hotel. Only an `ACTIVE` hotel is on sale.',
      examples: ['SUSPENDED'],
    }),
  ),
});

const RestrictionViolatedDetails = Type.Object(
  {
    reasons: Type.Array(Reason, {
      minItems: 1,
      description: 'All restrictions that the stay breaks, each with its limit',
    }),
  },
  { description: '`details` of `RESTRICTION_VIOLATED`' },
);

const OF_RESTRICTIONS = { $ref: '#/components/schemas/RestrictionViolatedDetails' };
const OF_INPUT = { type: 'array', items: FieldProblemSchema };

type Document = NonNullable<FastifyDynamicSwaggerOptions['openapi']>;

interface ErrorComponent {
  properties: { error: { properties: { details: object } } };
}

/**
 * Adds descriptions of `details` to the error schema: one for VALIDATION_ERROR, one for RESTRICTION_VIOLATED, and a
 * general one for all other error codes. The schemas of the routes do not contain these descriptions, because the
 * serialiser would then search for the matching branch each time it writes an error. Programs that generate types from
 * the document use `anyOf`. Programs that validate response bodies use `if`.
 */
export function withErrorDetails(document: Document): Document {
  const schemas = document.components?.schemas ?? {};
  const described = structuredClone(schemas.Error) as unknown as ErrorComponent;
  const { error } = described.properties;
  Object.assign(error.properties.details, { anyOf: [OF_INPUT, OF_RESTRICTIONS, { type: 'object' }] });
  Object.assign(error, {
    allOf: [detailsWith('VALIDATION_ERROR', OF_INPUT), detailsWith('RESTRICTION_VIOLATED', OF_RESTRICTIONS)],
  });
  const written = { ...schemas, Error: described, RestrictionViolatedDetails };
  return { ...document, components: { ...document.components, schemas: written } } as Document;
}

function detailsWith(code: string, details: object): object {
  return {
    if: { properties: { code: { const: code } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { details }, required: ['details'] },
  };
}
