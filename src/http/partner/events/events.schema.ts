// Events of bookings and hotels on the wire.

import { type Static, Type } from 'typebox';
import { CLIENT_EVENT_KINDS } from '../../../outgoing/events/client-event.ts';
import { HotelId, Revision } from '../../common/common.schema.ts';
import { eventPage } from '../../common/event-page.ts';
import { Instant, RESULTS, refusals, Success, Warnings, withExample } from '../../common/wire.ts';
import { BOOKING_EXAMPLE, BookingStatus, bookingFields, VoucherStatus } from '../bookings/booking.schema.ts';

const EVENT_ID = 'evt_6d0f2c8b1f5e4d0e9a3c7b52e1d48f60';
const MOST_EVENTS = 999_999_999_999;

export const BookingAfter = Type.Object(bookingFields, {
  description: 'The booking as it was after the change. Not in `hotel.updated`.',
});

const BeforeCorrection = Type.Object(
  { status: BookingStatus, voucher_status: VoucherStatus, revision: Revision },
  { description: 'Only in `booking.corrected`: what the booking was before the hotel took the step back' },
);

export const EventView = Type.Object({
  id: Type.String({
    description: 'Unique id of the event, the same in a webhook (`webhook-id`)',
    examples: [EVENT_ID],
  }),
  type: Type.Enum([...CLIENT_EVENT_KINDS], {
    type: 'string',
    description: 'What has changed',
    examples: ['booking.confirmed'],
  }),
  timestamp: Instant('When it changed'),
  data: Type.Object(
    {
      hotel_id: HotelId,
      booking: Type.Optional(BookingAfter),
      before: Type.Optional(BeforeCorrection),
    },
    { description: 'What the event is about' },
  ),
});
export type EventView = Static<typeof EventView>;

const EventsResponse = Type.Object({
  success: Success,
  data: Type.Array(EventView, { description: RESULTS }),
  cursor: Type.Integer({ description: 'Send it as `cursor` of the next request', examples: [41] }),
  has_more: Type.Boolean({ description: 'True if there are more events now' }),
  warnings: Warnings,
});

const DESCRIPTION = [
  'Returns what has changed since the cursor: every change of your bookings, and `hotel.updated` when the content, prices, restrictions or availability of a hotel have changed.',
  'Store `cursor` and send it with the next request: nothing is missed and nothing is repeated.',
  'Events of one booking are in the order of its changes. An event appears within a second of the change.',
  '`hotel.updated` comes at most once a minute per hotel, and a newer one replaces the older one. It is written for clients that have used this operation within the last 7 days, or that have a webhook for it.',
  'With `wait`, a request that finds nothing new waits. The response comes as soon as there is an event, or with an empty list when the time is over. Two requests per client can wait; a third one ends the wait of the oldest.',
];

export const EVENT_EXAMPLE = {
  id: EVENT_ID,
  type: 'booking.confirmed',
  timestamp: BOOKING_EXAMPLE.created_at,
  data: { hotel_id: BOOKING_EXAMPLE.hotel.id, booking: BOOKING_EXAMPLE },
};

export const listEventsSchema = {
  operationId: 'listEvents',
  tags: ['Events'],
  summary: 'Read events',
  description: DESCRIPTION.join(' '),
  querystring: Type.Object({
    cursor: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MOST_EVENTS,
        description: 'The cursor of the last response. 0: from the first event.',
        examples: [41],
        'x-default': 0,
      }),
    ),
    ...eventPage,
  }),
  response: withExample(
    { 200: { ...EventsResponse, description: 'Success' }, ...refusals },
    {
      success: true,
      data: [EVENT_EXAMPLE],
      cursor: 41,
      has_more: false,
    },
  ),
};
