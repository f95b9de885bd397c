import type { FastifySchema } from 'fastify';

/**
 * Additional keywords in the schemas of requests. `x-default` is the value that the service assumes; the document shows
 * it as `default`. The validator must not see `default`, because it would fill in the value. If a booking request lacks
 * a field, the booking must take the value from its hold. `x-default-text` describes a default that is not a fixed
 * value.
 */
export const DEFAULT_KEYWORDS = ['x-default', 'x-default-text'];

/** The schema of a route as the document shows it. */
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
    Object.entries(value).map(([name, inner]) => [name === 'x-default' ? 'default' : name, shown(inner)]),
  );
}
