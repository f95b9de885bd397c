// The endpoint that moves a booking of a private hotel into the past.

import { Type } from 'typebox';
import type { Queries, Writes } from '../../context.ts';
import { MOVABLE_DAYS } from '../../domain/reception/decide-move.ts';
import { getDay } from '../../kernel/day.ts';
import { moveBooking } from '../../sandbox/move-booking.usecase.ts';
import { errorCodes } from '../common/document/errors.ts';
import { sendRefusal } from '../common/errors.ts';
import { type App, DateText } from '../common/wire.ts';
import { readCall, sendResponse } from '../partner/bookings/desk-call.ts';
import { bookingParams, IdempotencyHeader } from '../partner/bookings/shared.schema.ts';
import { stepResponse } from './stays.schema.ts';

const schema = {
  operationId: 'moveReservation',
  tags: ['Supply sandbox'],
  headers: IdempotencyHeader,
  params: bookingParams,
  errors: errorCodes(
    'BOOKING_NOT_FOUND',
    'BOOKING_STATE_CONFLICT',
    'HOTEL_ACCESS_DENIED',
    'INSUFFICIENT_INVENTORY',
    'OUTCOME_UNKNOWN',
  ),
  summary: 'Move a booking into the past',
  description: `Moves a booking of your private hotel to a check-in date of up to ${MOVABLE_DAYS} days ago, so that you can try a no-show today. The stay keeps its number of nights and its price, and the penalties move with it. The change is an event like every other change. The status must be CONFIRMED. Sandbox only.`,
  body: Type.Object(
    { checkIn: DateText(`New check-in date, from ${MOVABLE_DAYS} days ago to yesterday`) },
    { examples: [{ checkIn: '2026-12-15' }] },
  ),
  response: stepResponse({ check_in: '2026-12-15', check_out: '2026-12-17' }),
};

export function registerMoveRoute(app: App, context: Queries & Writes): void {
  app.post('/sandbox/reservations/:bookingId/move', { schema }, async (request, reply) => {
    const call = readCall(request);
    if (!call.ok) return sendRefusal(request, reply, call);
    const checkIn = getDay(request.body.checkIn);
    const { bookingId } = request.params;
    return sendResponse(request, reply, await moveBooking(context, call.value, bookingId, checkIn));
  });
}
