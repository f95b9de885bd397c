import { type Day, formatDay, nextDay } from '../../kernel/day.ts';
import type { RatePlanId } from '../../kernel/ids.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import { PACKED_PLAN_DAY, type PlanDay, planDayOf, UNRESTRICTED } from './plan-day.ts';

/**
 * Reads the restrictions of plans on all days from `first` to `last`, both included. Each key of the result consists of
 * the plan's id and the day.
 */
export async function readPlanDays(
  database: Queryable,
  wanted: { ratePlanId: RatePlanId; first: Day; last: Day }[],
): Promise<Map<string, PlanDay>> {
  const ranges = new Map<string, [string, string, string]>();
  const days = new Map<string, PlanDay>();
  for (const { ratePlanId, first, last } of wanted) {
    ranges.set(`${ratePlanId}/${first}/${last}`, [ratePlanId, formatDay(first), formatDay(last)]);
    for (let day = first; day <= last; day = nextDay(day)) days.set(`${ratePlanId}/${day}`, UNRESTRICTED);
  }
  if (ranges.size === 0) return days;
  const columns = [...ranges.values()];
  const result = await database.query<{ rate_plan_id: string; day: Day; packed: number }>({
    name: 'desk-plan-days',
    text: `select d.rate_plan_id, d.day - date '1970-01-01' as day, ${PACKED_PLAN_DAY} as packed
      from unnest($1::uuid[], $2::date[], $3::date[]) as k(plan, first, last)
      join plan_days d on d.rate_plan_id = k.plan and d.day >= k.first and d.day <= k.last`,
    values: [0, 1, 2].map((column) => columns.map((row) => row[column]!)),
  });
  for (const row of result.rows) days.set(`${row.rate_plan_id}/${row.day}`, planDayOf(row.packed));
  return days;
}

/** Deletes the restrictions of at most `limit` days before `before`. Returns the number of deleted rows. */
export async function prunePlanDays(tx: Transaction, limit: number, before: Day): Promise<number> {
  const result = await tx.query(
    `delete from plan_days where (rate_plan_id, day) in (
       select rate_plan_id, day from plan_days where day < $1 order by day limit $2)`,
    [formatDay(before), limit],
  );
  return result.rowCount ?? 0;
}
