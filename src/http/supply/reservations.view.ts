// Converts pages of events to the form for hotel systems.

import type { Booking } from '../../domain/booking/booking.ts';
import { formatDay } from '../../kernel/day.ts';
import { formatInstant } from '../../kernel/instant.ts';
import type { Acknowledged } from '../../outgoing/events/acknowledge-reservations.usecase.ts';
import type { ReservationEvent, ReservationPage } from '../../outgoing/events/read-reservations.usecase.ts';
import { reservationView } from './reservation.view.ts';
import type { AcknowledgedView, ReservationEventView } from './reservations.schema.ts';

export function reservationsView({ events, cursor, hasMore, acknowledged }: ReservationPage) {
  return { success: true as const, data: events.map(eventView), cursor, has_more: hasMore, acknowledged };
}

function eventView({ event, found, channel }: ReservationEvent): ReservationEventView {
  return {
    event: event.number,
    kind: event.kind,
    at: formatInstant(event.at),
    reservation: reservationView(event.booking, found.product, channel),
    ...(event.before !== null && { before: beforeView(event.before) }),
  };
}

function beforeView({
  status,
  revision,
  releasedFrom,
}: Booking): NonNullable<ReservationEventView['before']> {
  return { status, revision, released_from: releasedFrom === null ? null : formatDay(releasedFrom) };
}

export function acknowledgedView({ hotel, upTo }: Acknowledged): AcknowledgedView {
  return { hotel_id: hotel.id, acknowledged: upTo };
}
