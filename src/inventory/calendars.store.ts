import type { Transaction } from '../db/pool.ts';
import { type Day, formatDay } from '../kernel/day.ts';

/** Room types per transaction: opening a whole year for each takes much less than a second. */
export const ROOM_TYPES_A_STEP = 20;

/** Where the next step begins; null after the last room type. */
export type Progress = { afterId: string } | null;

/**
 * Opens the missing days of some room types, with their usual allotment. Existing days are left as the hotel set them.
 * Rejected: one statement for all hotels, which hit the statement timeout at 500 hotels and opened nothing. Rejected:
 * counting from the last day, which left gaps closed for good.
 */
export async function extendCalendars(
  tx: Transaction,
  today: Day,
  days: number,
  from: Progress,
): Promise<Progress> {
  const next = await tx.query<{ id: string; nights: number }>(
    `select r.id, (select count(*)::int from nights n where n.hotel_id = r.hotel_id and n.room_type_id = r.id
         and n.day >= $2::date and n.day < $2::date + $3::int) as nights
     from room_types r where r.active and ($1::uuid is null or r.id > $1) order by r.id limit ${ROOM_TYPES_A_STEP}`,
    [from?.afterId ?? null, formatDay(today), days],
  );
  const short = next.rows.filter((row) => row.nights < days).map((row) => row.id);
  if (short.length > 0)
    await tx.query(
      `insert into nights (hotel_id, room_type_id, day, allotment)
       select r.hotel_id, r.id, $2::date + d, r.default_allotment
       from room_types r cross join generate_series(0, $3::int - 1) d where r.id = any($1::uuid[])
       on conflict do nothing`,
      [short, formatDay(today), days],
    );
  return next.rows.length < ROOM_TYPES_A_STEP ? null : { afterId: next.rows.at(-1)!.id };
}

/** Deletes nights before yesterday, at most `limit`. Returns how many. */
export async function dropPastNights(tx: Transaction, limit: number, today: Day): Promise<number> {
  const result = await tx.query(
    `delete from nights where (hotel_id, room_type_id, day) in (
       select n.hotel_id, n.room_type_id, n.day from room_types r
       -- The inner limit reads only the beginning of each calendar. Without it, every night in the table is read.
       cross join lateral (select * from nights where hotel_id = r.hotel_id and room_type_id = r.id
         and day < $1::date - 1 limit $2) n
       limit $2)`,
    [formatDay(today), limit],
  );
  return result.rowCount ?? 0;
}
