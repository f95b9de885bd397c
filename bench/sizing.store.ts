import type pg from 'pg';

/** Returns the size of the database with tables, indexes and everything else, in bytes. */
export async function bytesOfDatabase(pool: pg.Pool): Promise<number> {
  const result = await pool.query('select pg_database_size(current_database())::float8 as bytes');
  return result.rows[0].bytes;
}

/** Returns how much WAL the server has written since it was created, in bytes. */
export async function walPosition(pool: pg.Pool): Promise<number> {
  const result = await pool.query("select (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 as bytes");
  return result.rows[0].bytes;
}

/** Returns the number of bookings in the whole database. */
export async function countBookings(pool: pg.Pool): Promise<number> {
  const result = await pool.query('select count(*)::int as bookings from bookings');
  return result.rows[0].bookings;
}
