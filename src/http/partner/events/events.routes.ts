// `GET /v1/events`, which may wait for the next event.

import type { Events, Queries, Tokens } from '../../../context.ts';
import { linksFor } from '../../../domain/vouchers/voucher-qr.ts';
import { readEventsOfClient } from '../../../outgoing/events/read-client-events.usecase.ts';
import { sendRefusal } from '../../common/errors.ts';
import { callerOf } from '../../common/gate.ts';
import type { App } from '../../common/wire.ts';
import { eventView } from './event.view.ts';
import { listEventsSchema } from './events.schema.ts';

export function registerEventRoutes(app: App, context: Queries & Tokens & Events): void {
  const linksOf = linksFor(context);
  app.get('/events', { schema: listEventsSchema, config: { hasGuests: true } }, async (request, reply) => {
    const gone = new AbortController();
    // The event `close` is emitted when the response was sent or the caller has disconnected.
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
