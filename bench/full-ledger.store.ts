import type pg from 'pg';
import { patiently } from '../src/platform/db/pool.ts';

/** The other tables that a booking writes to. Each has one row per booking. */
const OTHER_TABLES = ['idempotency_records', 'vouchers', 'guests', 'booking_audit', 'events'];

/** The SQL expressions for the columns that differ between copies. The table `copies` has one row per copy. */
const DIFFERENT: Record<string, string> = {
  id: 'c.id',
  booking_id: 'c.id',
  key: 'c.id::text',
  voucher_id: 'c.voucher_id',
  client_id: 'c.client_id',
  hotel_id: 'c.hotel_id',
  room_type_id: 'c.room_type_id',
  rate_plan_id: 'c.rate_plan_id',
  check_in: 'c.check_in',
  check_out: 'c.check_in + 3',
  channel_reference: `'FULL-' || c.n`,
  // The number of the event.
  number: 'c.number',
  nights: `jsonb_build_array(jsonb_build_array(c.room_type_id, c.check_in - date '1970-01-01',
    c.check_in + 2 - date '1970-01-01', 1))`,
  last_night: 'c.check_in + 2',
};

/**
 * Copies the only booking of the ledger `count` times, over all rate plans and 300 days. The service has made this
 * booking, so the copies have rows of realistic size in every table.
 */
export async function fillLedger(pool: pg.Pool, count: number): Promise<void> {
  await onClient(pool, async (client) => {
    await client.query(
      `create table copies as
       select n, row_number() over (partition by p.hotel_id order by n) as number, gen_random_uuid() as id, p.hotel_id, p.room_type_id, p.id as rate_plan_id, k.id as client_id,
         (clock_timestamp() at time zone 'Asia/Baghdad')::date + (n % 300)::int as check_in,
         'IHC-2026-' || translate(lpad(upper(to_hex(n)), 6, '0'), '01', 'GH') as voucher_id
       from generate_series(1, $1::int) n
       join (select row_number() over (order by id) - 1 as at, * from rate_plans) p
         on p.at = n % (select count(*) from rate_plans)
       join (select row_number() over (order by id) - 1 as at, id from clients where contract_holder_id is not null) k
         on k.at = n % (select count(*) from clients where contract_holder_id is not null)`,
      [count],
    );
  });
  // The largest table is filled at the same time as the others, because there are at least two cores.
  const copyRows = (table: string) => onClient(pool, (client) => copyRow(client, table));
  await Promise.all([copyRows('bookings'), inTurn(await existing(pool, OTHER_TABLES), copyRows)]);
  await onClient(pool, async (client) => {
    await client.query('truncate night_counters');
    await client.query(
      `insert into night_counters (ledger_id, hotel_id, room_type_id, day, booked, held)
       select 1, hotel_id, room_type_id, check_in + d, count(*), 0 from copies, generate_series(0, 2) d group by 2, 3, 4`,
    );
    if ((await existing(pool, ['event_numbers'])).length > 0) {
      await client.query('truncate event_numbers');
      await client.query(
        'insert into event_numbers select 1, hotel_id, max(number) from copies group by hotel_id',
      );
    }
    await client.query('drop table copies');
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  });
}

/**
 * Fills a table with copies of its only row. The table is truncated in the transaction that fills it, so that
 * PostgreSQL writes no WAL for its rows (wal_level is minimal). Building an index after the insert costs much less than
 * maintaining it.
 */
async function copyRow(client: pg.ClientBase, table: string): Promise<void> {
  const columns = await client.query(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and attidentity = '' and attgenerated = ''`,
    [table],
  );
  const names: string[] = columns.rows.map(({ name }) => name);
  const indexes = await client.query(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition,
       k.conname as constraint, pg_get_constraintdef(k.oid) as rule
     from pg_index i left join pg_constraint k on k.conindid = i.indexrelid where i.indrelid = $1::regclass`,
    [table],
  );
  await client.query('begin');
  await client.query(`create temp table original on commit drop as select * from ${table} limit 1`);
  await client.query(`truncate ${table}`);
  for (const { name, constraint } of indexes.rows)
    await client.query(
      constraint === null ? `drop index ${name}` : `alter table ${table} drop constraint ${constraint}`,
    );
  await client.query(
    `insert into ${table} (${names.join()}) select ${names.map((name) => DIFFERENT[name] ?? `o.${name}`).join()}
     from original o, copies c`,
  );
  for (const { definition, constraint, rule } of indexes.rows)
    await client.query(
      constraint === null ? definition : `alter table ${table} add constraint ${constraint} ${rule}`,
    );
  await client.query('commit');
}

async function onClient(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<void>): Promise<void> {
  const connection = await pool.connect();
  const client = patiently(connection);
  try {
    await client.query('set statement_timeout = 0');
    await client.query(`set maintenance_work_mem = '256MB'`);
    // Turns off the triggers of the change feed. No node is running, and every node loads all rows when it starts.
    await client.query('set session_replication_role = replica');
    await work(client);
  } finally {
    connection.release(true);
  }
}

async function existing(pool: pg.Pool, tables: string[]): Promise<string[]> {
  const result = await pool.query(
    `select relname as name from pg_class where relkind = 'r' and relname = any($1)`,
    [tables],
  );
  return result.rows.map(({ name }) => name);
}

async function inTurn(tables: string[], work: (table: string) => Promise<void>): Promise<void> {
  for (const table of tables) await work(table);
}

/** Returns how much WAL the server has written, and how many bookings the database has. */
export async function readWritten(pool: pg.Pool): Promise<{ walBytes: number; bookings: number }> {
  const result = await pool.query(
    `select (pg_current_wal_lsn() - '0/0')::float8 as "walBytes", (select count(*)::int from bookings) as bookings`,
  );
  return result.rows[0];
}
