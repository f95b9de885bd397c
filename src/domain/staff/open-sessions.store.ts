import type { Queryable } from '../../platform/db/pool.ts';
import { SESSION_DAYS } from './person.ts';
import { IDLE_HOURS } from './sessions.store.ts';

/**
 * Selects the sessions that are valid at `now`. This query does not set the time of the last use, because a page may be
 * open although nobody uses it.
 */
export async function selectValidSessions(
  database: Queryable,
  sessionIds: string[],
  now: Date,
): Promise<Set<string>> {
  const result = await database.query<{ id: string }>({
    name: 'staff-valid-sessions',
    text: `select s.id from staff_sessions s join staff p on p.id = s.staff_id
      where s.id = any($1::uuid[]) and p.suspended_at is null
        and s.used_at > $2::timestamptz - make_interval(hours => ${IDLE_HOURS})
        and s.created_at > $2::timestamptz - make_interval(days => ${SESSION_DAYS})`,
    values: [sessionIds, now],
  });
  return new Set(result.rows.map(({ id }) => id));
}
