// Reads the nights, prices, restrictions and marks of a range of days.

import { type Day, formatDay } from '../../../kernel/day.ts';
import type { LedgerId } from '../../../kernel/ids.ts';
import type { Queryable } from '../../../platform/db/pool.ts';
import { FLAGS_COLUMN, type Night, nightOf } from '../../inventory/night.ts';
import type { PlanDay } from '../../inventory/plan-day.ts';
import { type Prices, pricesFrom } from '../../pricing/rate-plan.ts';
import type { DayMark } from './message.ts';

export interface StoredOffer {
  /**
   * In the first four maps, each key consists of the product and the day. The product of a night is a room type, and
   * the product of prices and restrictions is a rate plan. Marks exist for room types and for rate plans. The maps
   * contain only days that have a row in the database.
   */
  nights: Map<string, { night: Night; booked: number; held: number }>;
  prices: Map<string, Prices>;
  restrictions: Map<string, PlanDay>;
  marks: Map<string, DayMark>;
  /** The usual allotment of each room type. */
  usualAllotments: Map<string, number>;
}

export interface OfferQuery {
  ledgerId: LedgerId;
  hotelId: string;
  roomTypeIds: string[];
  ratePlanIds: string[];
  first: Day;
  last: Day;
}

export const dayKey = (productId: string, day: Day) => `${productId}/${day}`;

/** Reads all current values in one statement, so that all values come from the same moment. */
export async function readOffer(database: Queryable, query: OfferQuery): Promise<StoredOffer> {
  const { ledgerId, hotelId, roomTypeIds, ratePlanIds, first, last } = query;
  const result = await database.query<
    Record<'nights' | 'prices' | 'days' | 'marks' | 'usual', unknown[][] | null>
  >({
    name: 'ari-read',
    text: `select
      (select json_agg(json_build_array(n.room_type_id, n.day - date '1970-01-01', n.allotment, n.blocked,
          ${FLAGS_COLUMN}, n.min_stay, coalesce(n.max_stay, 0), coalesce(c.booked, 0), coalesce(c.held, 0)))
        from nights n left join night_counters c on c.ledger_id = $1 and c.hotel_id = n.hotel_id
          and c.room_type_id = n.room_type_id and c.day = n.day
        where n.hotel_id = $2 and n.room_type_id = any($3::uuid[]) and n.day between $5 and $6) as nights,
      (select json_agg(json_build_array(rate_plan_id, day - date '1970-01-01', single_price, double_price,
          extra_adult_price, child_price))
        from day_prices where rate_plan_id = any($4::uuid[]) and day between $5 and $6) as prices,
      (select json_agg(json_build_array(rate_plan_id, day - date '1970-01-01', stop_sell, closed_to_arrival,
          closed_to_departure, min_stay, min_stay_through, coalesce(max_stay, 0)))
        from plan_days where rate_plan_id = any($4::uuid[]) and day between $5 and $6) as days,
      (select json_agg(json_build_array(product_id, day - date '1970-01-01', version,
          extract(epoch from changed_at) * 1000, changed_by, person, message_id))
        from offer_marks where hotel_id = $2 and product_id = any($3::uuid[] || $4::uuid[])
          and day between $5 and $6) as marks,
      (select json_agg(json_build_array(id, default_allotment)) from room_types
        where hotel_id = $2 and id = any($3::uuid[])) as usual`,
    values: [ledgerId, hotelId, roomTypeIds, ratePlanIds, formatDay(first), formatDay(last)],
  });
  const { nights, prices, days, marks, usual } = result.rows[0]!;
  return {
    nights: keyed(
      nights as NightRow[] | null,
      ([, , allotment, blocked, flags, least, most, booked, held]) => ({
        night: nightOf(allotment, blocked, flags, least, most),
        ...{ booked, held },
      }),
    ),
    prices: keyed(prices as PriceRow[] | null, ([, , single, double, extraAdult, child]) =>
      pricesFrom(single, double, extraAdult, child),
    ),
    restrictions: keyed(days as PlanDayRow[] | null, planDayOf),
    marks: keyed(marks as MarkRow[] | null, ([, , version, at, changedBy, person, messageId]) => ({
      ...{ version, changedBy, person, messageId },
      changedAt: new Date(at).toISOString(),
    })),
    usualAllotments: new Map((usual as [string, number][] | null) ?? []),
  };
}

type NightRow = [string, Day, number, number, number, number, number, number, number];
type PriceRow = [string, Day, number, number, number, number];
type PlanDayRow = [string, Day, boolean, boolean, boolean, number, number, number];
type MarkRow = [string, Day, number, number, string, string | null, string | null];

function keyed<Row extends [string, Day, ...unknown[]], Value>(
  rows: Row[] | null,
  read: (row: Row) => Value,
): Map<string, Value> {
  return new Map((rows ?? []).map((row) => [dayKey(row[0], row[1]), read(row)]));
}

function planDayOf([, , stopSell, closedToArrival, closedToDeparture, ...stays]: PlanDayRow): PlanDay {
  const [minStay, minStayThrough, maxStay] = stays;
  return { stopSell, closedToArrival, closedToDeparture, minStay, minStayThrough, maxStay };
}
