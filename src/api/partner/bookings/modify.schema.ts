import { type Static, Type } from 'typebox';
import { CurrencyCode, DateText, itemAnswer, Money, withExample } from '../../http/wire.ts';
import { guestFields, Reference } from '../stay.schema.ts';
import { BOOKING_EXAMPLE, BookingBody, bookingFields } from './bookings.schema.ts';
import { bookingParams, dryRun, IdempotencyHeader } from './shared.schema.ts';

export const ModifyBody = Type.Object(
  {
    checkIn: Type.Optional(DateText('New day of arrival')),
    checkOut: Type.Optional(DateText('New day of departure')),
    guestName: Type.Optional(guestFields.guestName),
    guestPhone: Type.Optional(guestFields.guestPhone),
    specialRequests: Type.Optional(Type.String({ maxLength: 1000 })),
    roomTypeId: Type.Optional(
      Reference('Another room type of the hotel; without ratePlanId its plan of the same code'),
    ),
    ratePlanId: Type.Optional(Reference('Another rate plan of the room type')),
    dryRun,
  },
  { examples: [{ guestName: 'Zaynab al-Karbalai' }] },
);
export type ModifyBody = Static<typeof ModifyBody>;

/** Fields that bookings take and a change does not: saying so is better than ignoring them. */
export const UNCHANGEABLE = Object.keys(BookingBody.properties).filter(
  (field) => !(field in ModifyBody.properties),
);

const Change = Type.Object({ from: Type.Unknown(), to: Type.Unknown() });

export const modifyBookingSchema = {
  operationId: 'modifyBooking',
  tags: ['Reservation'],
  summary: 'Modify a booking',
  description:
    'Dates, room, guest and requests, all or nothing: a refusal leaves everything as it was. Kept nights keep their price, added ones cost what they cost today. Dates and room can be changed until the day before check-in. A penalty that is already due stays the least that a later cancellation costs.',
  headers: IdempotencyHeader,
  params: bookingParams,
  body: ModifyBody,
  response: withExample(
    itemAnswer(
      Type.Object({
        ...bookingFields,
        dry_run: Type.Boolean(),
        price_difference: Type.Object({
          amount: Money('What is to be paid now less what was to be paid before, retained amounts included'),
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
