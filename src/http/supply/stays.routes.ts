import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Writes } from '../../context.ts';
import type { StayStep } from '../../domain/reception/stay-step.ts';
import { submitStep } from '../../domain/reception/submit-step.usecase.ts';
import { sendRefusal } from '../common/errors.ts';
import type { App } from '../common/wire.ts';
import { readCall, sendResponse } from '../partner/bookings/desk-call.ts';
import { cannotHonourSchema, checkInSchema, checkOutSchema, noShowSchema } from './stays.schema.ts';

/**
 * Registers the routes with which a hotel system reports check-ins, check-outs, no-shows, and bookings that the hotel
 * cannot honour.
 */
export function registerStayRoutes(app: App, context: Writes): void {
  const report =
    (step: StayStep) =>
    async (request: StayRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const call = readCall(request);
      if (!call.ok) return sendRefusal(request, reply, call);
      const { reason = null, sellAgain = false } = request.body;
      const { bookingId } = request.params;
      return sendResponse(
        request,
        reply,
        await submitStep(context, call.value, bookingId, step, { reason, sellAgain }),
      );
    };
  app.post('/reservations/:bookingId/check-in', { schema: checkInSchema }, report('CHECK_IN'));
  app.post('/reservations/:bookingId/check-out', { schema: checkOutSchema }, report('CHECK_OUT'));
  app.post('/reservations/:bookingId/no-show', { schema: noShowSchema }, report('NO_SHOW'));
  app.post('/reservations/:bookingId/cannot-honour', { schema: cannotHonourSchema }, report('CANNOT_HONOUR'));
}

type StayRequest = FastifyRequest & {
  params: { bookingId: string };
  body: { reason?: string; sellAgain?: boolean };
};
