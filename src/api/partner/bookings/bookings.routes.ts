import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '../../../booking/call.ts';
import { cancelBooking } from '../../../booking/cancel-booking.usecase.ts';
import type { Answer } from '../../../booking/command.ts';
import { createBooking } from '../../../booking/create-booking.usecase.ts';
import { getBooking } from '../../../booking/get-booking.usecase.ts';
import { getPrebook } from '../../../booking/get-prebook.usecase.ts';
import { listBookings } from '../../../booking/list-bookings.usecase.ts';
import { modifyBooking } from '../../../booking/modify-booking.usecase.ts';
import { prebook } from '../../../booking/prebook.usecase.ts';
import { priceCheck } from '../../../booking/price-check.usecase.ts';
import { releasePrebook } from '../../../booking/release-prebook.usecase.ts';
import type { Context } from '../../../boot/context.ts';
import { listCancellationPolicies } from '../../../cancellation/list-cancellation-policies.usecase.ts';
import { accept, type FieldProblem, type Outcome, refuseInput } from '../../../kernel/refusal.ts';
import { sendRefusal } from '../../http/errors.ts';
import { inspectFields } from '../../http/fields.ts';
import { callerOf } from '../../http/gate.ts';
import { type App, sendItem, sendList, sendPage } from '../../http/wire.ts';
import { listCancellationPoliciesSchema } from '../rates/cancellation-policies.schema.ts';
import { isSlow, slowly } from '../sandbox/slow-hotel.ts';
import { createBookingSchema, getBookingSchema, listBookingsSchema } from './bookings.schema.ts';
import { cancelBookingSchema, ModifyBody, modifyBookingSchema, UNCHANGEABLE } from './modify.schema.ts';
import { getPrebookSchema, prebookSchema, releasePrebookSchema } from './prebook.schema.ts';
import { priceCheckSchema } from './price-check.schema.ts';

export function registerBookingRoutes(app: App, context: Context): void {
  const policies = { schema: listCancellationPoliciesSchema, config: { entityTag: true } } as const;
  app.get('/cancellation-policies', policies, (request, reply) =>
    sendList(request, reply, accept(listCancellationPolicies(context, callerOf(request)))),
  );
  app.post('/price-check', { schema: priceCheckSchema }, (request, reply) => {
    const outcome = priceCheck(context, callerOf(request), request.body);
    const { hotelId } = request.body;
    // A look that waits for nothing makes no promise.
    if (!isSlow(context, hotelId)) return sendItem(request, reply, outcome);
    return slowly(context, hotelId).then(() => sendItem(request, reply, outcome));
  });
  app.post('/prebook', { schema: prebookSchema }, async (request, reply) => {
    const outcome = prebook(context, callOf(request), request.body);
    return sendAnswer(context, request, reply, outcome, request.body.hotelId);
  });
  app.get('/prebook/:token', { schema: getPrebookSchema }, async (request, reply) =>
    sendItem(request, reply, await getPrebook(context, callerOf(request), request.params.token)),
  );
  app.delete('/prebook/:token', { schema: releasePrebookSchema }, async (request, reply) =>
    sendAnswer(context, request, reply, await releasePrebook(context, callOf(request), request.params.token)),
  );
  app.post('/bookings', { schema: createBookingSchema }, async (request, reply) => {
    const outcome = createBooking(context, callOf(request), request.body);
    return sendAnswer(context, request, reply, outcome, request.body.hotelId);
  });
  app.get('/bookings', { schema: listBookingsSchema }, async (request, reply) =>
    sendPage(request, reply, await listBookings(context, callerOf(request), request.query)),
  );
  app.get('/bookings/:bookingId', { schema: getBookingSchema }, async (request, reply) =>
    sendItem(request, reply, await getBooking(context, callerOf(request), request.params.bookingId)),
  );
  app.post('/bookings/:bookingId/modify', { schema: modifyBookingSchema }, async (request, reply) => {
    const fixed = fixedFields(request.body);
    if (fixed.length > 0) return sendRefusal(request, reply, refuseInput(fixed));
    const outcome = await modifyBooking(context, callOf(request), request.params.bookingId, request.body);
    return sendAnswer(context, request, reply, outcome);
  });
  app.post('/bookings/:bookingId/cancel', { schema: cancelBookingSchema }, async (request, reply) =>
    sendAnswer(
      context,
      request,
      reply,
      await cancelBooking(context, callOf(request), request.params.bookingId, request.body),
    ),
  );
}

/** A field that bookings take and a change does not is refused: silently dropped, it would leave the wrong booking. */
function fixedFields(body: object): FieldProblem[] {
  const unknown = Object.keys(body).filter((field) => !(field in ModifyBody.properties));
  const fixed = unknown.filter((field) => UNCHANGEABLE.includes(field));
  return [
    ...fixed.map((field) => ({
      field,
      code: 'NOT_ALLOWED',
      message: `${field} cannot be changed: cancel and book anew`,
    })),
    ...inspectFields(unknown, UNCHANGEABLE).nearMisses,
  ];
}

function callOf(request: FastifyRequest): Call {
  return {
    caller: callerOf(request),
    requestId: request.id,
    warnings: request.warnings ?? null,
    idempotencyKey: request.headers['idempotency-key'],
  };
}

/** The desk's answer goes out byte for byte, so that a replay is the same answer. */
async function sendAnswer(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome<Promise<Answer>>,
  hotelId?: string,
): Promise<FastifyReply> {
  if (!outcome.ok) return sendRefusal(request, reply, outcome);
  const answer = await outcome.value;
  if (hotelId !== undefined) await slowly(context, hotelId);
  if (answer.replayed) reply.header('idempotent-replayed', 'true');
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', answer.retryAfterSeconds);
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body);
}
