// Serves the JSON Schema of hotel files to editors.

import type { Context } from '../../context.ts';
import { hotelJsonSchema } from '../../operations/hotel-files/hotel-file.schema.ts';
import type { App } from './wire.ts';

const PATH = '/schemas/hotel.json';

/**
 * Registers the route of the JSON Schema of hotel files. Anybody may read it, because editors load it without
 * credentials.
 */
export function registerHotelSchemaRoute(app: App, context: Pick<Context, 'config'>): void {
  const config = { access: 'open', allowance: 'pages', entityTag: true } as const;
  let text: string | null = null;
  app.get(PATH, { schema: { hide: true }, config }, (_request, reply) => {
    // The text is written at the first request, because with PORT=0 the address of the service is not known before the
    // service listens.
    text ??= JSON.stringify(hotelJsonSchema(`${context.config.publicUrl}${PATH}`), null, 2);
    return reply.type('application/schema+json').send(text);
  });
}
