// Stores the notices for receptions, and what receptions have acknowledged.

import type { Booking } from '../../domain/booking/booking.ts';
import type { EventKind, EventStream } from '../../domain/booking/events/event.ts';
import { type BookingRow, bookingOf } from '../../domain/booking/rows.ts';
import { insertReceipt } from '../../domain/reception/receipts.store.ts';
import type { HotelId, LedgerId } from '../../kernel/ids.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import type { Contact } from './contact.ts';
import type { LinkedBooking } from './reception-link.ts';

export interface NoticeEvent {
  at: number;
  kind: EventKind;
  booking: Booking;
  /** The booking before this event. Null when no earlier event of the booking is stored. */
  before: Booking | null;
}

interface EventRow {
  at: Date;
  kind: EventKind;
  booking: BookingRow;
  before: BookingRow | null;
}

/** Returns null when the event is not stored any more. */
export async function findNoticeEvent(
  database: Queryable,
  { ledgerId, hotelId }: EventStream,
  number: number,
): Promise<NoticeEvent | null> {
  const result = await database.query<EventRow>({
    name: 'find-notice-event',
    text: `select e.at, e.kind, e.booking, (
        select p.booking from events p
        where p.booking_id = e.booking_id and p.revision < e.revision
          and p.ledger_id = e.ledger_id and p.hotel_id = e.hotel_id
        order by p.revision desc limit 1) as before
      from events e where e.ledger_id = $1 and e.hotel_id = $2 and e.number = $3`,
    values: [ledgerId, hotelId, number],
  });
  const row = result.rows[0];
  return row === undefined ? null : eventOf(row);
}

function eventOf({ at, kind, booking, before }: EventRow): NoticeEvent {
  return {
    at: at.getTime(),
    kind,
    booking: bookingOf(booking),
    before: before === null ? null : bookingOf(before),
  };
}

/** Returns the contacts at a hotel's reception. The list is empty when the hotel has no contacts or does not exist. */
export async function readContacts(database: Queryable, hotelId: HotelId): Promise<Contact[]> {
  const result = await database.query<{ front_desk: Contact[] }>({
    name: 'read-contacts',
    text: 'select front_desk from hotels where id = $1',
    values: [hotelId],
  });
  return result.rows[0]?.front_desk ?? [];
}

/**
 * Returns the time of the oldest unacknowledged notice of a booking. Returns null when all notices up to this revision
 * are acknowledged.
 */
export async function findOpenSince(
  database: Queryable,
  { hotelId, bookingId }: LinkedBooking,
  revision: number,
): Promise<number | null> {
  const result = await database.query<{ at: Date | null }>({
    name: 'find-open-since',
    text: `select min(n.at) as at from front_desk_notices n
      where n.hotel_id = $1 and n.booking_id = $2 and n.revision <= $3 and n.acknowledged_at is null
        and not exists (${COVERING_SUPPLIER})
        and not exists (select 1 from front_desk_notices l
          where l.hotel_id = n.hotel_id and l.booking_id = n.booking_id and l.revision > n.revision
            and l.acknowledged_at is not null)`,
    values: [hotelId, bookingId, revision],
  });
  return result.rows[0]?.at?.getTime() ?? null;
}

/** An SQL query that returns a row if a supplier of the hotel has acknowledged the event of notice `n`. */
export const COVERING_SUPPLIER = `select 1 from supply_acknowledgements a join clients c on c.id = a.client_id
  where a.hotel_id = n.hotel_id and a.up_to >= n.event_number and c.kind = 'SUPPLIER'
    and c.ledger_id = n.ledger_id and n.hotel_id = any(c.supplied_hotels)`;

export interface NoticeRow {
  revision: number;
  kind: EventKind;
  booking: Booking;
  acknowledgedAt: string | null;
}

/** The newest notice of a booking, and the earlier notice with which it is compared. */
export interface NoticesOfBooking {
  newest: NoticeRow;
  /**
   * The last acknowledged notice among the notices before the newest notice. If none of these notices is acknowledged,
   * the value is the notice just before the newest notice. Null when there is only one notice.
   */
  known: NoticeRow | null;
  /** The current booking. The guest may have checked in since the newest notice. */
  present: Booking;
}

interface PageRow {
  revision: number;
  kind: EventKind;
  booking: BookingRow;
  acknowledged_at: Date | null;
  present: BookingRow;
}

/**
 * Reads the notices of a booking in one statement, so that all rows are from the same instant. Returns null when the
 * booking has no notice.
 */
export async function findNoticesOfBooking(
  database: Queryable,
  { hotelId, bookingId }: LinkedBooking,
): Promise<NoticesOfBooking | null> {
  const result = await database.query<PageRow>({
    name: 'find-notices-of-booking',
    text: `select n.revision, e.kind, e.booking, n.acknowledged_at, (
        select p.booking from events p
        where p.booking_id = n.booking_id and p.ledger_id = n.ledger_id and p.hotel_id = n.hotel_id
        order by p.revision desc limit 1) as present
      from front_desk_notices n
      join events e on e.ledger_id = n.ledger_id and e.hotel_id = n.hotel_id and e.number = n.event_number
      where n.hotel_id = $1 and n.booking_id = $2
      order by n.revision desc`,
    values: [hotelId, bookingId],
  });
  const [newest, ...earlier] = result.rows.map(noticeRow);
  if (newest === undefined) return null;
  const known = earlier.find(({ acknowledgedAt }) => acknowledgedAt !== null) ?? earlier[0] ?? null;
  return { newest, known, present: bookingOf(result.rows[0]!.present) };
}

function noticeRow({ revision, kind, booking, acknowledged_at: at }: PageRow): NoticeRow {
  return { revision, kind, booking: bookingOf(booking), acknowledgedAt: at?.toISOString() ?? null };
}

/**
 * Acknowledges a revision and all earlier revisions. A repeated call does not change the time of the first
 * acknowledgement. Returns the number of notices that this call has acknowledged.
 */
export async function acknowledgeNotices(
  tx: Transaction,
  { hotelId, bookingId }: LinkedBooking,
  upTo: number,
  at: Date,
): Promise<number> {
  const result = await tx.query<{ ledgerId: LedgerId }>({
    name: 'acknowledge-notices',
    text: `update front_desk_notices set acknowledged_at = $4
      where hotel_id = $1 and booking_id = $2 and revision <= $3 and acknowledged_at is null
      returning ledger_id as "ledgerId"`,
    values: [hotelId, bookingId, upTo, at],
  });
  const [first] = result.rows;
  if (first !== undefined) await insertReceipt(tx, { ledgerId: first.ledgerId, hotelId }, bookingId, at);
  return result.rows.length;
}

/** Deletes the notices of stays that ended before a given day. */
export async function pruneNotices(tx: Transaction, limit: number, before: string): Promise<number> {
  const result = await tx.query(
    `delete from front_desk_notices where (hotel_id, booking_id, revision) in (
       select hotel_id, booking_id, revision from front_desk_notices where check_out < $1
       order by check_out limit $2)`,
    [before, limit],
  );
  return result.rowCount ?? 0;
}
