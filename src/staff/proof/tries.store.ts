import type { Transaction } from '../../db/pool.ts';
import { TRIES_KEPT_HOURS, type TriesEntry } from './tries.ts';

/** Locks the entries in one order. Those that do not exist are created first: two first tries wait for each other too. */
export async function lockTries(tx: Transaction, subjects: string[], now: Date): Promise<TriesEntry[]> {
  await tx.query(
    `insert into sign_in_failures (subject, count, last_at, next_at)
     select subject, 0, $2, $2 from unnest($1::text[]) as s(subject) order by subject on conflict (subject) do nothing`,
    [subjects, now],
  );
  const result = await tx.query<TriesEntry>(
    `select subject, count, last_at as "lastAt", next_at as "nextAt" from sign_in_failures
     where subject = any($1) order by subject for update`,
    [subjects],
  );
  return result.rows;
}

export async function writeTries(tx: Transaction, entries: TriesEntry[]): Promise<void> {
  await tx.query(
    `update sign_in_failures f set count = e.count, last_at = e.last_at, next_at = e.next_at
     from unnest($1::text[], $2::int[], $3::timestamptz[], $4::timestamptz[]) as e(subject, count, last_at, next_at)
     where f.subject = e.subject`,
    [
      entries.map(({ subject }) => subject),
      entries.map(({ count }) => count),
      entries.map(({ lastAt }) => lastAt),
      entries.map(({ nextAt }) => nextAt),
    ],
  );
}

/** A try was right after all. `forgotten` subjects begin again from zero. */
export async function takeBackTries(tx: Transaction, subjects: string[], forgotten: string[]): Promise<void> {
  await tx.query(
    `with locked as (select subject from sign_in_failures where subject = any($1) order by subject for update)
     update sign_in_failures f set next_at = 'epoch',
       count = case when f.subject = any($2) then 0 else greatest(f.count - 1, 0) end
     from locked where f.subject = locked.subject`,
    [subjects, forgotten],
  );
}

/** One that has to wait is never as old as this. */
export async function pruneTries(tx: Transaction, limit: number, now: Date): Promise<number> {
  const result = await tx.query(
    `delete from sign_in_failures where subject in (
       select subject from sign_in_failures where last_at <= $2::timestamptz - make_interval(hours => ${TRIES_KEPT_HOURS})
       order by subject limit $1 for update skip locked)`,
    [limit, now],
  );
  return result.rowCount ?? 0;
}
