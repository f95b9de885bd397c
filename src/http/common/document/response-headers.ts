// Headers of responses, described for the OpenAPI document.

import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';

type Document = NonNullable<FastifyDynamicSwaggerOptions['openapi']>;

const integer = (description: string, example: number) => ({
  description,
  schema: { type: 'integer' as const, minimum: 0 },
  example,
});
const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string' as const },
  example,
});

const LIMIT_HEADERS = {
  'RateLimit-Limit': integer('Requests in 60 seconds, in the window that this request counts against', 120),
  'RateLimit-Remaining': integer('How many more requests that window accepts now', 118),
  'RateLimit-Reset': integer(
    'Seconds until the oldest counted request leaves that window. One more request is then accepted.',
    60,
  ),
  'RateLimit-Policy': text(
    'Each window of the caller with its limit `q` and its length `w` in seconds. A partner has `looks` and `bookings`. A supplier has `supply` for each hotel and `all_hotels` for all its requests. A request without valid credentials counts in `address`.',
    '"looks";q=120;w=60, "bookings";q=120;w=60',
  ),
  RateLimit: text(
    'What remains in each window: `r` requests, and `t` seconds until more are accepted. The numbers of a window that this request does not count against may be out of date.',
    '"looks";r=118;t=60, "bookings";r=120;t=0',
  ),
};
export const RESPONSE_HEADERS = {
  ...LIMIT_HEADERS,
  'Retry-After': integer('With 429, and with 503 when a retry makes sense: seconds to wait', 42),
};

/** Names the headers of every response. Their descriptions are components of the document. */
export function withResponseHeaders(document: Document): Document {
  for (const path of Object.values(document.paths ?? {}))
    for (const operation of Object.values(path ?? {})) {
      const { responses } = operation as { responses?: Record<string, { headers?: object }> };
      for (const [status, response] of Object.entries(responses ?? {}))
        response.headers = { ...response.headers, ...referencesFor(status) };
    }
  return document;
}

function referencesFor(status: string): object {
  const names = Object.keys(/^[45]/.test(status) ? RESPONSE_HEADERS : LIMIT_HEADERS);
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
