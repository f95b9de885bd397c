import type { Context } from '../../../boot/context.ts';
import { readEventsOfClient } from '../../../events/read-client-events.usecase.ts';
import { linksFor } from '../../../vouchers/voucher-qr.ts';
import { sendRefusal } from '../../http/errors.ts';
import { callerOf } from '../../http/gate.ts';
import type { App } from '../../http/wire.ts';
import { eventView } from './event.view.ts';
import { listEventsSchema } from './events.schema.ts';

export function registerEventRoutes(app: App, context: Context): void {
  const linksOf = linksFor(context);
  app.get('/events', { schema: listEventsSchema, config: { hasGuests: true } }, async (request, reply) => {
    const gone = new AbortController();
    // The response closes when it is sent, and also when the caller hangs up.
    reply.raw.once('close', () => gone.abort());
    const page = await readEventsOfClient(context, callerOf(request), request.query, gone.signal);
    if (!page.ok) return sendRefusal(request, reply, page);
    const { events, cursor, hasMore, waitedMilliseconds } = page.value;
    request.waitedMilliseconds = waitedMilliseconds;
    const data = events.map((event) => eventView(context.snapshot, linksOf, event));
    const view = { success: true as const, data, cursor, has_more: hasMore };
    return reply.send(request.warnings === undefined ? view : { ...view, warnings: request.warnings });
  });
}
