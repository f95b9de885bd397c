// Reads stored events in order. An event about a correction also contains the booking before the correction.

import type { BookingId } from '../../../kernel/ids.ts';
import type { Queryable } from '../../../platform/db/pool.ts';
import { type BookingRow, bookingOf } from '../rows.ts';
import type { EventKind, EventStream, NightsChange, StoredEvent } from './event.ts';

interface EventRow {
  number: number;
  at: Date;
  kind: EventKind;
  nights: NightsChange[];
  booking: BookingRow;
  before: BookingRow | null;
}

/**
 * If the event `e` is a correction, this SQL expression returns the booking before the correction. The event of the
 * previous revision contains this booking, and is never deleted before `e`.
 */
export const BEFORE_CORRECTION = `case when e.kind = 'booking.corrected' then (
    select p.booking from events p where p.booking_id = e.booking_id and p.revision = e.revision - 1) end`;

/** Reads at most `limit` events whose numbers are greater than `after`, in order. */
export async function readEvents(
  database: Queryable,
  { ledgerId, hotelId }: EventStream,
  after: number,
  limit: number,
): Promise<StoredEvent[]> {
  const result = await database.query<EventRow>({
    name: 'read-events',
    text: `select number, at, kind, nights, booking, ${BEFORE_CORRECTION} as before from events e
      where ledger_id = $1 and hotel_id = $2 and number > $3 order by number limit $4`,
    values: [ledgerId, hotelId, after, limit],
  });
  return result.rows.map((row) => ({
    number: row.number,
    at: row.at.getTime(),
    kind: row.kind,
    booking: bookingOf(row.booking),
    before: row.before === null ? null : bookingOf(row.before),
    nights: row.nights,
  }));
}

export interface EventHead {
  number: number;
  kind: EventKind;
  bookingId: BookingId;
}

/** Like `readEvents`, but without the booking and the nights. */
export async function readEventHeads(
  database: Queryable,
  { ledgerId, hotelId }: EventStream,
  after: number,
  limit: number,
): Promise<EventHead[]> {
  const result = await database.query<EventHead>({
    name: 'read-event-heads',
    text: `select number, kind, booking_id as "bookingId" from events
      where ledger_id = $1 and hotel_id = $2 and number > $3 order by number limit $4`,
    values: [ledgerId, hotelId, after, limit],
  });
  return result.rows;
}

/**
 * Returns the number of the last event of each hotel, in the order of `streams`. The number is 0 if the hotel has no
 * event. If event numbers were skipped after a loss of data and the hotel has no newer event, the result is the last
 * skipped number.
 */
export async function lastEvents(database: Queryable, streams: EventStream[]): Promise<number[]> {
  const result = await database.query<{ last: number }>({
    name: 'last-events',
    text: `select greatest(n.last, number_base())::float8 as last
      from unnest($1::int[], $2::uuid[]) with ordinality k(ledger_id, hotel_id, at)
      left join event_numbers n using (ledger_id, hotel_id) order by k.at`,
    values: [streams.map(({ ledgerId }) => ledgerId), streams.map(({ hotelId }) => hotelId)],
  });
  return result.rows.map((row) => row.last);
}
