import { randomUUID } from 'node:crypto';
import type { ReceptionSettings } from '../../src/boot/delivering/delivery-settings.ts';
import type { Queries } from '../../src/context.ts';
import type { Channel, Delivery } from '../../src/outgoing/delivery/delivery.ts';
import type { Contact } from '../../src/outgoing/hotel-notices/contact.ts';

export const GATEWAY_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
export const FROM = 'Iraq Hotel Channel <bookings@channel.example>';
export const NO_SETTINGS: ReceptionSettings = { mail: null, operatorEmail: null, gateway: null };

export const CONTACTS: Contact[] = [
  { name: 'Ali, "Reception"', email: 'ar@hotel.example', phone: '+9647701110001', language: 'ar' },
  { name: 'Shilan', email: 'ckb@hotel.example', phone: '+9647501110002', language: 'ckb' },
  { name: 'Desk', email: 'en@hotel.example', phone: '+9647801110003', language: 'en' },
];

export async function setContacts(context: Queries, publicId: string, contacts: Contact[]): Promise<void> {
  await context.pool.query('update hotels set front_desk = $2 where public_id = $1', [
    publicId,
    JSON.stringify(contacts),
  ]);
}

/** Returns the delivery of the newest event of a booking to one address, as the sequencer would insert it. */
export async function deliveryOf(
  context: Queries,
  bookingId: string,
  to: { channel: Channel; address: string; isReminder?: boolean },
): Promise<Delivery> {
  const { rows } = await context.pool.query(
    'select ledger_id, hotel_id, number, kind from events where booking_id = $1 order by revision desc limit 1',
    [bookingId],
  );
  const [{ ledger_id, hotel_id, number, kind }] = rows;
  return {
    id: 1,
    channel: to.channel,
    destination: to.channel === 'OPERATOR_EMAIL' ? 'operator' : `${hotel_id} ${to.address}`,
    kind,
    ledgerId: ledger_id,
    hotelId: hotel_id,
    eventNumber: number,
    bookingId: bookingId as Delivery['bookingId'],
    clientId: null,
    clientEvent: null,
    messageId: randomUUID(),
    isReminder: to.isReminder ?? false,
    createdAt: Date.now(),
    attempts: 1,
  };
}

/** Inserts missing notices for all events of a booking, as the sequencer does in production. */
export async function insertNotices(context: Queries, bookingId: string, minutesAgo = 0): Promise<void> {
  await context.pool.query(
    `insert into front_desk_notices (ledger_id, hotel_id, booking_id, revision, event_number, check_in, check_out, at)
     select ledger_id, hotel_id, booking_id, revision, number, (booking->>'check_in')::date,
       (booking->>'check_out')::date, now() - make_interval(mins => $2)
     from events where booking_id = $1 and kind in ('booking.confirmed', 'booking.modified', 'booking.cancelled')
     on conflict do nothing`,
    [bookingId, minutesAgo],
  );
}
