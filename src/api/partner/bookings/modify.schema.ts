import { type Static, Type } from 'typebox';
import { CurrencyCode, DateText, itemAnswer, Money, withExample } from '../../http/wire.ts';
import { guestFields, Reference } from '../stay.schema.ts';
import { BOOKING_EXAMPLE, BookingBody, bookingFields } from './bookings.schema.ts';
import { bookingParams, dryRun, IdempotencyHeader } from './shared.schema.ts';

export const ModifyBody = Type.Object(
  {
    checkIn: Type.Optional(DateText('New check-in date')),
    checkOut: Type.Optional(DateText('New check-out date')),
    guestName: Type.Optional(guestFields.guestName),
    guestPhone: Type.Optional(guestFields.guestPhone),
    specialRequests: Type.Optional(Type.String({ maxLength: 1000 })),
    roomTypeId: Type.Optional(
      Reference('New room type. Without `ratePlanId`, its rate plan with the same code is used.'),
    ),
    ratePlanId: Type.Optional(Reference('New rate plan; it must belong to the room type')),
    dryRun,
  },
  { examples: [{ guestName: 'Zaynab al-Karbalai' }] },
);
export type ModifyBody = Static<typeof ModifyBody>;

/** Fields of a booking that cannot be changed. They are refused: ignoring them would leave the wrong booking. */
export const UNCHANGEABLE = Object.keys(BookingBody.properties).filter(
  (field) => !(field in ModifyBody.properties),
);

const Change = Type.Object({ from: Type.Unknown(), to: Type.Unknown() });

export const modifyBookingSchema = {
  operationId: 'modifyBooking',
  tags: ['Reservation'],
  summary: 'Modify a booking',
  description:
    "Changes the dates, room, guest or special requests of a confirmed booking. All changes are applied, or none: if the request is refused, the booking stays as it was. Nights that you keep in the same room type and rate plan keep their price; added nights cost today's price. Dates and room can be changed until the day before check-in. If a cancellation penalty is due when you change dates, room or rate plan, a later cancellation costs at least that penalty.",
  headers: IdempotencyHeader,
  params: bookingParams,
  body: ModifyBody,
  response: withExample(
    itemAnswer(
      Type.Object({
        ...bookingFields,
        dry_run: Type.Boolean(),
        price_difference: Type.Object({
          amount: Money(
            'Amount payable after the change minus the amount payable before, including `retained`',
          ),
          currency: CurrencyCode,
        }),
        changes: Type.Record(Type.String(), Change),
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
