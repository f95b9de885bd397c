import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Memory, Writes } from '../../context.ts';
import { changeCalendar } from '../../domain/offers/ari/change-calendar.usecase.ts';
import { previewCalendar } from '../../domain/offers/ari/preview-calendar.usecase.ts';
import { readCalendar } from '../../domain/offers/ari/read-calendar.usecase.ts';
import { getDay } from '../../kernel/day.ts';
import { callerOfAddress } from '../common/address.ts';
import { sendRefusal } from '../common/errors.ts';
import type { App } from '../common/wire.ts';
import { longListIn } from '../supply/long-list.ts';
import { changeSchema, getCalendarSchema, large, previewSchema } from './calendar.schema.ts';
import { calendarView, changeView } from './calendar.view.ts';
import { sendFound } from './page-reply.ts';
import { readChange, readUpdates } from './read-calendar.ts';
import { signedInOf } from './staff-gate.ts';

/** Registers the routes with which the staff of a hotel read and change rooms and prices. */
export function registerCalendarRoutes(app: App, context: Writes & Memory): void {
  app.get('/calendar', { schema: getCalendarSchema }, async (request, reply) => {
    const { from, days } = request.query;
    const first = from === undefined ? null : getDay(from);
    const found = await readCalendar(context, signedInOf(request), first, days);
    return sendFound(request, reply, found, (offer) => calendarView(context, offer));
  });
  const preview = { schema: previewSchema, preValidation: refuseLongLists, ...large };
  app.post('/calendar/preview', preview, async (request, reply) => {
    const updates = readUpdates(request.body.updates);
    if (!updates.ok) return sendRefusal(request, reply, updates);
    const found = await previewCalendar(
      context,
      signedInOf(request),
      callerOfAddress(request.ip),
      updates.value,
    );
    return sendFound(request, reply, found, (change) => changeView(context, change));
  });
  const change = { schema: changeSchema, preValidation: refuseLongLists, ...large };
  app.post('/calendar', change, async (request, reply) => {
    const message = readChange(request.body);
    if (!message.ok) return sendRefusal(request, reply, message);
    const from = { requestId: request.id, address: callerOfAddress(request.ip) };
    const changed = await changeCalendar(context, signedInOf(request), from, message.value);
    if (changed.kind === 'outcome')
      return sendFound(request, reply, changed.outcome, (one) => changeView(context, one));
    const { status, body, retryAfterSeconds } = changed.response;
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
    return reply.code(status).type('application/json; charset=utf-8').send(body);
  });
}

/**
 * Refuses long lists before the validator reads them, because the validator makes an error object for each wrong value.
 */
async function refuseLongLists(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const refusal = longListIn(request.route.schema?.body, request.body);
  return refusal === null ? undefined : sendRefusal(request, reply, refusal);
}
