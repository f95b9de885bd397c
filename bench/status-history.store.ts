import type { Queryable } from '../src/platform/db/pool.ts';

/** 90 days of history as the given text, and the most minutes that are kept: one and a third days. */
export async function fillStatus(
  database: Queryable,
  components: readonly string[],
  day: string,
): Promise<void> {
  await database.query('truncate status_days, status_minutes');
  await database.query(
    `insert into status_days select current_date - day, component, $2
     from generate_series(1, 90) day, unnest($1::text[]) component`,
    [components, day],
  );
  await database.query(
    `insert into status_minutes select date_trunc('minute', now()) - minute * interval '1 minute', component,
       24, case when minute % 10 = 0 then 12 else 0 end, 0, 100000, 12, 5
     from generate_series(1, 1830) minute, unnest($1::text[]) component`,
    [components],
  );
  await database.query('analyze status_minutes, status_days');
}

/** In bytes, with indexes. */
export async function statusSizes(database: Queryable): Promise<{ minutes: number; days: number }> {
  const result = await database.query(
    `select pg_total_relation_size('status_minutes')::int as minutes, pg_total_relation_size('status_days')::int as days`,
  );
  return result.rows[0];
}
