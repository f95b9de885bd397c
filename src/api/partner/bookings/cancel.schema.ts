import { type Static, Type } from 'typebox';
import { itemAnswer, withExample } from '../../http/wire.ts';
import { BOOKING_EXAMPLE, bookingFields } from './bookings.schema.ts';
import { bookingParams, dryRun, IdempotencyHeader } from './shared.schema.ts';

export const CancelBody = Type.Object(
  {
    reason: Type.Optional(
      Type.String({ maxLength: 500, description: 'Reason for the cancellation, as free text' }),
    ),
    dryRun,
  },
  { examples: [{ reason: 'The guest changed plans' }] },
);
export type CancelBody = Static<typeof CancelBody>;

export const cancelBookingSchema = {
  operationId: 'cancelBooking',
  tags: ['Reservation'],
  summary: 'Cancel a booking',
  description:
    'Cancels a confirmed booking: applies the penalty that is due now, makes the rooms available again and voids the voucher. Possible until the check-out date begins in Baghdad. Cancelling again returns the same cancellation.',
  headers: IdempotencyHeader,
  params: bookingParams,
  body: CancelBody,
  response: withExample(itemAnswer(Type.Object({ ...bookingFields, dry_run: Type.Boolean() })), {
    success: true,
    data: {
      ...BOOKING_EXAMPLE,
      status: 'CANCELLED',
      voucher: { ...BOOKING_EXAMPLE.voucher, status: 'VOID' },
      cancelled: {
        at: '2026-12-16T09:00:00.000Z',
        reason: 'Plans changed',
        penalty_amount: '0',
        refund_amount: '193200',
        currency: 'IQD',
      },
      revision: 2,
      dry_run: false,
    },
  }),
};
