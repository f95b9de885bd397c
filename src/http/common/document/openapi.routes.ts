// Builds the general part of the OpenAPI document, and serves the document.

import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import type { App } from '../wire.ts';
import { withDefaults } from './defaults.ts';
import { withErrorDetails } from './error-details.ts';
import { errorExamples } from './error-examples.ts';
import { errorsOf, withErrors } from './errors.ts';
import { RESPONSE_HEADERS, withResponseHeaders } from './response-headers.ts';
import { tagsOf } from './tags.ts';

/** The version of the API in the specification. A new release of the service does not change this version. */
const API_VERSION = '1.0.0';

const DESCRIPTION = `Hotel distribution and channel management for hotels in Iraq.

The usual order of requests is search, price-check, prebook, bookings. After that, you can read, modify or cancel the booking.
All requests need the headers \`X-Api-Key\` and \`X-Client-Id\`, except the requests for the health check, the status, this document and new sandbox credentials.
Field names are camelCase in requests and snake_case in responses.
A partner has two rate limits: \`bookings\` for requests that concern a reservation (prebook, book, list, read, modify, cancel), and \`looks\` for all other requests.
Operations under \`/supply/v1\` are for hotel systems, which push rooms and prices and read reservations. A hotel system has its own key, and a rate limit for each hotel.
An amount is a decimal string, with no decimals for IQD and two decimals for USD. A \`currency\` field names the currency of the amounts. Dates are YYYY-MM-DD, and "today" is the date in Baghdad. Timestamps are in UTC.`;

/** `webhooks` contains the requests that we send to partners, by name. */
export function openApiInfo(
  context: Pick<Context, 'config' | 'version'>,
  webhooks: Record<string, object>,
): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Iraq Hotel Channel',
        version: API_VERSION,
        'x-release': context.version,
        description: DESCRIPTION,
      } as { title: string; version: string },
      components: {
        headers: RESPONSE_HEADERS,
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
          clientId: { type: 'apiKey', in: 'header', name: 'X-Client-Id' },
        },
      },
      security: [{ apiKey: [], clientId: [] }],
    },
    // The addresses /v1 and /api/v1 have the same routes, so the document describes each route once, relative to the
    // base address. Routes for hotel systems are not below the base address, so their paths are relative to the public
    // address.
    transform: ({ schema, url, route }) => ({
      schema: /^\/(supply\/)?v1\//.test(url)
        ? { ...withDefaults(schema), 'x-errors': errorsOf(route) }
        : { ...schema, hide: true },
      url: url.replace(/^\/v1/, ''),
    }),
    // Runs when a caller reads the document for the first time, because with PORT=0 the address of the service is not
    // known before the service listens.
    transformObject: (document) => {
      const { publicUrl } = context.config;
      const written = 'openapiObject' in document ? document.openapiObject : {};
      const whole = withErrorDetails(withResponseHeaders(withErrors(withOptionalBodies(written))));
      addServers(whole, publicUrl);
      whole.components = {
        ...whole.components,
        examples: { ...whole.components?.examples, ...errorExamples(publicUrl) },
      };
      return { ...whole, webhooks, ...tagsOf(whole.paths), servers: [{ url: `${publicUrl}/v1` }] };
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `def-${index}`),
    },
  };
}

type Document = NonNullable<FastifyDynamicSwaggerOptions['openapi']>;

interface RequestBody {
  required?: boolean;
  content: Record<string, { schema?: { required?: string[] } }>;
}

/** Marks a request body as optional if none of its fields is required. The generator marks every body as required. */
function withOptionalBodies(document: Document): Document {
  for (const path of Object.values(document.paths ?? {}))
    for (const operation of Object.values(path ?? {})) {
      const { requestBody: body } = operation as { requestBody?: RequestBody };
      if (body !== undefined && body.content['application/json']?.schema?.required === undefined)
        body.required = false;
    }
  return document;
}

/**
 * Adds the field `servers` to the paths for hotel systems. All other paths use the field `servers` at the top of the
 * document.
 */
function addServers({ paths }: Document, publicUrl: string): void {
  for (const [path, item] of Object.entries(paths ?? {}))
    if (path.startsWith('/supply/')) Object.assign(item ?? {}, { servers: [{ url: publicUrl }] });
}

export function registerOpenApiRoute(app: App): void {
  const schema = {
    operationId: 'getOpenApi',
    tags: ['Service'],
    summary: 'OpenAPI document',
    description: 'Returns the OpenAPI 3.1 document of this API.',
    security: [],
    response: {
      200: Type.Unsafe<unknown>({
        type: 'object',
        description: 'The OpenAPI document',
        additionalProperties: true,
        examples: [{ openapi: '3.1.0' }],
      }),
    },
  };
  const config = { access: 'open', allowance: 'pages', entityTag: true } as const;
  let text: string | null = null;
  app.get('/openapi.json', { schema, config }, (_request, reply) => {
    // The text is written only once, because the document is large and does not change while the process runs.
    text ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(text);
  });
}
