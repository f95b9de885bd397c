// Routes to read days and bookings, and to confirm that a booking was received.

import { Type } from 'typebox';
import type { Queries } from '../../context.ts';
import { findHotelBooking } from '../../domain/reception/find-hotel-booking.usecase.ts';
import { listHotelBookings } from '../../domain/reception/list-hotel-bookings.usecase.ts';
import { readDay } from '../../domain/reception/read-day.usecase.ts';
import { receiveBooking } from '../../domain/reception/receive-booking.usecase.ts';
import { accept } from '../../kernel/refusal.ts';
import type { App } from '../common/wire.ts';
import { bookingDetailView, bookingListView, dayView } from './booking.view.ts';
import { sendFound } from './page-reply.ts';
import { bookingListResponse, bookingResponse, dayResponse } from './responses.schema.ts';
import { askingOf, signedInOf } from './staff-gate.ts';

const hide = true;
/** The largest value that the database column can have. */
const MOST_REVISIONS = 2_147_483_647;
export const Revision = Type.Integer({ minimum: 1, maximum: MOST_REVISIONS });
export const bookingParams = Type.Object({ id: Type.String({ maxLength: 100 }) });

/** Registers the routes with which a reception reads bookings and records that it has received them. */
export function registerBookingRoutes(app: App, context: Queries): void {
  app.get('/day', { schema: { hide, response: dayResponse } }, async (request, reply) =>
    sendFound(request, reply, accept(await readDay(context, signedInOf(request))), (day) =>
      dayView(context, day),
    ),
  );
  const querystring = Type.Object({
    code: Type.Optional(Type.String({ minLength: 6, maxLength: 20 })),
    arrival: Type.Optional(Type.String({ maxLength: 10 })),
  });
  const found = { hide, querystring, response: bookingListResponse };
  app.get('/bookings', { schema: found }, async (request, reply) =>
    sendFound(
      request,
      reply,
      await listHotelBookings(context, askingOf(request), request.query),
      (bookings) => bookingListView(context, bookings),
    ),
  );
  const one = { hide, params: bookingParams, response: bookingResponse };
  app.get('/bookings/:id', { schema: one }, async (request, reply) =>
    sendFound(
      request,
      reply,
      await findHotelBooking(context, askingOf(request), request.params.id),
      (detail) => bookingDetailView(context, detail),
    ),
  );
  const body = Type.Object({ revision: Revision });
  const schema = { hide, params: bookingParams, body, response: bookingResponse };
  app.post('/bookings/:id/received', { schema }, async (request, reply) => {
    const { id } = request.params;
    const detail = await receiveBooking(context, askingOf(request), id, request.body.revision);
    return sendFound(request, reply, detail, (found) => bookingDetailView(context, found));
  });
}
