// Schemas of the events of reservations and of acknowledgements.

import { type Static, Type } from 'typebox';
import { EVENT_KINDS } from '../../domain/booking/events/event.ts';
import { HotelId, IDS } from '../common/common.schema.ts';
import { errorCodes, HOTEL_ERRORS } from '../common/document/errors.ts';
import { eventPage } from '../common/event-page.ts';
import {
  HotelReference,
  Instant,
  itemResponse,
  RESULTS,
  refusals,
  Success,
  Warnings,
  withExample,
} from '../common/wire.ts';
import { RESERVATION_EXAMPLE, ReservationView } from './reservation.schema.ts';

const MOST_EVENTS = 999_999_999;
const Acknowledged = Type.Integer({
  description: 'Number of the last event that you have acknowledged; 0 if there is none',
  examples: [40],
});

export const ReservationEventView = Type.Object({
  event: Type.Integer({
    description: 'Number of the event: 1, 2, 3 … per hotel, without gaps',
    examples: [41],
  }),
  kind: Type.Enum([...EVENT_KINDS], {
    type: 'string',
    description: 'What has changed',
    examples: ['booking.confirmed'],
  }),
  at: Instant('Time of the change'),
  reservation: { ...ReservationView, description: 'The reservation as it was after the change' },
  before: Type.Optional(
    Type.Pick(ReservationView, ['status', 'revision', 'released_from'], {
      description:
        'Only in `booking.corrected`: the state of the reservation before your hotel undid the check-in or check-out',
    }),
  ),
});
export type ReservationEventView = Static<typeof ReservationEventView>;

const ReservationsResponse = Type.Object({
  success: Success,
  data: Type.Array(ReservationEventView, { description: RESULTS }),
  cursor: Type.Integer({ description: 'Send this number as `cursor` of the next request', examples: [41] }),
  has_more: Type.Boolean({ description: 'True if there are already more events after this page' }),
  acknowledged: Acknowledged,
  warnings: Warnings,
});

export const listReservationsSchema = {
  operationId: 'listReservationEvents',
  errors: errorCodes(...HOTEL_ERRORS, 'CURSOR_GONE'),
  tags: ['Supply reservations'],
  summary: 'Read reservations',
  description:
    'Returns the changes of all bookings of a hotel as numbered events, in order. Each event has the whole reservation as it was after the change. Store `cursor` and send it with the next request. If you send `wait` and there is no new event, the request waits. The response is sent as soon as there is an event. If there is none when the time is over, the list is empty. Two requests per client and hotel can wait at the same time. A third request ends the wait of the oldest request.',
  querystring: Type.Object({
    hotelId: HotelReference,
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
    { 200: { ...ReservationsResponse, description: 'Success' }, ...refusals },
    {
      success: true,
      data: [
        {
          event: 41,
          kind: 'booking.confirmed',
          at: RESERVATION_EXAMPLE.created_at,
          reservation: RESERVATION_EXAMPLE,
        },
      ],
      cursor: 41,
      has_more: false,
      acknowledged: 40,
    },
  ),
};

const AcknowledgeBody = Type.Object(
  {
    hotelId: HotelReference,
    upTo: Type.Integer({
      minimum: 0,
      maximum: MOST_EVENTS,
      description: 'Number of the last event that you have stored',
      examples: [41],
    }),
  },
  { examples: [{ hotelId: 'HTL-2026-0001', upTo: 0 }] },
);

export const AcknowledgedView = Type.Object({
  hotel_id: HotelId,
  acknowledged: Acknowledged,
});
export type AcknowledgedView = Static<typeof AcknowledgedView>;

export const acknowledgeSchema = {
  operationId: 'acknowledgeReservations',
  errors: errorCodes(...HOTEL_ERRORS, 'CURSOR_GONE'),
  tags: ['Supply reservations'],
  summary: 'Acknowledge reservations',
  description:
    'Tells us that you have stored the events of a hotel up to the given number. A repeated or lower number changes nothing. A push without `seenEvent` uses the acknowledged number.',
  body: AcknowledgeBody,
  response: withExample(itemResponse(AcknowledgedView), {
    success: true,
    data: { hotel_id: IDS.hotel, acknowledged: 41 },
  }),
};
