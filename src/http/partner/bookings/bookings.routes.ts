// Endpoints of a reservation: price check, prebook, booking, change, cancellation.

import type { Tokens, Writes } from '../../../context.ts';
import { cancelBooking } from '../../../domain/booking/cancel-booking.usecase.ts';
import { createBooking } from '../../../domain/booking/create-booking.usecase.ts';
import { getBooking } from '../../../domain/booking/get-booking.usecase.ts';
import { getPrebook } from '../../../domain/booking/get-prebook.usecase.ts';
import { listBookings } from '../../../domain/booking/list-bookings.usecase.ts';
import { modifyBooking } from '../../../domain/booking/modify-booking.usecase.ts';
import { prebook } from '../../../domain/booking/prebook.usecase.ts';
import { priceCheck } from '../../../domain/booking/price-check.usecase.ts';
import { releasePrebook } from '../../../domain/booking/release-prebook.usecase.ts';
import { linksFor } from '../../../domain/vouchers/voucher-qr.ts';
import { type FieldProblem, refuseInput } from '../../../kernel/refusal.ts';
import { sendRefusal } from '../../common/errors.ts';
import { inspectFields } from '../../common/fields.ts';
import { callerOf } from '../../common/gate.ts';
import { type App, sendItem, sendPage, sendText } from '../../common/wire.ts';
import { bookingHistoryView, foundBookingView } from './booking.view.ts';
import {
  type BookingsQuery,
  createBookingSchema,
  getBookingSchema,
  listBookingsSchema,
} from './bookings.schema.ts';
import { cancelBookingSchema } from './cancel.schema.ts';
import { callOf, readCall, sendResponse } from './desk-call.ts';
import { holdView } from './hold.view.ts';
import { ModifyBody, modifyBookingSchema, UNCHANGEABLE } from './modify.schema.ts';
import { getPrebookSchema, prebookSchema, releasePrebookSchema } from './prebook.schema.ts';
import { priceCheckSchema } from './price-check.schema.ts';
import { writeCheckedPrice } from './price-check.view.ts';
import {
  readBooking,
  readCancellation,
  readModification,
  readPrebook,
  readPriceCheck,
} from './read-requests.ts';

/**
 * Requests about a reservation have a separate rate limit, which searches cannot use up. A price check reserves
 * nothing, so it is counted in the limit of searches.
 */
const config = { allowance: 'bookings' } as const;

/** Each route reads the body first and then the Idempotency-Key. If both are invalid, the error is about the body. */
export function registerBookingRoutes(app: App, context: Writes & Tokens): void {
  registerPriceCheck(app, context);
  registerPrebook(app, context);
  const linksOf = linksFor(context);
  app.post('/bookings', { schema: createBookingSchema, config }, async (request, reply) => {
    const order = readBooking(request.body);
    if (!order.ok) return sendRefusal(request, reply, order);
    const call = readCall(request);
    if (!call.ok) return sendRefusal(request, reply, call);
    return sendResponse(request, reply, createBooking(context, call.value, order.value));
  });
  app.get('/bookings', { schema: listBookingsSchema, config }, async (request, reply) => {
    const page = await listBookings(context, callerOf(request), readQuery(request.query));
    return sendPage(request, reply, page, (found) => foundBookingView(found, linksOf));
  });
  app.get('/bookings/:bookingId', { schema: getBookingSchema, config }, async (request, reply) => {
    const found = await getBooking(context, callerOf(request), request.params.bookingId);
    return sendItem(request, reply, found, (booking) => bookingHistoryView(booking, linksOf));
  });
  app.post('/bookings/:bookingId/modify', { schema: modifyBookingSchema, config }, async (request, reply) => {
    const fixed = fixedFields(request.body);
    if (fixed.length > 0) return sendRefusal(request, reply, refuseInput(fixed));
    const change = readModification(request.body);
    if (!change.ok) return sendRefusal(request, reply, change);
    const call = readCall(request);
    if (!call.ok) return sendRefusal(request, reply, call);
    const { bookingId } = request.params;
    return sendResponse(request, reply, await modifyBooking(context, call.value, bookingId, change.value));
  });
  app.post('/bookings/:bookingId/cancel', { schema: cancelBookingSchema, config }, async (request, reply) => {
    const cancellation = readCancellation(request.body);
    const call = readCall(request);
    if (!call.ok) return sendRefusal(request, reply, call);
    const { bookingId } = request.params;
    return sendResponse(request, reply, await cancelBooking(context, call.value, bookingId, cancellation));
  });
}

function registerPriceCheck(app: App, context: Writes): void {
  app.post('/price-check', { schema: priceCheckSchema }, (request, reply) => {
    const wanted = readPriceCheck(request.body);
    if (!wanted.ok) return sendRefusal(request, reply, wanted);
    const checked = priceCheck(context, callerOf(request), wanted.value);
    if (!checked.ok) return sendRefusal(request, reply, checked);
    const { kept } = checked.value;
    const send = () => sendText(request, reply, writeCheckedPrice(checked.value), null);
    return kept === null ? send() : kept.then(send);
  });
}

function registerPrebook(app: App, context: Writes & Tokens): void {
  app.post('/prebook', { schema: prebookSchema, config }, async (request, reply) => {
    const order = readPrebook(request.body);
    if (!order.ok) return sendRefusal(request, reply, order);
    const call = readCall(request);
    if (!call.ok) return sendRefusal(request, reply, call);
    return sendResponse(request, reply, prebook(context, call.value, order.value));
  });
  app.get('/prebook/:token', { schema: getPrebookSchema, config }, async (request, reply) => {
    const found = await getPrebook(context, callerOf(request), request.params.token);
    return sendItem(request, reply, found, (hold) => holdView(hold, context.now().getTime()));
  });
  app.delete('/prebook/:token', { schema: releasePrebookSchema, config }, async (request, reply) => {
    const call = callOf(request, null);
    return sendResponse(request, reply, await releasePrebook(context, call, request.params.token));
  });
}

/**
 * Returns a problem for each field of a booking that a modification cannot change. If the service ignored such a field,
 * the caller would believe that the service had changed it.
 */
function fixedFields(body: object): FieldProblem[] {
  const unknown = Object.keys(body).filter((field) => !(field in ModifyBody.properties));
  const fixed = unknown.filter((field) => UNCHANGEABLE.includes(field));
  return [
    ...fixed.map((field) => ({
      field,
      code: 'NOT_ALLOWED' as const,
      message: `${field} cannot be changed: cancel the booking and create a new one`,
    })),
    ...inspectFields(unknown, UNCHANGEABLE).nearMisses,
  ];
}

function readQuery(query: BookingsQuery) {
  return {
    channelReference: query.channelReference ?? null,
    status: query.status ?? null,
    checkInFrom: query.checkInFrom ?? null,
    checkInTo: query.checkInTo ?? null,
    limit: query.limit ?? null,
    cursor: query.cursor ?? null,
  };
}
