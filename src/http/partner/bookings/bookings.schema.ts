// Schemas to create, read and list bookings.

import { type Static, Type } from 'typebox';
import { USUAL_BOOKINGS } from '../../../domain/booking/list-bookings.usecase.ts';
import { IDS } from '../../common/common.schema.ts';
import { errorCodes, STAY_ERRORS } from '../../common/document/errors.ts';
import { DateText, itemResponse, listResponse, Meta, PageCursor, withExample } from '../../common/wire.ts';
import {
  BookingReference,
  GUEST_REQUEST,
  guestEmailField,
  guestFields,
  partyFrom,
  Reference,
  STAY_REQUEST,
  stayFields,
} from '../stay.schema.ts';
import { AuditEntry, BOOKING_EXAMPLE, BookingStatus, bookingFields } from './booking.schema.ts';
import { CHANNEL_REFERENCE, IdempotencyHeader, SpecialRequestsField } from './shared.schema.ts';

export const BookingBody = Type.Object(
  {
    ...stayFields,
    ...partyFrom('hold'),
    ...guestFields,
    ...guestEmailField,
    specialRequests: SpecialRequestsField,
    channelReference: Type.Optional(
      Type.String({ ...CHANNEL_REFERENCE, description: 'Your own reference for this booking' }),
    ),
    quoteId: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'The quote that the guest accepted',
        examples: [IDS.quote],
      }),
    ),
    prebookToken: Type.Optional(Reference('The prebook token of the hold to use', IDS.token)),
    expectedTotal: Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,13}(\\.[0-9]{1,2})?$',
        description:
          "The total that the guest accepted. If you send `currency`, the total is in this currency. If you do not, it is in the currency of the hold, or, without a hold, in the hotel's currency.",
        examples: ['193200'],
      }),
    ),
  },
  { examples: [{ ...STAY_REQUEST, ...GUEST_REQUEST, adults: 2, channelReference: 'OTA-42' }] },
);
export type BookingBody = Static<typeof BookingBody>;

export const createBookingSchema = {
  operationId: 'createBooking',
  errors: errorCodes(
    ...STAY_ERRORS,
    'PREBOOK_NOT_FOUND',
    'PREBOOK_EXPIRED',
    'PREBOOK_MISMATCH',
    'PREBOOK_CONSUMED',
    'QUOTE_EXPIRED',
    'PRICE_CHANGED',
    'OUTCOME_UNKNOWN',
    'BOOKINGS_HALTED',
  ),
  tags: ['Reservation'],
  summary: 'Create a booking',
  description:
    'Creates a booking atomically. Requests for the same hotel are processed in order of arrival. The booking uses the hold that `prebookToken` names. If the request names no hold, the booking uses your active hold for the same stay and guest phone number, if there is one. If the booking uses a hold and you do not send party or currency, they are taken from the hold. With an Idempotency-Key, the request runs only once, and retries return the same response for 30 days.',
  headers: IdempotencyHeader,
  body: BookingBody,
  response: withExample(itemResponse(Type.Object(bookingFields)), { success: true, data: BOOKING_EXAMPLE }),
};

export const getBookingSchema = {
  operationId: 'getBooking',
  errors: errorCodes('BOOKING_NOT_FOUND'),
  tags: ['Reservation'],
  summary: 'Get a booking',
  description:
    'Returns a booking with its voucher, guest manifest and audit log. Use the booking id or the voucher id.',
  params: Type.Object({ bookingId: BookingReference }),
  response: withExample(
    itemResponse(
      Type.Object({
        ...bookingFields,
        audit_log: Type.Array(AuditEntry, { description: 'All changes of the booking, the oldest first' }),
      }),
    ),
    {
      success: true,
      data: {
        ...BOOKING_EXAMPLE,
        audit_log: [
          { at: '2026-12-15T09:00:00.000Z', actor: 'demo', action: 'CREATED', revision: 1, changes: {} },
        ],
      },
    },
  ),
};

export const BookingsQuery = Type.Object({
  channelReference: Type.Optional(
    Type.String({ ...CHANNEL_REFERENCE, description: 'The reference you sent with the booking' }),
  ),
  status: Type.Optional({ ...BookingStatus, description: 'Only bookings in this state' }),
  checkInFrom: Type.Optional(DateText('Check-in on this date or later')),
  checkInTo: Type.Optional(DateText('Check-in on this date or earlier')),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      description: 'Maximum number of bookings to return',
      examples: [50],
      'x-default': USUAL_BOOKINGS,
    }),
  ),
  cursor: Type.Optional(PageCursor),
});
export type BookingsQuery = Static<typeof BookingsQuery>;

export const listBookingsSchema = {
  operationId: 'listBookings',
  tags: ['Reservation'],
  summary: 'List bookings',
  description:
    'Returns your bookings, newest first. If the response to a booking was lost, search for it by `channelReference`.',
  querystring: BookingsQuery,
  response: withExample(listResponse(Type.Object(bookingFields), Meta), {
    success: true,
    data: [BOOKING_EXAMPLE],
    meta: { count: 1, next_cursor: null },
  }),
};
