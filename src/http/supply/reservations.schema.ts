// Events of reservations and acknowledgements on the wire.

import { type Static, Type } from 'typebox';
import { EVENT_KINDS } from '../../domain/booking/events/event.ts';
import { HotelId, IDS } from '../common/common.schema.ts';
import { HOTEL_ERRORS } from '../common/document/errors.ts';
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
  description: 'The last event that you have acknowledged; 0 if none',
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
  at: Instant('When it changed'),
  reservation: { ...ReservationView, description: 'The reservation as it was after the change' },
  before: Type.Optional(
    Type.Pick(ReservationView, ['status', 'revision', 'released_from'], {
      description:
        'Only in `booking.corrected`: what the reservation was before your hotel took the step back',
    }),
  ),
});
export type ReservationEventView = Static<typeof ReservationEventView>;

const ReservationsResponse = Type.Object({
  success: Success,
  data: Type.Array(ReservationEventView, { description: RESULTS }),
  cursor: Type.Integer({ description: 'Send it as `cursor` of the next request', examples: [41] }),
  has_more: Type.Boolean({ description: 'True if there are more events now' }),
  acknowledged: Acknowledged,
  warnings: Warnings,
});

export const listReservationsSchema = {
  operationId: 'listReservationEvents',
  errors: HOTEL_ERRORS,
  tags: ['Supply reservations'],
  summary: 'Read reservations',
  description:
    'Returns every change of every booking of a hotel as a numbered event, in order, with the whole reservation as it was after the change. Store `cursor` and send it with the next request. With `wait`, a request that finds nothing new waits. The response comes as soon as there is an event, or with an empty list when the time is over. Two requests per client and hotel can wait; a third one ends the wait of the oldest.',
  querystring: Type.Object({
    hotelId: HotelReference,
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
  errors: HOTEL_ERRORS,
  tags: ['Supply reservations'],
  summary: 'Acknowledge reservations',
  description:
    'Tells us that you have stored the events of a hotel up to this number. A repeated or lower number changes nothing. A push without `seenEvent` uses the acknowledged number.',
  body: AcknowledgeBody,
  response: withExample(itemResponse(AcknowledgedView), {
    success: true,
    data: { hotel_id: IDS.hotel, acknowledged: 41 },
  }),
};
