import type pg from 'pg';
import type { HashedKey } from '../src/domain/partners/api-key.ts';
import { CALENDAR_DAYS } from '../src/kernel/horizon.ts';
import type { ClientId } from '../src/kernel/ids.ts';
import { patiently, type Transaction } from '../src/platform/db/pool.ts';

export interface WorldSize {
  hotels: number;
  roomTypesPerHotel: number;
  ratePlansPerRoomType: number;
  days: number;
  /** If set, every night has this many rooms and no restrictions. If null, sales and restrictions are realistic. */
  allotment: number | null;
  /** One number per partner: how many hotels the partner has contracts with. */
  partners: number[];
}

export const CITIES = ['Baghdad', 'Erbil', 'Karbala', 'Najaf', 'Basra', 'Sulaymaniyah', 'Duhok', 'Kirkuk'];

export function partnerName(hotels: number): string {
  return `bench-${hotels}`;
}

/**
 * Inserts a caller. Writes only columns that every version has, because the database may belong to an older version.
 */
export async function insertCaller(
  tx: Transaction,
  clientId: string,
  contractHolderId: ClientId | null,
  { hash, hint }: HashedKey,
): Promise<void> {
  await tx.query(
    `with caller as (
       insert into clients (client_id, name, ledger_id, contract_holder_id) values ($1, $1, 1, $2) returning id)
     insert into api_keys (client_id, hash, hint) select id, $3, $4 from caller`,
    [clientId, contractHolderId, hash, hint],
  );
}

