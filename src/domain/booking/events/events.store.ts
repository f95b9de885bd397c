// Reads stored events in order, with the booking before a correction.

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
 * The booking before a correction, for the event `e`. The event of the previous revision has this state. The previous
 * event is never deleted before `e`.
 */
export const BEFORE_CORRECTION = `case when e.kind = 'booking.corrected' then (
    select p.booking from events p where p.booking_id = e.booking_id and p.revision = e.revision - 1) end`;

/** Reads at most `limit` events after a number, in order. */
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

/** The number of each hotel's last event, in the order of the argument. 0: the hotel has no event. */
export async function lastEvents(database: Queryable, streams: EventStream[]): Promise<number[]> {
  const result = await database.query<{ at: number; last: number }>({
    name: 'last-events',
    text: `select k.at::int, n.last from unnest($1::int[], $2::uuid[]) with ordinality k(ledger_id, hotel_id, at)
      join event_numbers n using (ledger_id, hotel_id)`,
    values: [streams.map(({ ledgerId }) => ledgerId), streams.map(({ hotelId }) => hotelId)],
  });
  const last = streams.map(() => 0);
  for (const row of result.rows) last[row.at - 1] = row.last;
  return last;
}
