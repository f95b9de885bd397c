import type { Queryable, Transaction } from '../db/pool.ts';

export interface RefusalEntry {
  who: string;
  action: string;
  subject: string;
  after: unknown;
}

/** The same refusal is stored once in this time, and a hotel gets at most REFUSALS_LIMIT of all kinds. */
const REFUSALS_SECONDS = 60;
export const REFUSALS_LIMIT = 30;
const REFUSALS_KEPT_DAYS = 90;

/**
 * Stores a refusal, unless there were enough in the last minute: an attack must not fill the disk. Requests at the same
 * instant may each store one, which is bounded by the connections of the pools. False: not stored.
 */
export async function insertRefusal(
  database: Queryable,
  { who, action, subject, after }: RefusalEntry,
): Promise<boolean> {
  const result = await database.query({
    name: 'staff-insert-refusal',
    text: `with recent as (
        select who, action from operator_audit where subject = $3 and action like 'refused %'
          and at > clock_timestamp() - make_interval(secs => ${REFUSALS_SECONDS})
        limit ${REFUSALS_LIMIT}
      )
      insert into operator_audit (who, action, subject, after)
      select $1, $2, $3, $4::jsonb
      where (select count(*) from recent) < ${REFUSALS_LIMIT}
        and not exists (select from recent where who = $1 and action = $2)`,
    values: [who, action, subject, JSON.stringify(after)],
  });
  return result.rowCount === 1;
}

/** Changes that people made are kept. */
export async function pruneRefusals(tx: Transaction, limit: number): Promise<number> {
  const result = await tx.query(
    `delete from operator_audit where id in (
       select id from operator_audit
       where action like 'refused %' and at < clock_timestamp() - make_interval(days => ${REFUSALS_KEPT_DAYS})
       limit $1)`,
    [limit],
  );
  return result.rowCount ?? 0;
}
