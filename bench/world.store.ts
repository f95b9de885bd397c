import type pg from 'pg';

export interface WorldSize {
  hotels: number;
  roomTypesPerHotel: number;
  ratePlansPerRoomType: number;
  days: number;
  allotment: number;
}

const CITIES = ['Baghdad', 'Erbil', 'Karbala', 'Najaf', 'Basra', 'Sulaymaniyah', 'Duhok', 'Kirkuk'];

/** Fills a migrated production database with generated hotels and one partner who may book them all. */
export async function generateWorld(pool: pg.Pool, size: WorldSize): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(
      `insert into hotels (public_id, name_en, name_ar, name_ckb, star_rating, city, governorate, currency,
         descriptions, address, phone, latitude, longitude, policies)
       select format('HTL-%s-%s', 2000 + n / 10000, lpad((n % 10000)::text, 4, '0')), 'Hotel ' || n, 'فندق ' || n,
         'هۆتێل ' || n, 1 + n % 5, city, city, case when n % 3 = 0 then 'USD' else 'IQD' end,
         '{"en": "", "ar": "", "ckb": ""}', '{"en": "", "ar": ""}', '+9647700000000', 33, 44,
         '{"children": "", "payment": "", "pets": "", "cancellation": ""}'
       from generate_series(1, $1::int) n, lateral (select ($2::text[])[1 + n % 8] as city) c`,
      [size.hotels, CITIES],
    );
    await client.query(
      `insert into room_types (hotel_id, code, name_en, name_ar, max_occupancy, max_adults, max_children,
         bed_configuration, size_sqm, default_allotment)
       select id, 'R' || n, 'Room ' || n, 'غرفة ' || n, 4, 3, 2, '[{"type": "DOUBLE", "count": 1}]', 24, $2
       from hotels, generate_series(1, $1::int) n`,
      [size.roomTypesPerHotel, size.allotment],
    );
    await client.query(
      `insert into cancellation_policies (hotel_id, code, name_en, name_ar, rules, no_show_penalty)
       select id, 'FLEX', 'Flexible', 'مرنة',
         '[{"hours_before_check_in": 24, "penalty": {"type": "NIGHTS", "value": 1}}]', '{"type": "PERCENT", "value": 100}'
       from hotels`,
    );
    await client.query(
      `insert into rate_plans (hotel_id, room_type_id, code, name_en, name_ar, pricing_model, currency,
         single_price, double_price, extra_adult_price, child_price, cancellation_policy_id)
       select r.hotel_id, r.id, 'P' || n, 'Plan ' || n, 'خطة ' || n,
         (array['ROOM_ONLY', 'BED_AND_BREAKFAST', 'HALF_BOARD', 'FULL_BOARD'])[1 + n % 4], h.currency,
         p.price * 8 / 10, p.price, p.price * 3 / 10, p.price * 15 / 100, c.id
       from room_types r join hotels h on h.id = r.hotel_id join cancellation_policies c on c.hotel_id = h.id,
         generate_series(1, $1::int) n,
         lateral (select 10000 + 1000 * (n + h.lock_number % 7) as price) p`,
      [size.ratePlansPerRoomType],
    );
    await client.query(
      `insert into nights (hotel_id, room_type_id, day, allotment, blocked)
       select r.hotel_id, r.id, d.today + n, r.default_allotment, 0
       from room_types r, generate_series(0, $1::int - 1) n,
         (select (clock_timestamp() at time zone 'Asia/Baghdad')::date as today) d`,
      [size.days],
    );
    await client.query('insert into exchange_rates (as_of, iqd_for_a_usd) values (clock_timestamp(), 1310)');
    const partner = await client.query(
      `insert into clients (client_id, name, ledger_id, rate_limit_per_minute)
       values ('bench', 'Benchmark partner', 1, 100000) returning id`,
    );
    await client.query(
      `insert into contracts (client_id, hotel_id, commission_basis_points, valid_from)
       select $1, id, 1000, '2026-01-01' from hotels`,
      [partner.rows[0].id],
    );
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}

/** Bookings and everything they left, gone: each measurement starts from the same empty ledger. */
export async function emptyLedger(pool: pg.Pool): Promise<void> {
  await pool.query(
    `truncate bookings, guests, booking_audit, outbox, vouchers, idempotency_records, night_counters, changes, desk_batches,
       holds, quotes`,
  );
  await pool.query('checkpoint');
}

/** So many bookings of three nights with everything that belongs to them, their counters included. */
export async function generateBookings(pool: pg.Pool, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    const plans = await client.query('select count(*)::int as count from rate_plans');
    await client.query(
      `create temp table made as
       select gen_random_uuid() as id, n, p.hotel_id, p.room_type_id, p.id as rate_plan_id,
         (clock_timestamp() at time zone 'Asia/Baghdad')::date + (n % 300)::int as check_in,
         'IHC-2026-' || translate(lpad(upper(to_hex(n)), 6, '0'), '01', 'GH') as voucher_id,
         (select id from clients where client_id = 'bench-1') as client_id
       from generate_series(1, $1::int) n
       join (select row_number() over (order by id) - 1 as k, * from rate_plans) p on p.k = n % $2::int`,
      [count, plans.rows[0].count],
    );
    await client.query(
      `insert into bookings (ledger_id, hotel_id, id, voucher_id, client_id, room_type_id, rate_plan_id, status, check_in, check_out,
         rooms_count, adults, children, currency, subtotal, total, price, cancellation, payment, revision, created_at, updated_at)
       select 1, hotel_id, id, voucher_id, client_id, room_type_id, rate_plan_id, 'CONFIRMED', check_in, check_in + 3, 1, 2, 0, 'IQD',
         300000, 345000, jsonb_build_object('currency', 'IQD', 'subtotal', 300000, 'tax', 15000, 'serviceCharge', 30000, 'total', 345000,
           'nightly', (select jsonb_agg(jsonb_build_object('day', check_in - date '1970-01-01' + d, 'amount', 100000,
             'rooms', jsonb_build_array(jsonb_build_object('adults', 2, 'children', 0, 'amount', 100000)))) from generate_series(0, 2) d)),
         '{}', '{}', 1, now(), now() from made`,
    );
    await client.query('insert into vouchers select voucher_id, id, 1, hotel_id from made');
    await client.query(
      "insert into guests select 1, hotel_id, id, 1, 'Guest ' || n, '+9647701234567', null, true from made",
    );
    await client.query(
      "insert into booking_audit select 1, hotel_id, id, 1, now(), 'bench', 'CREATED', '{}' from made",
    );
    await client.query(
      `insert into idempotency_records select client_id, 'bookings', n::text, '\\x00', 200, '{}', 1, id, now() from made`,
    );
    await client.query(
      `insert into night_counters select 1, hotel_id, room_type_id, check_in + d, count(*), 0
       from made, generate_series(0, 2) d group by 2, 3, 4`,
    );
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}
