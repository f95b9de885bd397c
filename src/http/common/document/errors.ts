import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifySchema, RouteOptions } from 'fastify';
import type { RefusalCode } from '../../../kernel/refusal.ts';
import { statusOf } from '../errors.ts';

/**
 * Lists those error codes of a route that do not follow from the method, the settings or the schema of the route. The
 * list is the value of `errors` in the schema.
 */
export function errorCodes(...codes: RefusalCode[]): RefusalCode[] {
  return codes;
}

/** The error codes of requests about a hotel, and of requests about a stay. */
export const HOTEL_ERRORS: RefusalCode[] = ['HOTEL_ACCESS_DENIED', 'HOTEL_NOT_FOUND'];
export const STAY_ERRORS: RefusalCode[] = [
  ...HOTEL_ERRORS,
  'ROOM_TYPE_NOT_FOUND',
  'RATE_PLAN_NOT_FOUND',
  'RESTRICTION_VIOLATED',
  'INSUFFICIENT_INVENTORY',
];

/**
 * Returns every error code of a route. The codes of the gate, the parser and the validator follow from the settings and
 * the schema of the route.
 */
export function errorsOf({ method, config, schema }: RouteOptions): RefusalCode[] {
  const { access, allowance } = config ?? {};
  const { body, headers, errors = [] } = (schema ?? {}) as FastifySchema;
  const takesBody = body !== undefined || [method].flat().some((name) => name !== 'GET');
  const takesKey = Object.hasOwn(
    (headers as { properties?: object } | undefined)?.properties ?? {},
    'idempotency-key',
  );
  return [
    // Every route returns this code if the Host header of the request is not accepted.
    'VALIDATION_ERROR',
    ...when(takesBody, 'MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'),
    ...when(access !== 'open', 'INVALID_API_KEY', 'WRONG_KEY_KIND'),
    ...errors,
    ...when(takesKey, 'IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'),
    ...when(allowance !== 'health', 'RATE_LIMIT_EXCEEDED'),
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
  ];
}

function when(condition: boolean, ...codes: RefusalCode[]): RefusalCode[] {
  return condition ? codes : [];
}

const DESCRIPTIONS: Record<number, string> = {
  400: 'The request is not valid',
  401: 'The credentials are missing or not valid',
  403: 'The credentials do not permit this',
  404: 'Not found',
  409: 'The request conflicts with the current state',
  410: 'The events of the cursor were lost',
  413: 'The body is too large',
  415: 'The media type is not supported',
  422: 'The Idempotency-Key was already used for another request',
  429: 'A rate limit is exceeded',
  500: 'The service failed',
  503: 'The service is temporarily unavailable, or the outcome is unknown',
};

type Document = NonNullable<FastifyDynamicSwaggerOptions['openapi']>;

interface Operation {
  responses: Record<string, object>;
  'x-errors'?: RefusalCode[];
}

/**
 * Replaces the list of error codes in each operation with one response per status. Each response contains an example of
 * each of its error codes.
 */
export function withErrors(document: Document): Document {
  for (const path of Object.values(document.paths ?? {}))
    for (const operation of Object.values(path ?? {}) as Operation[]) {
      const { 'x-errors': codes = [] } = operation;
      delete operation['x-errors'];
      delete operation.responses['4XX'];
      delete operation.responses['5XX'];
      for (const status of new Set(codes.map(statusOf)))
        operation.responses[status] = responseFor(
          status,
          codes.filter((code) => statusOf(code) === status),
        );
    }
  return document;
}

function responseFor(status: number, codes: RefusalCode[]): object {
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  const schema = { $ref: '#/components/schemas/Error' };
  return { description: DESCRIPTIONS[status]!, content: { 'application/json': { schema, examples } } };
}
