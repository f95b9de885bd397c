// Opens future nights of hotels that use automatic opening, and deletes past nights.

import { type Day, formatDay } from '../../kernel/day.ts';
import { ARRIVAL_DAYS_AHEAD, CALENDAR_DAYS, PAST_DAYS_KEPT } from '../../kernel/horizon.ts';
import type { Transaction } from '../../platform/db/pool.ts';

/**
 * The number of room types per transaction. Opening a whole year for this number of room types takes much less than a
 * second.
 */
const ROOM_TYPES_A_STEP = 20;

/** The room type after which the next step begins. Null: the last room type is done. */
export type Progress = { afterId: string } | null;

/**
 * An SQL expression for the number of days that the service opens automatically for a hotel. If the hotel chose the
 * maximum, these days include all nights of a stay that begins on the last possible arrival day.
 */
export const DAYS_OPEN = `case when h.open_ahead_days = ${ARRIVAL_DAYS_AHEAD} then ${CALENDAR_DAYS} else h.open_ahead_days + 1 end`;

/**
 * Opens new nights with the usual allotment, for some room types of hotels that open nights automatically. Nights that
 * are already open are not changed. Rejected: a single statement for all hotels. With 500 hotels, this statement
 * exceeded the statement timeout and opened nothing. Rejected: opening only the days after the last open night. Nights
 * between open nights then stayed closed permanently.
 */
export async function extendCalendars(tx: Transaction, today: Day, from: Progress): Promise<Progress> {
  const next = await tx.query<{ id: string; nights: number; days: number }>(
    `select r.id, ${DAYS_OPEN} as days,
       (select count(*)::int from nights n where n.hotel_id = r.hotel_id and n.room_type_id = r.id
         and n.open and n.day >= $2::date and n.day < $2::date + ${DAYS_OPEN}) as nights
     from room_types r join hotels h on h.id = r.hotel_id
     where r.active and h.auto_open and ($1::uuid is null or r.id > $1) order by r.id limit ${ROOM_TYPES_A_STEP}`,
    [from?.afterId ?? null, formatDay(today)],
  );
  const short = next.rows.filter((row) => row.nights < row.days).map((row) => row.id);
  if (short.length > 0)
    await tx.query(
      `insert into nights as n (hotel_id, room_type_id, day, allotment)
       select r.hotel_id, r.id, $2::date + d, r.default_allotment
       from room_types r join hotels h on h.id = r.hotel_id cross join generate_series(0, ${DAYS_OPEN} - 1) d
       where r.id = any($1::uuid[])
       on conflict (hotel_id, room_type_id, day) do update set open = true where not n.open`,
      [short, formatDay(today)],
    );
  return next.rows.length < ROOM_TYPES_A_STEP ? null : { afterId: next.rows.at(-1)!.id };
}

/** Deletes at most `limit` nights that are older than PAST_DAYS_KEPT days. Returns the number of deleted nights. */
export async function dropPastNights(tx: Transaction, limit: number, today: Day): Promise<number> {
  const result = await tx.query(
    `delete from nights where (hotel_id, room_type_id, day) in (
       select n.hotel_id, n.room_type_id, n.day from room_types r
       -- Because of the inner limit, PostgreSQL reads only the beginning of each calendar. Without the inner limit, it
       -- reads every night in the table.
       cross join lateral (select * from nights where hotel_id = r.hotel_id and room_type_id = r.id
         and day < $1::date - ${PAST_DAYS_KEPT} limit $2) n
       limit $2)`,
    [formatDay(today), limit],
  );
  return result.rowCount ?? 0;
}
