// Schema of a cancellation, which can also be a dry run.

import { type Static, Type } from 'typebox';
import { errorCodes } from '../../common/document/errors.ts';
import { itemResponse, withExample } from '../../common/wire.ts';
import { BOOKING_EXAMPLE, bookingFields } from './booking.schema.ts';
import { bookingParams, DryRunView, dryRun, IdempotencyHeader } from './shared.schema.ts';

export const CancelBody = Type.Object(
  {
    reason: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'Reason, as free text',
        examples: ['The guest changed plans'],
      }),
    ),
    dryRun,
  },
  { examples: [{ reason: 'The guest changed plans' }] },
);
export type CancelBody = Static<typeof CancelBody>;

export const cancelBookingSchema = {
  operationId: 'cancelBooking',
  errors: errorCodes('BOOKING_NOT_FOUND', 'BOOKING_STATE_CONFLICT', 'OUTCOME_UNKNOWN', 'BOOKINGS_HALTED'),
  tags: ['Reservation'],
  summary: 'Cancel a booking',
  description:
    'Cancels a confirmed booking: applies the current penalty, makes the rooms available again and voids the voucher. You can cancel until the check-out date begins in Baghdad. If you cancel again, you get the same cancellation.',
  headers: IdempotencyHeader,
  params: bookingParams,
  body: CancelBody,
  response: withExample(itemResponse(Type.Object({ ...bookingFields, dry_run: DryRunView })), {
    success: true,
    data: {
      ...BOOKING_EXAMPLE,
      status: 'CANCELLED',
      voucher: { ...BOOKING_EXAMPLE.voucher, status: 'VOID' },
      cancelled: {
        at: '2026-12-16T09:00:00.000Z',
        reason: 'The guest changed plans',
        penalty_amount: '0',
        refund_amount: '193200',
        currency: 'IQD',
      },
      revision: 2,
      dry_run: false,
    },
  }),
};
