import type { Transaction } from '../db/pool.ts';
import { type Day, formatDay } from '../kernel/day.ts';

/**
 * Opens the days that have come into reach with each room type's usual allotment, and drops nights that are over.
 * A day that exists is left as the hotel set it. Does nothing, quickly, once the last day is there.
 */
export async function extendCalendars(tx: Transaction, today: Day, days: number): Promise<number> {
  const opened = await tx.query(
    `insert into nights (hotel_id, room_type_id, day, allotment)
     select r.hotel_id, r.id, d.day, r.default_allotment
     from room_types r
     cross join lateral (select coalesce(max(n.day), $1::date - 1) as last from nights n
       where n.hotel_id = r.hotel_id and n.room_type_id = r.id) l
     cross join lateral generate_series(greatest(l.last + 1, $1::date), $1::date + $2::int - 1, interval '1 day') d(day)
     where r.active and l.last < $1::date + $2::int - 1
     on conflict do nothing`,
    [formatDay(today), days],
  );
  await tx.query(
    `delete from nights where (hotel_id, room_type_id, day) in (
       select n.hotel_id, n.room_type_id, n.day from room_types r
       -- The inner limit makes it one look at each calendar's beginning: without it every night there is would be read.
       cross join lateral (select * from nights where hotel_id = r.hotel_id and room_type_id = r.id
         and day < $1::date - 1 limit 5000) n
       limit 5000)`,
    [formatDay(today)],
  );
  return opened.rowCount ?? 0;
}
