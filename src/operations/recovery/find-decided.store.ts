// Finds the changes of bookings that a desk has decided after a loss and before the halt.

import type { Booking } from '../../domain/booking/booking.ts';
import type { EventKind } from '../../domain/booking/events/event.ts';
import { type BookingRow, bookingOf } from '../../domain/booking/rows.ts';
import type { Queryable } from '../../platform/db/pool.ts';

/** A change that the database contains, although it was decided when earlier changes were already lost. */
export interface DecidedAfterLoss {
  at: Date;
  kind: EventKind;
  hotel: string;
  hotelPhone: string;
  partner: string;
  booking: Booking;
}

/**
 * Everything that the database contains with a time after a lost response was decided after the loss, because the
 * database has lost the end of its history. A batch that was already running at the halt can take ten seconds. The
 * operator's `desk resume` ends the time in any case. Losses in epochs of one thousand have the same halt: the first epoch
 * after a halt is a multiple of 1,000.
 */
export async function readDecidedAfterLoss(database: Queryable): Promise<DecidedAfterLoss[]> {
  const result = await database.query<Omit<DecidedAfterLoss, 'booking'> & { booking: BookingRow }>(
    `with losses as (
        select min(t.at) as since, min(l.found_at) + interval '10 seconds' as until
        from lost_batches l, unnest(l.lines) line,
          lateral (select (split_part(line, chr(9), 1)::jsonb ->> 'at')::timestamptz as at) t
        group by l.epoch / 1000
      ), spans as materialized (
        select since, least(until, (select min(a.at) from operator_audit a
          where a.action = 'desk resume' and a.at > since)) as until
        from losses
      )
      select e.at, e.kind, h.public_id as hotel, h.phone as "hotelPhone", c.name as partner, e.booking
      from spans s join events e on e.at > s.since and e.at <= s.until
        join hotels h on h.id = e.hotel_id join clients c on c.id = e.client_id
      order by e.at`,
  );
  return result.rows.map(({ booking, ...row }) => ({ ...row, booking: bookingOf(booking) }));
}
