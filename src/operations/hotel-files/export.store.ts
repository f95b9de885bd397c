import { priceColumns } from '../../domain/pricing/price-columns.ts';
import { type Day, formatDay } from '../../kernel/day.ts';
import { lastOpenDay } from '../../kernel/horizon.ts';
import type { Queryable } from '../../platform/db/pool.ts';
import type { DayPriceRow, NightRow } from './export-csv.ts';

/** Returns the nights of a hotel from today to the last day that an import can set. */
export async function readNights(database: Queryable, hotelId: string, today: Day): Promise<NightRow[]> {
  const result = await database.query<NightRow>(
    `select n.room_type_id, n.day - date '1970-01-01' as day, n.open, n.allotment, n.blocked, n.stop_sell,
       n.closed_to_arrival, n.closed_to_departure, n.min_stay, n.max_stay
     from nights n join room_types r on r.id = n.room_type_id
     where n.hotel_id = $1 and n.day between $2::date and $3::date order by r.code, r.id, n.day`,
    [hotelId, formatDay(today), formatDay(lastOpenDay(today))],
  );
  return result.rows;
}

export async function readDayPrices(
  database: Queryable,
  hotelId: string,
  today: Day,
): Promise<DayPriceRow[]> {
  const result = await database.query<DayPriceRow>(
    `select d.rate_plan_id, d.day - date '1970-01-01' as day, ${priceColumns('d')}
     from rate_plans p join day_prices d on d.rate_plan_id = p.id
     where p.hotel_id = $1 and d.day between $2::date and $3::date order by p.room_type_id, p.code, p.id, d.day`,
    [hotelId, formatDay(today), formatDay(lastOpenDay(today))],
  );
  return result.rows;
}
