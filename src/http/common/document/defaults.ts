import type { FastifySchema } from 'fastify';

/**
 * Keywords of our own in the schemas of requests. `x-default` is what the service assumes; the document shows it as
 * `default`. The validator must not see `default`, because it would fill in the value: a booking takes what the request
 * does not send from its hold. `x-default-text` is a default that is no fixed value, as a text.
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
