// `GET /status`: the current and recent status of the service.

import type { Context } from '../../context.ts';
import { StatusReader } from '../../operations/status/read-status.usecase.ts';
import { statusSchema } from './status.schema.ts';
import { statusView } from './status.view.ts';
import { type App, sendItem } from './wire.ts';

export function registerStatusRoute(app: App, context: Context): void {
  const reader = new StatusReader();
  const config = { access: 'open', allowance: 'pages' } as const;
  app.get('/status', { schema: statusSchema, config }, async (request, reply) => {
    const status = await reader.read(context);
    reply.header('cache-control', 'no-cache');
    return sendItem(request, reply, { ok: true, value: status }, statusView);
  });
}
