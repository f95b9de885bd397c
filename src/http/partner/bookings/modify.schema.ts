// Schema of the modification of a booking, which can also be a dry run.

import { type Static, Type } from 'typebox';
import { IDS } from '../../common/common.schema.ts';
import { errorCodes } from '../../common/document/errors.ts';
import { CurrencyCode, DateText, itemResponse, Money, withExample } from '../../common/wire.ts';
import { guestFields, Reference } from '../stay.schema.ts';
import { BOOKING_EXAMPLE, bookingFields } from './booking.schema.ts';
import { BookingBody } from './bookings.schema.ts';
import {
  bookingParams,
  DryRunView,
  dryRun,
  IdempotencyHeader,
  SpecialRequestsField,
} from './shared.schema.ts';

export const ModifyBody = Type.Object(
  {
    checkIn: Type.Optional(DateText('New check-in date')),
    checkOut: Type.Optional(DateText('New check-out date')),
    guestName: Type.Optional(guestFields.guestName),
    guestPhone: Type.Optional(guestFields.guestPhone),
    specialRequests: SpecialRequestsField,
    roomTypeId: Type.Optional(
      Reference(
        'New room type. If you do not send `ratePlanId`, the booking gets the rate plan with the same code in the new room type.',
        IDS.roomType,
      ),
    ),
    ratePlanId: Type.Optional(Reference('New rate plan; it must belong to the room type', IDS.ratePlan)),
    dryRun,
  },
  { examples: [{ guestName: 'Zaynab al-Karbalai' }] },
);
export type ModifyBody = Static<typeof ModifyBody>;

/**
 * Fields of a booking that a modification cannot change. The service refuses a request with such a field. If the
 * service ignored the field, the caller would believe that the service had changed it.
 */
export const UNCHANGEABLE = Object.keys(BookingBody.properties).filter(
  (field) => !(field in ModifyBody.properties),
);

const Change = Type.Object({
  from: Type.Unknown({ description: 'The value before' }),
  to: Type.Unknown({ description: 'The value after' }),
});

export const modifyBookingSchema = {
  operationId: 'modifyBooking',
  errors: errorCodes(
    'BOOKING_NOT_FOUND',
    'BOOKING_STATE_CONFLICT',
    'HOTEL_ACCESS_DENIED',
    'ROOM_TYPE_NOT_FOUND',
    'RATE_PLAN_NOT_FOUND',
    'RESTRICTION_VIOLATED',
    'INSUFFICIENT_INVENTORY',
    'OUTCOME_UNKNOWN',
    'BOOKINGS_HALTED',
  ),
  tags: ['Reservation'],
  summary: 'Modify a booking',
  description:
    "Changes the dates, room, guest or special requests of a confirmed booking. Either all changes are applied or none: if the request is refused, the booking stays as it was. If the room type and the rate plan stay the same, the nights that you keep also keep their price. Added nights cost today's price. Dates and room can be changed until the day before check-in. If a cancellation penalty already applies when you change dates, room or rate plan, a later cancellation costs at least this penalty.",
  headers: IdempotencyHeader,
  params: bookingParams,
  body: ModifyBody,
  response: withExample(
    itemResponse(
      Type.Object({
        ...bookingFields,
        dry_run: DryRunView,
        price_difference: Type.Object(
          {
            amount: Money(
              'Amount payable after the change minus the amount payable before the change. Both amounts include `retained`.',
              '0',
            ),
            currency: CurrencyCode,
          },
          { description: 'What the change costs' },
        ),
        changes: Type.Record(Type.String(), Change, {
          description: 'The fields that were changed, with the value before and after',
        }),
      }),
    ),
    {
      success: true,
      data: {
        ...BOOKING_EXAMPLE,
        revision: 2,
        dry_run: false,
        price_difference: { amount: '0', currency: 'IQD' },
        changes: { guest_name: { from: 'زينب', to: 'زينب الكربلائي' } },
      },
    },
  ),
};
