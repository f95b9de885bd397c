import { type Day, formatDay } from '../../kernel/day.ts';
import type { Currency } from '../../kernel/money.ts';
import type { Queryable } from '../../platform/db/pool.ts';

/** The offer of a room type on one night, and the number of sold and held rooms. */
export interface OfferedNight {
  date: string;
  roomType: string;
  open: boolean;
  allotment: number;
  blocked: number;
  booked: number;
  held: number;
  stopSell: boolean;
  cta: boolean;
  ctd: boolean;
  minStay: number;
  maxStay: number | null;
  season: string | null;
  /** The price for two adults in each active plan. */
  prices: {
    plan: string;
    double: number;
    currency: Currency;
    isUsual: boolean;
    /** Null: the plan has no restrictions on this day. */
    restrictions: PlanRestrictions | null;
  }[];
}

/**
 * The restrictions of a plan on one day. A stay must meet the restrictions of the plan and also the restrictions of the
 * night.
 */
export interface PlanRestrictions {
  stop_sell: boolean;
  cta: boolean;
  ctd: boolean;
  min_stay: number;
  min_stay_through: number;
  max_stay: number | null;
}

/**
 * Reads the nights of a hotel, with the rooms that are sold in ledger 1, the production ledger. A night without a row
 * is not open.
 */
export async function readOffer(
  database: Queryable,
  hotelId: string,
  first: Day,
  last: Day,
): Promise<OfferedNight[]> {
  const result = await database.query<OfferedNight>(
    `select d.day::date::text as date, r.code as "roomType", coalesce(n.open, false) as open,
       coalesce(n.allotment, r.default_allotment) as allotment, coalesce(n.blocked, 0) as blocked,
       coalesce(c.booked, 0) as booked, coalesce(c.held, 0) as held, coalesce(n.stop_sell, false) as "stopSell",
       coalesce(n.closed_to_arrival, false) as cta, coalesce(n.closed_to_departure, false) as ctd,
       coalesce(n.min_stay, 1) as "minStay", n.max_stay as "maxStay",
       (select s.name from seasons s where s.hotel_id = r.hotel_id and s.ended_at is null
         and d.day between s.first_day and s.last_day) as season,
       coalesce((select json_agg(json_build_object('plan', p.code, 'double', coalesce(o.double_price, p.double_price),
           'currency', p.currency, 'isUsual', o.double_price is null, 'restrictions', case when l.day is not null then
             json_build_object('stop_sell', l.stop_sell, 'cta', l.closed_to_arrival, 'ctd', l.closed_to_departure,
               'min_stay', l.min_stay, 'min_stay_through', l.min_stay_through, 'max_stay', l.max_stay) end) order by p.code)
         from rate_plans p left join day_prices o on o.rate_plan_id = p.id and o.day = d.day
         left join plan_days l on l.rate_plan_id = p.id and l.day = d.day
         where p.room_type_id = r.id and p.active), '[]') as prices
     from room_types r cross join generate_series($2::date, $3::date, interval '1 day') d(day)
     left join nights n on n.hotel_id = r.hotel_id and n.room_type_id = r.id and n.day = d.day
     left join night_counters c on c.ledger_id = 1 and c.hotel_id = r.hotel_id and c.room_type_id = r.id and c.day = d.day
     where r.hotel_id = $1 and r.active order by d.day, r.code`,
    [hotelId, formatDay(first), formatDay(last)],
  );
  return result.rows;
}