/** Fills a migrated production database with generated hotels and with partners that may book them. */
export async function generateWorld(pool: pg.Pool, size: WorldSize): Promise<void> {
  const client = patiently(await pool.connect());
  try {
    await client.query('set statement_timeout = 0');
    // Turns off the triggers of the change feed. No node is running yet, and every node loads all rows when it starts.
    await client.query('set session_replication_role = replica');
    await generateHotels(client, size);
    await generateRatePlans(client, size);
    await generateNights(client, size);
    if (size.allotment === null) {
      await generateSales(client);
      await generateWeekendPrices(client);
    }
    await client.query('insert into exchange_rates (as_of, iqd_for_a_usd) values (clock_timestamp(), 1310)');
    for (const hotels of size.partners) await generatePartner(client, hotels);
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}

/**
 * Generates the hotels. One hotel in three uses dollars. If `allotment` is null, one hotel in 53 is inactive. Room
 * types accept parties of different sizes.
 */
async function generateHotels(client: pg.PoolClient, size: WorldSize): Promise<void> {
  await client.query(
    `insert into hotels (public_id, name_en, name_ar, name_ckb, star_rating, city, governorate, status, currency,
       descriptions, address, phone, latitude, longitude, policies, check_in_from, tax_basis_points)
     select format('HTL-%s-%s', 2000 + n / 10000, lpad((n % 10000)::text, 4, '0')), 'Hotel ' || n, 'فندق ' || n,
       'هۆتێل ' || n, 1 + n % 5, city, city, case when $3 and n % 53 = 7 then 'INACTIVE' else 'ACTIVE' end,
       case when n % 3 = 0 then 'USD' else 'IQD' end,
       '{"en": "", "ar": "", "ckb": ""}', '{"en": "", "ar": ""}', '+9647700000000', 33, 44,
       '{"children": "", "payment": "", "pets": "", "cancellation": ""}',
       case n % 4 when 0 then '15:00' else '14:00' end, case n % 5 when 0 then 250 else 500 end
     from generate_series(1, $1::int) n, lateral (select ($2::text[])[1 + n % 8] as city) c`,
    [size.hotels, CITIES, size.allotment === null],
  );
  await client.query(
    `insert into room_types (hotel_id, code, name_en, name_ar, max_occupancy, max_adults, max_children,
       bed_configuration, size_sqm, default_allotment)
     select h.id, 'R' || n, 'Room ' || n, 'غرفة ' || n, 1 + n, least(1 + n, 4), n - 1,
       '[{"type": "DOUBLE", "count": 1}]', 18 + 4 * n, coalesce($2::int, 4 + (h.lock_number + n) % 12)
     from hotels h, generate_series(1, $1::int) n`,
    [size.roomTypesPerHotel, size.allotment],
  );
}

async function generateRatePlans(client: pg.PoolClient, size: WorldSize): Promise<void> {
  await client.query(
    `insert into cancellation_policies (hotel_id, code, name_en, name_ar, rules, no_show_penalty)
     select id, code, p.name_en, p.name_ar, rules::jsonb, '{"type": "PERCENT", "value": 100}'
     from hotels, (values
       ('1', 'Flexible', 'مرنة', '[{"hours_before_check_in": 24, "penalty": {"type": "NIGHTS", "value": 1}}]'),
       ('2', 'Moderate', 'متوسطة', '[{"hours_before_check_in": 72, "penalty": {"type": "PERCENT", "value": 50}},
         {"hours_before_check_in": 24, "penalty": {"type": "PERCENT", "value": 100}}]'),
       ('0', 'Non-refundable', 'غير مستردة',
         '[{"hours_before_check_in": 100000, "penalty": {"type": "PERCENT", "value": 100}}]')
     ) p (code, name_en, name_ar, rules)`,
  );
  await client.query(
    `insert into rate_plans (hotel_id, room_type_id, code, name_en, name_ar, pricing_model, currency,
       single_price, double_price, extra_adult_price, child_price, cancellation_policy_id)
     select r.hotel_id, r.id, 'P' || n, 'Plan ' || n, 'خطة ' || n,
       (array['ROOM_ONLY', 'BED_AND_BREAKFAST', 'HALF_BOARD', 'FULL_BOARD'])[1 + n % 4], h.currency,
       p.price * 8 / 10, p.price, p.price * 3 / 10, p.price * 15 / 100, c.id
     from room_types r join hotels h on h.id = r.hotel_id
       cross join generate_series(1, $1::int) n
       join cancellation_policies c on c.hotel_id = h.id and c.code = (n % 3)::text
       cross join lateral (select (4000 + 1003 * n + 700 * substr(r.code, 2)::int + (h.lock_number * 37) % 6007)
         * case h.currency when 'USD' then 1 else 13 end as price) p`,
    [size.ratePlansPerRoomType],
  );
}

/**
 * Generates the nights. If `allotment` is null, 1 % of nights have a stop sell, 2 % are closed to arrival and 2 %
 * closed to departure. 7 % have a minimum stay of two or three nights, 2 % a maximum stay of five. The last day of the
 * calendar is generated too. Without this day, housekeeping would open all earlier days during a measurement.
 */
async function generateNights(client: pg.PoolClient, size: WorldSize): Promise<void> {
  // The table is truncated in the same transaction, so PostgreSQL writes no WAL for the rows (wal_level is minimal).
  // Building the index after the insert costs half as much as maintaining it during the insert.
  await client.query('begin');
  await client.query('truncate nights');
  await client.query('alter table nights drop constraint nights_pkey');
  await client.query(
    `insert into nights (hotel_id, room_type_id, day, allotment, blocked, stop_sell, closed_to_arrival,
       closed_to_departure, min_stay, max_stay)
     select r.hotel_id, r.id, t.today + d, r.default_allotment, (season and x % 7 = 0)::int, season and x < 10,
       season and x between 10 and 29, season and x between 30 and 49,
       case when season and x between 50 and 99 then 2 when season and x between 100 and 119 then 3 else 1 end,
       case when season and x between 120 and 139 then 5 end
     from (select *, row_number() over (order by hotel_id, id)::int as k from room_types) r,
       (select n as d from generate_series(0, $1::int - 1) n union select $2::int - 1) days,
       (select (clock_timestamp() at time zone 'Asia/Baghdad')::date as today, $3::boolean as season) t,
       lateral (select hashint4(r.k * 1000 + d) & 1023 as x) dice`,
    [size.days, CALENDAR_DAYS, size.allotment === null],
  );
  await client.query('alter table nights add primary key (hotel_id, room_type_id, day)');
  await client.query('commit');
}

/** Generates sales. In the next four months, 3 % of nights are sold out and one in six is partly sold. */
async function generateSales(client: pg.PoolClient): Promise<void> {
  await client.query(
    `insert into night_counters (ledger_id, hotel_id, room_type_id, day, booked, held)
     select 1, hotel_id, room_type_id, day, case when x < 30 then allotment - blocked else 1 + x % 3 end, 0
     from nights,
       lateral (select hashint8(hashtext(room_type_id::text)::bigint + (day - date '1970-01-01')) & 1023 as x) dice
     where x < 200 and day < current_date + 120`,
  );
}

/** Generates prices for single days. One plan in ten costs a quarter more on Thursdays and Fridays, for half a year. */
async function generateWeekendPrices(client: pg.PoolClient): Promise<void> {
  await client.query(
    `insert into day_prices (hotel_id, rate_plan_id, day, single_price, double_price, extra_adult_price, child_price)
     select hotel_id, id, day, single_price * 5 / 4, double_price * 5 / 4, extra_adult_price, child_price
     from (select *, row_number() over (order by room_type_id, code) as k from rate_plans) p,
       (select current_date + n as day from generate_series(0, 181) n) days
     where k % 10 = 0 and extract(isodow from day) in (4, 5)`,
  );
}

async function generatePartner(client: pg.PoolClient, hotels: number): Promise<void> {
  await client.query(
    `with partner as (
       insert into clients (client_id, name, ledger_id, rate_limit_per_minute) values ($1, $1, 1, 100000) returning id)
     insert into contracts (client_id, hotel_id, commission_basis_points, valid_from)
     select partner.id, h.id, 1000 + 50 * (h.lock_number % 10), '2026-01-01'
     from partner, (select * from hotels order by lock_number limit $2) h`,
    [partnerName(hotels), hotels],
  );
}

export interface BookableStay {
  hotelId: string;
  roomTypeId: string;
  ratePlanId: string;
  checkIn: string;
  checkOut: string;
}

/**
 * Returns stays that can each be booked once. No two stays share a night of a room type, and none of the nights was
 * ever sold. A read of such a night therefore shows whether the only booking of the night is visible.
 */
export async function findBookableStays(
  pool: pg.Pool,
  nights: number,
  from: number,
  limit: number,
): Promise<BookableStay[]> {
  const result = await pool.query(
    `select p.hotel_id, p.room_type_id, p.id as rate_plan_id, t.check_in::text, t.check_out::text
     from (select (clock_timestamp() at time zone 'Asia/Baghdad')::date + $2::int + 10 * week as check_in,
         (clock_timestamp() at time zone 'Asia/Baghdad')::date + $2::int + 10 * week + $1::int as check_out, week
       from generate_series(0, 9) week) t
     cross join rate_plans p
     join hotels h on h.id = p.hotel_id and h.status = 'ACTIVE'
     where p.code = 'P1' and not exists (select from nights n where n.hotel_id = p.hotel_id
         and n.room_type_id = p.room_type_id and n.day between t.check_in and t.check_out
         and (n.stop_sell or n.closed_to_arrival or n.closed_to_departure or n.min_stay > 1))
       and not exists (select from night_counters c where c.hotel_id = p.hotel_id
         and c.room_type_id = p.room_type_id and c.day >= t.check_in and c.day < t.check_out)
     order by t.week, hashtext(p.id::text) limit $3`,
    [nights, from, limit],
  );
  return result.rows.map((row) => ({
    hotelId: row.hotel_id,
    roomTypeId: row.room_type_id,
    ratePlanId: row.rate_plan_id,
    checkIn: row.check_in,
    checkOut: row.check_out,
  }));
}

/** Returns the first rate plan of each of `limit` room types. */
export async function findPlans(
  pool: pg.Pool,
  limit: number,
): Promise<{ id: string; hotelId: string; roomTypeId: string }[]> {
  const plans = await pool.query(
    `select id, hotel_id as "hotelId", room_type_id as "roomTypeId" from rate_plans where code = 'P1' order by id limit $1`,
    [limit],
  );
  return plans.rows;
}
