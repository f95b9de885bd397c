import type pg from 'pg';

export interface Backend {
  processId: number;
  /** 'desk' runs batches. 'server' is a PostgreSQL process without a client. */
  kind: 'desk' | 'other client' | 'server';
}

/** Returns the PostgreSQL processes that work for this database or for all databases. */
export async function findBackends(pool: pg.Pool): Promise<Backend[]> {
  const result = await pool.query(
    `select pid as "processId", case when backend_type <> 'client backend' then 'server'
       when application_name like 'ihc-desk-%' then 'desk' else 'other client' end as kind
     from pg_stat_activity where pid <> pg_backend_pid() and (datname = current_database() or datname is null)`,
  );
  return result.rows;
}

/**
 * Returns the state and the statement of the busiest connection of the desk. Returns null if no connection of the desk
 * is in a transaction.
 */
export async function sampleDesk(pool: pg.Pool): Promise<{ state: string; query: string } | null> {
  const result = await pool.query(
    `select state, query from pg_stat_activity where datname = current_database() and application_name like 'ihc-desk-%'
       and xact_start is not null and query !~ 'desk_heartbeat' order by state, xact_start limit 1`,
  );
  return result.rows[0] ?? null;
}

export async function countBatches(pool: pg.Pool): Promise<number> {
  const result = await pool.query('select count(*)::int as batches from desk_batches');
  return result.rows[0].batches;
}
