// Reads from the database the numbers that `ihc status` shows.

import type { Queryable } from '../platform/db/pool.ts';

export interface LedgerFacts {
  liveHolds: number;
  /** Holds that have expired and that housekeeping has not ended yet. */
  dueHolds: number;
  bookingsSince: number;
}

/**
 * Counts holds, and bookings since a time. The query counts bookings client by client, because the index on the
 * creation time of bookings has the client as its first column.
 */
export async function readLedgerFacts(database: Queryable, since: Date): Promise<LedgerFacts> {
  const result = await database.query<LedgerFacts>(
    `select count(*) filter (where expires_at > clock_timestamp())::int as "liveHolds",
       count(*) filter (where expires_at <= clock_timestamp())::int as "dueHolds",
       (select count(*)::int from clients c join lateral
         (select from bookings b where b.client_id = c.id and b.created_at >= $1) b on true) as "bookingsSince"
     from holds where status = 'ACTIVE'`,
    [since],
  );
  return result.rows[0]!;
}

export interface BatchFacts {
  open: number;
  /**
   * The time of the last commit. The time is null when the desk has committed no batch in the last hour, because older
   * markers are deleted.
   */
  lastCommittedAt: Date | null;
}

export async function readBatchFacts(database: Queryable): Promise<BatchFacts> {
  const result = await database.query<BatchFacts>(
    `select (select count(*)::int from pg_stat_activity where datname = current_database()
         and application_name like 'ihc-desk-%' and xact_start is not null) as open,
       (select max(committed_at) from desk_batches) as "lastCommittedAt"`,
  );
  return result.rows[0]!;
}

/** Returns the size of the database in bytes. */
export async function readDatabaseSize(database: Queryable): Promise<number> {
  const result = await database.query('select pg_database_size(current_database())::float8 as size');
  return result.rows[0].size;
}
