import type { Booking } from '../../domain/booking/booking.ts';
import type { EventKind } from '../../domain/booking/events/event.ts';
import { type BookingRow, bookingOf } from '../../domain/booking/rows.ts';
import { type BookingId, type HotelId, readId, readPublicId } from '../../kernel/ids.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import { COVERING_SUPPLIER } from './notices.store.ts';

/** A booking with notices that nobody has acknowledged. */
export interface OpenNotice {
  hotel: { publicId: string; name: string; city: string; phone: string };
  booking: Booking;
  kind: EventKind;
  /** The time of the first notice that the reception has not acknowledged. */
  since: Date;
  remindedAt: Date | null;
  /** The number of the booking's deliveries in each state, such as { DELIVERED: 2 }. */
  deliveries: Record<string, number>;
}

interface OpenRow {
  public_id: string;
  name_en: string;
  city: string;
  phone: string;
  booking: BookingRow;
  kind: EventKind;
  since: Date;
  reminded_at: Date | null;
  deliveries: Record<string, number> | null;
}

/**
 * Returns the bookings with unacknowledged notices. Bookings whose arrival day is not after `arrival` come first, then
 * all others. In both groups, bookings are sorted by their oldest notice. Past stays and private hotels are left out.
 */
export async function readOpenNotices(
  database: Queryable,
  { until, today, arrival, limit }: { until: Date; today: string; arrival: string; limit: number },
): Promise<OpenNotice[]> {
  const result = await database.query<OpenRow>(
    `select h.public_id, h.name_en, h.city, h.phone, e.booking, e.kind, o.since, o.reminded_at, (
         select jsonb_object_agg(state, number) from (
           select d.state, count(*) as number from deliveries d
           where d.ledger_id = e.ledger_id and d.booking_id = e.booking_id and d.channel <> 'WEBHOOK'
           group by d.state) states) as deliveries
     from (select n.ledger_id, n.hotel_id, n.booking_id, min(n.at) as since, max(n.event_number) as event_number,
             min(n.check_in) as check_in, max(n.reminded_at) as reminded_at
           from front_desk_notices n
           where n.acknowledged_at is null and n.check_out >= $2 and not exists (${COVERING_SUPPLIER})
           group by n.ledger_id, n.hotel_id, n.booking_id) o
     join events e on e.ledger_id = o.ledger_id and e.hotel_id = o.hotel_id and e.number = o.event_number
     join hotels h on h.id = o.hotel_id
     where o.since <= $1 and h.private_ledger_id is null
     order by (o.check_in <= $3) desc, o.since, o.booking_id limit $4`,
    [until, today, arrival, limit],
  );
  return result.rows.map((row) => ({
    hotel: { publicId: row.public_id, name: row.name_en, city: row.city, phone: row.phone },
    booking: bookingOf(row.booking),
    kind: row.kind,
    since: row.since,
    remindedAt: row.reminded_at,
    deliveries: row.deliveries ?? {},
  }));
}

export interface LockedNotice {
  hotelId: HotelId;
  hotel: string;
  bookingId: BookingId;
  revision: number;
  acknowledgedAt: Date | null;
}

/** Locks the notices of a booking. `reference` is the id of the booking or its voucher number. */
export async function lockNotices(tx: Transaction, reference: string): Promise<LockedNotice[]> {
  const result = await tx.query<{
    hotel_id: HotelId;
    public_id: string;
    booking_id: BookingId;
    revision: number;
    acknowledged_at: Date | null;
  }>(
    `select n.hotel_id, h.public_id, n.booking_id, n.revision, n.acknowledged_at
     from front_desk_notices n join hotels h on h.id = n.hotel_id
     join (select hotel_id, booking_id from events where booking_id = $1
           union select hotel_id, booking_id from vouchers where voucher_id = $2) b using (hotel_id, booking_id)
     order by n.revision for update of n`,
    [readId<BookingId>(reference), readPublicId(reference)],
  );
  return result.rows.map((row) => ({
    hotelId: row.hotel_id,
    hotel: row.public_id,
    bookingId: row.booking_id,
    revision: row.revision,
    acknowledgedAt: row.acknowledged_at,
  }));
}
