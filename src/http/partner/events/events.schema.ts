// Schemas of the events of bookings and hotels.

import { type Static, Type } from 'typebox';
import { CLIENT_EVENT_KINDS } from '../../../outgoing/events/client-event.ts';
import { HotelId, Revision } from '../../common/common.schema.ts';
import { errorCodes } from '../../common/document/errors.ts';
import { eventPage } from '../../common/event-page.ts';
import { Instant, RESULTS, refusals, Success, Warnings, withExample } from '../../common/wire.ts';
import { BOOKING_EXAMPLE, BookingStatus, bookingFields, VoucherStatus } from '../bookings/booking.schema.ts';

const EVENT_ID = 'evt_6d0f2c8b1f5e4d0e9a3c7b52e1d48f60';
const MOST_EVENTS = 999_999_999_999;

export const BookingAfter = Type.Object(bookingFields, {
  description: 'The booking as it was after the change. `hotel.updated` does not have this field.',
});

const BeforeCorrection = Type.Object(
  { status: BookingStatus, voucher_status: VoucherStatus, revision: Revision },
  {
    description:
      'Only in `booking.corrected`: the state of the booking before the hotel undid the check-in or check-out',
  },
);

export const EventView = Type.Object({
  id: Type.String({
    description: 'Unique id of the event. A webhook gets the same id in the header `webhook-id`.',
    examples: [EVENT_ID],
  }),
  type: Type.Enum([...CLIENT_EVENT_KINDS], {
    type: 'string',
    description: 'What has changed',
    examples: ['booking.confirmed'],
  }),
  timestamp: Instant('Time of the change'),
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
  cursor: Type.Integer({ description: 'Send this number as `cursor` of the next request', examples: [41] }),
  has_more: Type.Boolean({ description: 'True if there are already more events after this page' }),
  warnings: Warnings,
});

const DESCRIPTION = [
  'Returns what has changed since the cursor: every change of your bookings, and `hotel.updated` when the content, prices, restrictions or availability of a hotel have changed.',
  'Store `cursor` and send it with the next request, so that you miss no event and get no event twice.',
  'Events of one booking are in the order of its changes. An event appears within one second after the change.',
  'For each hotel, `hotel.updated` is written at most once per minute, and a newer event replaces the older event. You get this type of event only if you have used this operation within the last 7 days, or have a webhook for it.',
  'If you send `wait` and there is no new event, the request waits. The response is sent as soon as there is an event. If there is none when the time is over, the list is empty. Two requests per client can wait at the same time. A third request ends the wait of the oldest request.',
];

export const EVENT_EXAMPLE = {
  id: EVENT_ID,
  type: 'booking.confirmed',
  timestamp: BOOKING_EXAMPLE.created_at,
  data: { hotel_id: BOOKING_EXAMPLE.hotel.id, booking: BOOKING_EXAMPLE },
};

export const listEventsSchema = {
  operationId: 'listEvents',
  errors: errorCodes('CURSOR_GONE'),
  tags: ['Events'],
  summary: 'Read events',
  description: DESCRIPTION.join(' '),
  querystring: Type.Object({
    cursor: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MOST_EVENTS,
        description:
          'The cursor of the last response. With 0, the list starts with the first event. In production, events of bookings are never deleted.',
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
