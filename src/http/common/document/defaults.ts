import type { FastifySchema } from 'fastify';

/**
 * Additional keywords in the schemas of requests. `x-default` is the value that the service assumes. The OpenAPI
 * document shows `x-default` as `default`. The schema does not contain `default` itself, because the validator would
 * write this value into the request. In a booking request, the value of a missing field must come from the hold.
 * `x-default-text` describes a default that is not a fixed value. `x-items` describes the items of a list that the
 * route itself checks item by item. The OpenAPI document shows `x-items` as `items`.
 */
export const OWN_KEYWORDS = ['x-default', 'x-default-text', 'x-items'];

const SHOWN_AS: Record<string, string> = { 'x-default': 'default', 'x-items': 'items' };

/** Returns the schema of a route as the OpenAPI document shows it. */
export function withDefaults(schema: FastifySchema): FastifySchema {
  const { body, querystring } = schema;
  return {
    ...schema,
    ...(body !== undefined && { body: shown(body) }),
    ...(querystring !== undefined && { querystring: shown(querystring) }),
  };
}

function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [SHOWN_AS[name] ?? name, shown(inner)]),
  );
}
