// Schemas of the reports "check-in", "check-out", "no-show" and "cannot honour".

import { Type } from 'typebox';
import { errorCodes } from '../common/document/errors.ts';
import { RESULT, refusals, Success, Warnings, withExample } from '../common/wire.ts';
import { bookingParams, IdempotencyHeader } from '../partner/bookings/shared.schema.ts';
import { RESERVATION_EXAMPLE, ReservationView } from './reservation.schema.ts';

const REASON = {
  maxLength: 500,
  description: 'Reason, as free text',
  examples: ['Reported by the night shift'],
};

const StepBody = Type.Object(
  { reason: Type.Optional(Type.String(REASON)) },
  { examples: [{ reason: 'Reported by the night shift' }] },
);

const CannotHonourBody = Type.Object(
  {
    reason: Type.String({ ...REASON, minLength: 1 }),
    sellAgain: Type.Optional(
      Type.Boolean({
        description: 'True: the rooms are for sale again at once. False: the rooms are blocked.',
        'x-default': false,
        examples: [false],
      }),
    ),
  },
  { examples: [{ reason: 'The lift is broken' }] },
);

const step = {
  tags: ['Supply reservations'],
  headers: IdempotencyHeader,
  params: bookingParams,
  errors: errorCodes('BOOKING_NOT_FOUND', 'BOOKING_STATE_CONFLICT', 'OUTCOME_UNKNOWN', 'BOOKINGS_HALTED'),
};

const StepResponse = Type.Object({
  success: Success,
  data: { ...ReservationView, description: RESULT },
  event: Type.Integer({
    description:
      'Number of the event of this change. If you repeat the request, you get the same number. After you have read all events up to this number, you can send it as `seenEvent`.',
    examples: [42],
  }),
  warnings: Warnings,
});

export const stepResponse = (changes: Partial<ReservationView>) =>
  withExample(
    { 200: { ...StepResponse, description: 'Success' }, ...refusals },
    {
      success: true,
      data: { ...RESERVATION_EXAMPLE, revision: 2, updated_at: '2027-01-16T08:00:00.000Z', ...changes },
      event: 42,
    },
  );

export const checkInSchema = {
  ...step,
  operationId: 'checkInReservation',
  summary: 'Report that the guest has arrived',
  description:
    'Changes the status from CONFIRMED to CHECKED_IN. This is possible from the check-in date to the end of the check-out date in Baghdad. The voucher is redeemed, and the booking can no longer be changed or cancelled. If you repeat the request, nothing changes and you get the same reservation.',
  body: StepBody,
  response: stepResponse({ status: 'CHECKED_IN', updated_at: '2027-01-15T12:00:00.000Z' }),
};

export const checkOutSchema = {
  ...step,
  operationId: 'checkOutReservation',
  summary: 'Report that the guest has left',
  description:
    'Changes the status from CHECKED_IN to CHECKED_OUT. If the guest leaves early, the nights from today on are for sale again, and nothing is refunded. If you do not report the check-out, the status becomes CHECKED_OUT on the day after the check-out date, even if you did not report the check-in.',
  body: StepBody,
  response: stepResponse({ status: 'CHECKED_OUT', revision: 3 }),
};

export const noShowSchema = {
  ...step,
  operationId: 'reportNoShow',
  summary: 'Report that the guest did not arrive',
  description:
    'Changes the status from CONFIRMED to NO_SHOW. This is possible from the day after the check-in date to the end of the check-out date in Baghdad. The no-show penalty of the booking applies. The nights from today on are for sale again.',
  body: StepBody,
  response: stepResponse({
    status: 'NO_SHOW',
    no_show: {
      at: '2027-01-16T08:00:00.000Z',
      reason: null,
      penalty_amount: '193200',
      refund_amount: '0',
      currency: 'IQD',
    },
  }),
};

export const cannotHonourSchema = {
  ...step,
  operationId: 'cannotHonourReservation',
  summary: 'Report that you cannot receive the guest',
  description:
    'Changes the status from CONFIRMED to CANCELLED, at no cost for the guest. This is possible until the check-out date begins in Baghdad. From today on, the rooms are blocked and not sold again, unless `sellAgain` is true. The operator of the channel is notified at once.',
  body: CannotHonourBody,
  response: stepResponse({
    status: 'CANCELLED',
    updated_at: '2027-01-10T08:00:00.000Z',
    cancelled: {
      at: '2027-01-10T08:00:00.000Z',
      reason: 'The lift is broken',
      penalty_amount: '0',
      refund_amount: '193200',
      currency: 'IQD',
      not_honoured: true,
    },
  }),
};
