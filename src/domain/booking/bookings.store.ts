import { type Day, formatDay } from '../../kernel/day.ts';
import type { BookingId, ClientId } from '../../kernel/ids.ts';
import type { Queryable } from '../../platform/db/pool.ts';
import type { Booking, BookingStatus } from './booking.ts';
import type { HotelLedger } from './command.ts';
import { type BookingRow, bookingOf } from './rows.ts';

/** An audit log entry in the form in which the database stores it. */
export interface StoredAuditEntry {
  at: Date;
  actor: string;
  action: string;
  revision: number;
  changes: Record<string, unknown>;
}

export interface BookingFilter {
  clientId: ClientId;
  channelReference: string | null;
  status: BookingStatus | null;
  checkInFrom: string | null;
  checkInTo: string | null;
  afterId: string | null;
  limit: number;
}

/**
 * The query names each column, because PostgreSQL refuses to run a prepared statement with `b.*` after a migration has
 * added a column.
 */
const COLUMNS = `b.ledger_id, b.hotel_id, b.id, b.client_id, b.room_type_id, b.rate_plan_id, b.check_in, b.check_out,
  b.rooms_count, b.adults, b.children, b.voucher_id, b.status, b.price, b.cancellation, b.payment, b.price_change,
  b.least_penalty, b.cancelled, b.special_requests, b.channel_reference, b.revision, b.created_at, b.updated_at`;

/** An SQL query that selects bookings with their lead guests. */
export const SELECT_BOOKING = `select ${COLUMNS}, g.name as guest_name, g.phone as guest_phone, g.email as guest_email
  from bookings b join guests g on g.ledger_id = b.ledger_id and g.hotel_id = b.hotel_id and g.booking_id = b.id and g.lead`;

/** Finds a partner's booking by booking id or voucher id. The function does not find bookings of other partners. */
export async function findBooking(
  database: Queryable,
  clientId: ClientId,
  reference: { id: string } | { voucherId: string },
): Promise<Booking | null> {
  const result =
    'id' in reference
      ? await database.query<BookingRow>(`${SELECT_BOOKING} where b.id = $1 and b.client_id = $2`, [
          reference.id,
          clientId,
        ])
      : await database.query<BookingRow>(
          `${SELECT_BOOKING} where b.id = (select booking_id from vouchers where voucher_id = $1) and b.client_id = $2`,
          [reference.voucherId, clientId],
        );
  return result.rows[0] === undefined ? null : bookingOf(result.rows[0]);
}

export async function listAudit(database: Queryable, booking: Booking): Promise<StoredAuditEntry[]> {
  const result = await database.query<StoredAuditEntry>(
    `select at, actor, action, revision, changes from booking_audit
     where ledger_id = $1 and hotel_id = $2 and booking_id = $3 order by revision`,
    [booking.ledgerId, booking.hotelId, booking.id],
  );
  return result.rows;
}

/**
 * Returns the newest bookings first. Returns one booking more than a page contains, so that the caller knows whether
 * there is a next page.
 */
export async function listBookings(database: Queryable, filter: BookingFilter): Promise<Booking[]> {
  const result = await database.query<BookingRow>(
    `${SELECT_BOOKING} where b.client_id = $1
       and ($2::text is null or b.channel_reference = $2)
       and ($3::text is null or b.status = $3)
       and ($4::date is null or b.check_in >= $4)
       and ($5::date is null or b.check_in <= $5)
       and ($6::uuid is null or (b.created_at, b.id) < (select a.created_at, a.id from bookings a where a.id = $6 and a.client_id = $1))
     order by b.created_at desc, b.id desc limit $7`,
    [
      filter.clientId,
      filter.channelReference,
      filter.status,
      filter.checkInFrom,
      filter.checkInTo,
      filter.afterId,
      filter.limit + 1,
    ],
  );
  return result.rows.map(bookingOf);
}

/** Finds at most `limit` open bookings whose check-out day is before today. */
export async function findEndedStays(
  database: Queryable,
  today: Day,
  limit: number,
): Promise<{ bookingId: BookingId; hotelLedger: HotelLedger }[]> {
  const result = await database.query(
    `select b.id, b.ledger_id, b.hotel_id, h.lock_number from bookings b join hotels h on h.id = b.hotel_id
     where b.status in ('CONFIRMED', 'CHECKED_IN') and b.check_out < $1
     order by b.check_out limit $2`,
    [formatDay(today), limit],
  );
  return result.rows.map((row) => ({
    bookingId: row.id,
    hotelLedger: { ledgerId: row.ledger_id, hotelId: row.hotel_id, hotelLockNumber: row.lock_number },
  }));
}
