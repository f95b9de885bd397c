// Endpoints to read events of bookings and to acknowledge them.

import type { Events, Queries } from '../../context.ts';
import { acknowledgeReservations } from '../../outgoing/events/acknowledge-reservations.usecase.ts';
import { readReservations } from '../../outgoing/events/read-reservations.usecase.ts';
import { sendRefusal } from '../common/errors.ts';
import { callerOf } from '../common/gate.ts';
import { type App, sendItem } from '../common/wire.ts';
import { acknowledgeSchema, listReservationsSchema } from './reservations.schema.ts';
import { acknowledgedView, reservationsView } from './reservations.view.ts';

export function registerReservationRoutes(app: App, context: Queries & Events): void {
  app.get('/reservations', { schema: listReservationsSchema }, async (request, reply) => {
    const gone = new AbortController();
    // The event `close` is emitted when the response was sent or the caller has disconnected.
    reply.raw.once('close', () => gone.abort());
    const page = await readReservations(context, callerOf(request), request.query, gone.signal);
    if (!page.ok) return sendRefusal(request, reply, page);
    request.waitedMilliseconds = page.value.waitedMilliseconds;
    const view = reservationsView(page.value);
    return reply.send(request.warnings === undefined ? view : { ...view, warnings: request.warnings });
  });
  app.post('/reservations/ack', { schema: acknowledgeSchema }, async (request, reply) => {
    const { hotelId, upTo } = request.body;
    const outcome = await acknowledgeReservations(context, callerOf(request), hotelId, upTo);
    return sendItem(request, reply, outcome, acknowledgedView);
  });
}
