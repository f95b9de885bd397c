import type { HotelStatus } from '../../domain/catalog/hotel.ts';
import { addDays, type Day, formatDay } from '../../kernel/day.ts';
import { type HotelId, readId, readPublicId } from '../../kernel/ids.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';

/** The data that operators see about a hotel. */
export interface HotelSummary {
  id: HotelId;
  publicId: string;
  lockNumber: number;
  name: string;
  city: string;
  stars: number;
  status: HotelStatus;
  currency: string;
  autoOpen: boolean;
  roomTypes: number;
  ratePlans: number;
  contracts: number;
  /**
   * `openUntil` is the last open night of an active room type. `openNights` is the number of open nights from today on.
   */
  openUntil: string | null;
  openNights: number;
  updatedAt: Date;
}

const HOTELS = `select h.id, h.public_id as "publicId", h.lock_number as "lockNumber", h.name_en as name, h.city,
    h.star_rating as stars, h.status, h.currency, h.auto_open as "autoOpen", h.updated_at as "updatedAt",
    (select count(*)::int from room_types r where r.hotel_id = h.id and r.active) as "roomTypes",
    (select count(*)::int from rate_plans p join room_types r on r.id = p.room_type_id
      where p.hotel_id = h.id and p.active and r.active) as "ratePlans",
    (select count(*)::int from contracts t where t.hotel_id = h.id
      and (t.valid_until is null or t.valid_until >= $1::date)) as contracts,
    o.open_until as "openUntil", o.open_nights as "openNights"
  from hotels h cross join lateral (
    select max(n.day)::text as open_until, count(*)::int as open_nights from nights n
    join room_types r on r.id = n.room_type_id and r.active
    where n.hotel_id = h.id and n.day >= $1::date and n.open) o`;

export async function readHotelSummaries(
  database: Queryable,
  today: Day,
  status: HotelStatus | null,
): Promise<HotelSummary[]> {
  const result = await database.query<HotelSummary>(
    `${HOTELS} where $2::text is null or h.status = $2 order by h.public_id`,
    [formatDay(today), status],
  );
  return result.rows;
}

/** Finds a hotel by public id or uuid. */
export async function readHotelSummary(
  database: Queryable,
  today: Day,
  reference: string,
): Promise<HotelSummary | null> {
  const result = await database.query<HotelSummary>(`${HOTELS} where h.public_id = $2 or h.id = $3`, [
    formatDay(today),
    readPublicId(reference),
    readId(reference),
  ]);
  return result.rows[0] ?? null;
}

/** Returns the public id of each hotel that is given by public id or uuid. */
export async function readPublicIds(database: Queryable, references: string[]): Promise<Map<string, string>> {
  const result = await database.query<{ id: string; public_id: string }>(
    'select id, public_id from hotels where public_id = any($1::text[]) or id = any($2::uuid[])',
    [references.map(readPublicId), references.map((reference) => readId(reference))],
  );
  const found = new Map(
    result.rows.flatMap((row) => [row.id, row.public_id].map((key) => [key, row.public_id])),
  );
  return new Map(
    references.flatMap((reference) => {
      const publicId = found.get(readPublicId(reference)) ?? found.get(readId(reference));
      return publicId === undefined ? [] : [[reference, publicId]];
    }),
  );
}

/** Counts the confirmed bookings that arrive today or within this many days. */
export async function countArrivals(
  database: Queryable,
  hotelId: HotelId,
  today: Day,
  days: number,
): Promise<number> {
  const result = await database.query<{ count: number }>(
    `select count(*)::int as count from bookings where ledger_id = 1 and hotel_id = $1 and status = 'CONFIRMED'
       and check_in between $2::date and $3::date`,
    [hotelId, formatDay(today), formatDay(addDays(today, days))],
  );
  return result.rows[0]!.count;
}

export async function readStatus(tx: Transaction, hotelId: HotelId): Promise<HotelStatus> {
  const result = await tx.query<{ status: HotelStatus }>('select status from hotels where id = $1', [
    hotelId,
  ]);
  return result.rows[0]!.status;
}

export async function writeStatus(tx: Transaction, hotelId: HotelId, status: HotelStatus): Promise<void> {
  await tx.query('update hotels set status = $2 where id = $1', [hotelId, status]);
}
