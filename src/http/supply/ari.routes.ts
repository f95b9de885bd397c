// Endpoints to push and read rooms, prices and restrictions.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Memory, Writes } from '../../context.ts';
import { type Pushed, pushAri } from '../../domain/offers/ari/push-ari.usecase.ts';
import { readAri } from '../../domain/offers/ari/read-ari.usecase.ts';
import { getDay } from '../../kernel/day.ts';
import { sendRefusal } from '../common/errors.ts';
import { callerOf } from '../common/gate.ts';
import { type App, sendItem } from '../common/wire.ts';
import { AriUpdate, pushAriSchema } from './ari.schema.ts';
import { ariView, pushedView } from './ari.view.ts';
import { getAriSchema } from './get-ari.schema.ts';
import { readMessage } from './read-ari.ts';
import type { CheckUpdate } from './update-problems.ts';

/**
 * The time for which a connection may carry no data while the caller waits for the response. For the next request on
 * the same connection, the usual limit applies again.
 */
const SILENT_MILLISECONDS = 180_000;

export function registerAriRoutes(app: App, context: Writes & Memory): void {
  app.post('/ari', { schema: pushAriSchema }, async (request, reply) => {
    // Fastify compiles the schema of an update once for this route, and not for every request.
    const check = request.compileValidationSchema(AriUpdate) as CheckUpdate;
    const message = readMessage(request.body, check);
    if (!message.ok) return sendRefusal(request, reply, message);
    const call = {
      caller: callerOf(request),
      requestId: request.id,
      warnings: request.warnings ?? null,
      idempotency: null,
    };
    // On a busy machine, the response to a large message can take longer than the server's limit for a connection
    // without data. Requests that tests inject have no real socket.
    if ('setTimeout' in request.raw.socket) request.raw.socket.setTimeout(SILENT_MILLISECONDS);
    const pushed = pushAri(context, call, request.body.hotelId, message.value);
    if (!pushed.ok) return sendRefusal(request, reply, pushed);
    return sendPushed(request, reply, request.body.messageId, await pushed.value);
  });
  app.get('/ari', { schema: getAriSchema }, async (request, reply) => {
    const { hotelId, from, to, roomTypeId, ratePlanId } = request.query;
    const query = { hotel: hotelId, first: getDay(from), last: getDay(to) };
    const products = { roomType: roomTypeId ?? null, ratePlan: ratePlanId ?? null };
    const found = await readAri(context, callerOf(request), { ...query, ...products });
    return sendItem(request, reply, found, ariView);
  });
}

function sendPushed(
  request: FastifyRequest,
  reply: FastifyReply,
  messageId: string,
  pushed: Pushed,
): FastifyReply {
  if (pushed.kind === 'refused') {
    const { status, body, retryAfterSeconds } = pushed.response;
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
    return reply.code(status).type('application/json; charset=utf-8').send(body);
  }
  if (pushed.replayed) reply.header('idempotent-replayed', 'true');
  return sendItem(request, reply, { ok: true, value: pushed }, (one) => pushedView(one, messageId));
}
