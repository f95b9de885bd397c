// Contains an example of each error, for the OpenAPI document.

import { A_DATE, type Day, parseDay } from '../../../kernel/day.ts';
import { idOf } from '../../../kernel/ids.ts';
import { minor } from '../../../kernel/money.ts';
import type { Refusal, RefusalCode } from '../../../kernel/refusal.ts';
import { errorBody, isRetried, REFUSAL_CODES } from '../errors.ts';

/** The other examples in the OpenAPI document use the same ids. */
const REQUEST_ID = '7d4e2c1a-90b5-4a7e-b1f3-5c2d8e6f0a94';
const QUOTE_ID = '0b9c6bfa-6c55-4b0c-9a2f-8b3f2f1f7c01';
const BOOKING_ID = 'a3b6c1d2-77f0-4c1e-9f0a-2d4e6f8a9b10';
const RATE_PLAN_ID = 'c581155e-a6c1-490a-804a-1bc7e3cb8e31';
const WEBHOOK_ID = '6f1c3b8e-55d0-4c39-9d0e-0a9a3c5b7f21';

/** The type requires an example for every error code. If an example is missing, the program does not compile. */
const EXAMPLES: { [Code in RefusalCode]: Omit<Extract<Refusal, { code: Code }>, 'ok' | 'code'> } = {
  VALIDATION_ERROR: {
    message: `checkIn ${A_DATE}; roomsCount must be at least 1`,
    details: [
      { field: 'checkIn', code: 'INVALID_FORMAT', message: `checkIn ${A_DATE}` },
      { field: 'roomsCount', code: 'TOO_SMALL', message: 'roomsCount must be at least 1' },
    ],
  },
  MALFORMED_JSON: { message: 'the body is not valid JSON in UTF-8' },
  INVALID_API_KEY: { message: 'the API key is not valid for this client id and environment' },
  WRONG_KEY_KIND: { message: 'this key belongs to a supplier: it is valid under /supply/v1 only' },
  HOTEL_ACCESS_DENIED: { message: 'your contract does not allow BOOK for this hotel' },
  HOTEL_NOT_FOUND: { message: 'hotel not found' },
  ROOM_TYPE_NOT_FOUND: { message: 'this hotel does not have this room type' },
  RATE_PLAN_NOT_FOUND: { message: 'this room type does not have this rate plan' },
  BOOKING_NOT_FOUND: { message: 'booking not found' },
  PREBOOK_NOT_FOUND: { message: 'prebook hold not found' },
  WEBHOOK_NOT_FOUND: { message: 'you have no such webhook' },
  ROUTE_NOT_FOUND: { message: 'route not found: GET /v1/hotel' },
  METHOD_NOT_ALLOWED: { message: 'method GET is not allowed; allowed: POST' },
  PAYLOAD_TOO_LARGE: { message: 'the body is larger than 64 KiB' },
  UNSUPPORTED_MEDIA_TYPE: { message: 'Content-Type must be application/json' },
  INSUFFICIENT_INVENTORY: {
    message: 'not enough rooms on 2027-01-15, 2027-01-16',
    details: {
      roomsRequested: 2,
      nights: [
        { day: dayOn('2027-01-15'), available: 1 },
        { day: dayOn('2027-01-16'), available: 0 },
      ],
    },
  },
  PRICE_CHANGED: {
    message: 'the price changed by 5 % since it was quoted; nothing was booked',
    details: {
      quotedTotal: minor(193_200),
      currentTotal: minor(202_860),
      currency: 'IQD',
      changePercent: 5,
      quoteId: idOf(QUOTE_ID),
    },
  },
  RESTRICTION_VIOLATED: {
    message: 'the hotel does not accept this stay: CLOSED_TO_ARRIVAL, MIN_STAY of rate plan BB',
    details: {
      reasons: [
        { code: 'CLOSED_TO_ARRIVAL', day: dayOn('2027-01-15') },
        { code: 'MIN_STAY', day: dayOn('2027-01-15'), ratePlanId: idOf(RATE_PLAN_ID), minStay: 3 },
      ],
    },
  },
  QUOTE_EXPIRED: {
    message: 'the quote has expired or is not for this stay, party and currency: check the price again',
  },
  PREBOOK_EXPIRED: { message: 'this hold has expired or was released: prebook again' },
  PREBOOK_MISMATCH: { message: 'this hold is for a different hotel, room type, rate plan or dates' },
  PREBOOK_CONSUMED: {
    message: 'this hold was already used for a booking',
    details: { bookingId: idOf(BOOKING_ID) },
  },
  PREBOOK_LIMIT_EXCEEDED: {
    message: 'you have reached the limit of 50 active holds: book or release one',
    details: { limit: 50 },
  },
  BOOKING_STATE_CONFLICT: {
    message: 'dates and room can only be changed before the check-in date',
    details: { status: 'CONFIRMED', checkIn: dayOn('2027-01-15') },
  },
  CURSOR_GONE: {
    message: 'the events up to your cursor were lost; read from cursor 10000000',
    details: { readFrom: 10_000_000 },
  },
  WEBHOOK_EXISTS: {
    message: `the webhook ${WEBHOOK_ID} has this url already`,
    details: { webhookId: idOf(WEBHOOK_ID) },
  },
  WEBHOOK_LIMIT_EXCEEDED: {
    message: 'a client has at most 5 webhooks; delete one',
    details: { limit: 5 },
  },
  WEBHOOK_TEST_RUNNING: { message: 'a test of this webhook is running; try again when it has ended' },
  IDEMPOTENCY_IN_PROGRESS: { message: 'a request with this Idempotency-Key is still in progress' },
  IDEMPOTENCY_KEY_REUSED: { message: 'this Idempotency-Key was already used with a different body' },
  RATE_LIMIT_EXCEEDED: {
    message: 'more than 120 requests in 60 seconds in the window "looks"; try again in 17 s',
    details: { window: 'looks', limit: 120, retryAfterSeconds: 17 },
  },
  INTERNAL_ERROR: { message: 'internal error; send us the request_id' },
  SERVICE_UNAVAILABLE: { message: 'the database does not respond; try again' },
  BOOKINGS_HALTED: {
    message: 'bookings are halted until an operator has checked the database; nothing was executed',
  },
  OUTCOME_UNKNOWN: { message: 'the outcome is unknown: retry with the same Idempotency-Key' },
};

/** Returns one example for each error code, for `components.examples` in the OpenAPI document. */
export function errorExamples(publicUrl: string): Record<string, { summary: string; value: object }> {
  return Object.fromEntries(
    REFUSAL_CODES.map((code) => {
      const refusal = { ok: false, code, ...EXAMPLES[code] } as Refusal;
      // According to the message in the example of OUTCOME_UNKNOWN, the request had an Idempotency-Key, so `retryable`
      // is true.
      const retryable = code === 'OUTCOME_UNKNOWN' || isRetried(code);
      return [code, { summary: code, value: errorBody(refusal, REQUEST_ID, publicUrl, retryable) }];
    }),
  );
}

function dayOn(date: string): Day {
  return parseDay(date)!;
}
