// Converts deliveries to the tables and the JSON that `ihc delivery` prints.

import type { DeliveryRow, ShownDelivery } from '../outgoing/delivery/operate-deliveries.store.ts';
import { fields, shownTime } from './terminal.ts';

export function deliveryData(row: DeliveryRow) {
  return {
    id: row.id,
    state: row.state,
    channel: row.channel,
    destination: row.destination,
    address: row.address,
    event: row.kind,
    is_reminder: row.isReminder,
    hotel: row.hotel,
    client_id: row.partner,
    voucher_id: row.voucherId,
    attempts: row.attempts,
    created_at: row.createdAt,
    due_at: row.state === 'PENDING' ? row.dueAt : null,
    attempted_at: row.attemptedAt,
    retried_at: row.retriedAt,
    ended_at: row.endedAt,
    last_error: row.lastError,
  };
}

export function deliveryLine(row: DeliveryRow) {
  return {
    id: row.id,
    state: row.state,
    channel: row.channel,
    to: row.address,
    event: row.kind,
    hotel: row.hotel,
    voucher: row.voucherId,
    created: shownTime(row.createdAt),
    attempts: row.attempts,
    next: row.state === 'PENDING' ? shownTime(row.dueAt) : null,
    'last error': row.lastError,
  };
}

export function shownData(row: ShownDelivery) {
  const { event, booking } = row;
  return {
    ...deliveryData(row),
    message_id: row.messageId,
    leased_until: row.leasedUntil,
    waits_for: row.waitsFor,
    waiting: row.waiting,
    hotel_name: row.hotelName,
    hotel_phone: row.hotelPhone,
    front_desk: row.reception,
    event_number: event?.number ?? null,
    event_at: event?.at ?? null,
    event_revision: event?.revision ?? null,
    booking: booking && {
      booking_id: booking.id,
      status: booking.status,
      revision: booking.revision,
      guest: booking.guest,
      check_in: booking.checkIn,
      check_out: booking.checkOut,
      rooms: booking.rooms,
      room_type: booking.roomType,
      channel_reference: booking.channelReference,
    },
  };
}

/**
 * Writes three lists: the state of the delivery, the event and booking that the delivery reports, and the hotel's
 * telephone numbers.
 */
export function shownText(row: ShownDelivery): string {
  const { event, booking } = row;
  const list = (ids: number[]) => (ids.length === 0 ? null : ids.join(', '));
  const delivery = fields({
    delivery: row.id,
    state: row.state,
    channel: row.channel,
    to: row.address,
    destination: row.destination,
    'message id': row.messageId,
    reminder: row.isReminder ? 'yes' : 'no',
    created: shownTime(row.createdAt),
    attempts: row.attempts,
    'last attempt': shownTime(row.attemptedAt),
    'last error': row.lastError,
    'next attempt': row.state === 'PENDING' ? shownTime(row.dueAt) : null,
    'being sent until': shownTime(row.leasedUntil),
    'sent again': shownTime(row.retriedAt),
    ended: shownTime(row.endedAt),
    'waits for': list(row.waitsFor),
    'wait for it': list(row.waiting),
  });
  const about = fields({
    event: row.kind,
    at: shownTime(event === null ? null : new Date(event.at)),
    'event number': event?.number ?? null,
    partner: row.partner,
    voucher: row.voucherId,
    booking: booking?.id ?? null,
    'booking now': booking && `${booking.status}, revision ${booking.revision}`,
    'in the event': event && `revision ${event.revision}`,
    guest: booking?.guest ?? null,
    stay: booking && `${booking.checkIn} to ${booking.checkOut}, ${booking.rooms} × ${booking.roomType}`,
    reference: booking?.channelReference ?? null,
  });
  const hotel = fields({
    hotel: row.hotel === null ? row.hotelId : `${row.hotel} ${row.hotelName}`,
    phone: row.hotelPhone,
    ...Object.fromEntries((row.reception ?? []).map((contact, index) => contactOf(contact, index))),
  });
  return [delivery, about, hotel].join('\n\n');
}

function contactOf(
  { name, phone, email }: Record<string, string | undefined>,
  index: number,
): [string, string] {
  return [`front desk ${index + 1}`, [name, phone, email].filter(Boolean).join(', ')];
}
