import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { cannotHonour } from '../../domain/reception/cannot-honour.usecase.ts';
import { checkIn } from '../../domain/reception/check-in.usecase.ts';
import { checkOut } from '../../domain/reception/check-out.usecase.ts';
import { noShow } from '../../domain/reception/no-show.usecase.ts';
import { sendRefusal } from '../common/errors.ts';
import type { App } from '../common/wire.ts';
import { readCall, sendResponse } from '../partner/bookings/desk-call.ts';
import { cannotHonourSchema, checkInSchema, checkOutSchema, noShowSchema } from './stays.schema.ts';

/** What a hotel reports about a booking: the guest has come, has left, has not come, or cannot be received. */
export function registerStayRoutes(app: App, context: Context): void {
  const report =
    (submit: typeof checkIn) =>
    async (request: StayRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const call = readCall(request);
      if (!call.ok) return sendRefusal(request, reply, call);
      const { reason = null, sellAgain = false } = request.body;
      const { bookingId } = request.params;
      return sendResponse(
        request,
        reply,
        await submit(context, call.value, bookingId, { reason, sellAgain }),
      );
    };
  app.post('/reservations/:bookingId/check-in', { schema: checkInSchema }, report(checkIn));
  app.post('/reservations/:bookingId/check-out', { schema: checkOutSchema }, report(checkOut));
  app.post('/reservations/:bookingId/no-show', { schema: noShowSchema }, report(noShow));
  app.post('/reservations/:bookingId/cannot-honour', { schema: cannotHonourSchema }, report(cannotHonour));
}

type StayRequest = FastifyRequest & {
  params: { bookingId: string };
  body: { reason?: string; sellAgain?: boolean };
};
