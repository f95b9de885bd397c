// Describes the headers of responses for the OpenAPI document.

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
  'RateLimit-Limit': integer(
    'Maximum number of requests in 60 seconds, in the window that counts this request',
    120,
  ),
  'RateLimit-Remaining': integer(
    'Number of requests that remain in the window that counts this request',
    118,
  ),
  'RateLimit-Reset': integer(
    'Seconds until the oldest request leaves the window that counts this request. The window then accepts one more request.',
    60,
  ),
  'RateLimit-Policy': text(
    'All windows of the caller, each with its limit `q` and its length `w` in seconds. A partner has the windows `looks` and `bookings`. A supplier has the window `supply` for each hotel, and the window `all_hotels` for all its requests. Requests without valid credentials count in the window `address`.',
    '"looks";q=120;w=60, "bookings";q=120;w=60',
  ),
  RateLimit: text(
    'What remains in each window: `r` is the number of requests that the window still accepts, and `t` is the number of seconds until it accepts more. If a window does not count this request, its numbers may be out of date.',
    '"looks";r=118;t=60, "bookings";r=120;t=0',
  ),
};
export const RESPONSE_HEADERS = {
  ...LIMIT_HEADERS,
  'Retry-After': integer(
    'Number of seconds to wait before a retry. Sent with status 429, and with status 503 if a retry makes sense.',
    42,
  ),
};

/** Adds the headers to the responses, as references to the descriptions in `components.headers`. */
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
