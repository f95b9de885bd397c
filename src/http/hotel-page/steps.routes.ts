// Routes for check-in, check-out and other steps on the hotel page.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Writes } from '../../context.ts';
import { findHotelBooking } from '../../domain/reception/find-hotel-booking.usecase.ts';
import type { StayStep } from '../../domain/reception/stay-step.ts';
import { submitStep } from '../../domain/reception/submit-step.usecase.ts';
import { refuseInput } from '../../kernel/refusal.ts';
import { sendRefusal } from '../common/errors.ts';
import type { App } from '../common/wire.ts';
import { sendResponse } from '../partner/bookings/desk-call.ts';
import { readIdempotencyKey } from '../partner/bookings/idempotency-key.ts';
import { IdempotencyHeader } from '../partner/bookings/shared.schema.ts';
import { bookingDetailView } from './booking.view.ts';
import { bookingParams, Revision } from './bookings.routes.ts';
import type { StepBody, UndoBody } from './hotel-api.ts';
import { sendFound } from './page-reply.ts';
import { bookingResponse } from './responses.schema.ts';
import { askingOf } from './staff-gate.ts';

const REASON = { minLength: 1, maxLength: 500 };
const sellAgain = Type.Optional(Type.Boolean());
const stepBody = Type.Object({ reason: Type.Optional(Type.String(REASON)) });
const undoBody = Type.Object({ revision: Revision });
const cannotHonourBody = Type.Object({ reason: Type.String(REASON), sell_again: sellAgain });

/**
 * Registers the routes with which a reception reports check-ins and other steps. Reports of hotel systems go to the
 * same desk.
 */
export function registerStepRoutes(app: App, context: Writes): void {
  const report =
    (step: StayStep) =>
    async (request: StepRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const key = readIdempotencyKey(request.headers['idempotency-key'], request.body);
      if (!key.ok) return sendRefusal(request, reply, key);
      if (key.value === null) return sendRefusal(request, reply, KEY_NEEDED);
      const asking = askingOf(request);
      // The client may have several hotels, but the person has only one. This check refuses bookings of other hotels.
      const mine = await findHotelBooking(context, asking, request.params.id);
      if (!mine.ok) return sendRefusal(request, reply, mine);
      const { caller } = asking.person;
      const call = { caller, requestId: request.id, warnings: null, idempotency: key.value };
      const { reason = null, sell_again = false, revision } = request.body;
      const asked = { reason, sellAgain: sell_again, ...(revision !== undefined && { undoes: revision }) };
      const bookingId = mine.value.found.booking.id;
      const submitted = await submitStep(context, call, bookingId, step, asked);
      if (!submitted.ok) return sendRefusal(request, reply, submitted);
      const response = await submitted.value;
      if (response.status !== 200) return sendResponse(request, reply, submitted);
      if (response.replayed) reply.header('idempotent-replayed', 'true');
      // The response of the desk has the form for hotel systems, so the page receives the current booking instead of
      // this response.
      const detail = await findHotelBooking(context, asking, bookingId);
      return sendFound(request, reply, detail, (found) => bookingDetailView(context, found));
    };
  const schema = {
    ...{ hide: true, params: bookingParams, body: stepBody, headers: IdempotencyHeader },
    response: bookingResponse,
  };
  app.post('/bookings/:id/check-in', { schema }, report('CHECK_IN'));
  app.post('/bookings/:id/check-out', { schema }, report('CHECK_OUT'));
  app.post('/bookings/:id/no-show', { schema }, report('NO_SHOW'));
  const honour = { ...schema, body: cannotHonourBody };
  app.post('/bookings/:id/cannot-honour', { schema: honour }, report('CANNOT_HONOUR'));
  app.post('/bookings/:id/undo', { schema: { ...schema, body: undoBody } }, report('UNDO'));
}

type StepRequest = FastifyRequest & { params: { id: string }; body: StepBody & Partial<UndoBody> };

const KEY_NEEDED = refuseInput([
  {
    field: 'Idempotency-Key',
    code: 'REQUIRED',
    message: 'Idempotency-Key is required: a tap that is sent again must be executed once',
  },
]);
