import type pg from 'pg';
import { patiently } from '../src/platform/db/pool.ts';

/** Deletes all bookings and their related rows, so that each measurement starts from the same empty ledger. */
export async function emptyLedger(pool: pg.Pool): Promise<void> {
  await pool.query(
    `truncate bookings, guests, booking_audit, events, event_numbers, vouchers, idempotency_records, night_counters, changes,
       desk_batches, holds, quotes`,
  );
  await checkpoint(pool);
}

/** Writes everything to disk now, so that PostgreSQL does not do it during the next measurement. */
export async function checkpoint(pool: pg.Pool): Promise<void> {
  await pool.query('checkpoint');
}

/** Generates `count` bookings of three nights, with all their related rows and the night counters. */
export async function generateBookings(pool: pg.Pool, count: number): Promise<void> {
  const connection = await pool.connect();
  const client = patiently(connection);
  try {
    await client.query('set statement_timeout = 0');
    const plans = await client.query('select count(*)::int as count from rate_plans');
    await client.query(
      `create temp table made as
       select gen_random_uuid() as id, n, p.hotel_id, p.room_type_id, p.id as rate_plan_id, p.currency, p.double_price,
         (clock_timestamp() at time zone 'Asia/Baghdad')::date + (n % 300)::int as check_in,
         'IHC-2026-' || translate(lpad(upper(to_hex(n)), 6, '0'), '01', 'GH') as voucher_id,
         (select id from clients where contract_holder_id is not null order by client_id limit 1) as client_id
       from generate_series(1, $1::int) n
       join (select row_number() over (order by id) - 1 as k, * from rate_plans) p on p.k = n % $2::int`,
      [count, plans.rows[0].count],
    );
    // Use the real prices of each night, because the verification checks them.
    await client.query(
      `create temp table priced as
       select m.id, sum(a.amount)::int8 as subtotal, jsonb_agg(jsonb_build_object('day', m.check_in - date '1970-01-01' + d,
         'amount', a.amount, 'pricedAt', (extract(epoch from clock_timestamp()) * 1000)::int8,
         'rooms', jsonb_build_array(jsonb_build_object('adults', 2, 'children', 0, 'amount', a.amount))) order by d) as nightly
       from made m cross join generate_series(0, 2) d
       left join day_prices p on p.rate_plan_id = m.rate_plan_id and p.day = m.check_in + d
       cross join lateral (select coalesce(p.double_price, m.double_price) as amount) a group by m.id`,
    );
    await client.query(
      `insert into bookings (ledger_id, hotel_id, id, voucher_id, client_id, room_type_id, rate_plan_id, status, check_in, check_out,
         rooms_count, adults, children, currency, subtotal, total, price, cancellation, payment, revision, created_at, updated_at)
       select 1, hotel_id, id, voucher_id, client_id, room_type_id, rate_plan_id, 'CONFIRMED', check_in, check_in + 3, 1, 2, 0,
         currency, subtotal, subtotal + tax + service, jsonb_build_object('currency', currency, 'subtotal', subtotal, 'tax', tax,
           'serviceCharge', service, 'total', subtotal + tax + service, 'exchange', null, 'nightly', nightly),
         '{}', '{"collectedBy": "PARTNER", "dueAtHotel": 0}', 1, now(), now()
       from made join priced using (id)
       cross join lateral (select (subtotal * 500 + 5000) / 10000 as tax, (subtotal * 1000 + 5000) / 10000 as service) c`,
    );
    await client.query('insert into vouchers select voucher_id, id, 1, hotel_id from made');
    await client.query(
      "insert into guests select 1, hotel_id, id, 1, 'Guest ' || n, '+9647701234567', null, true from made",
    );
    await client.query(
      "insert into booking_audit select 1, hotel_id, id, 1, now(), 'bench', 'CREATED', '{}' from made",
    );
    await client.query(
      `insert into events (ledger_id, hotel_id, number, at, kind, client_id, booking_id, revision, nights, last_night, booking)
       select 1, m.hotel_id, row_number() over (partition by m.hotel_id order by m.n), b.created_at, 'booking.confirmed',
         m.client_id, m.id, 1, jsonb_build_array(jsonb_build_array(m.room_type_id, m.check_in - date '1970-01-01',
           m.check_in + 2 - date '1970-01-01', 1)), m.check_in + 2, row_to_json(b)
       from made m join bookings b on b.id = m.id`,
    );
    await client.query(
      'insert into event_numbers select 1, hotel_id, count(*)::int from made group by hotel_id',
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
    connection.release(true);
  }
}
