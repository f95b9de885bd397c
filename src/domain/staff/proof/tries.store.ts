// Stores the number of wrong tries in the database.

import type { Queryable, Transaction } from '../../../platform/db/pool.ts';
import { TRIES_KEPT_HOURS, type TriesEntry } from './tries.ts';

interface TriesRow extends Omit<TriesEntry, 'accounts'> {
  accounts: string;
}

const ENTRIES = `select subject, count, last_at as "lastAt", next_at as "nextAt", accounts from sign_in_failures
  where subject = any($1)`;

/** Reads the entries of these subjects without a lock, and creates no entry. */
export async function readTries(database: Queryable, subjects: string[]): Promise<TriesEntry[]> {
  const result = await database.query<TriesRow>(ENTRIES, [subjects]);
  return result.rows.map(entryOf);
}

/**
 * Locks the entries in a fixed order. Missing entries are created first. Two tries at the same time therefore run one
 * after the other, even if their subject has no entry yet.
 */
export async function lockTries(tx: Transaction, subjects: string[], now: Date): Promise<TriesEntry[]> {
  await tx.query(
    `insert into sign_in_failures (subject, count, last_at, next_at)
     select subject, 0, $2, $2 from unnest($1::text[]) as s(subject) order by subject on conflict (subject) do nothing`,
    [subjects, now],
  );
  const result = await tx.query<TriesRow>(`${ENTRIES} order by subject for update`, [subjects]);
  return result.rows.map(entryOf);
}

function entryOf({ accounts, ...row }: TriesRow): TriesEntry {
  return { ...row, accounts: accounts === '' ? [] : accounts.split(' ') };
}

/** Deletes the empty entries that `lockTries` has created for a refused try. */
export async function deleteEmptyTries(tx: Transaction, subjects: string[]): Promise<void> {
  await tx.query("delete from sign_in_failures where subject = any($1) and count = 0 and accounts = ''", [
    subjects,
  ]);
}

export async function writeTries(tx: Transaction, entries: TriesEntry[]): Promise<void> {
  await tx.query(
    `update sign_in_failures f set count = e.count, last_at = e.last_at, next_at = e.next_at, accounts = e.accounts
     from unnest($1::text[], $2::int[], $3::timestamptz[], $4::timestamptz[], $5::text[])
       as e(subject, count, last_at, next_at, accounts)
     where f.subject = e.subject`,
    [
      entries.map(({ subject }) => subject),
      entries.map(({ count }) => count),
      entries.map(({ lastAt }) => lastAt),
      entries.map(({ nextAt }) => nextAt),
      entries.map(({ accounts }) => accounts.join(' ')),
    ],
  );
}

/**
 * Removes a try from the count of each subject, because the try was not wrong. If `isForgotten` is true, the counts
 * become zero. Also removes the account from the entry of the network address.
 */
export async function takeBackTries(
  tx: Transaction,
  subjects: string[],
  account: string | null,
  isForgotten: boolean,
): Promise<void> {
  await tx.query(
    `with locked as (select subject from sign_in_failures where subject = any($1) order by subject for update)
     update sign_in_failures f set next_at = 'epoch', count = case when $3 then 0 else greatest(f.count - 1, 0) end,
       accounts = trim(replace(' ' || f.accounts || ' ', ' ' || coalesce($2, '') || ' ', ' '))
     from locked where f.subject = locked.subject`,
    [subjects, account, isForgotten],
  );
}

/**
 * Deletes old entries. No wait is lost, because every wait is much shorter than the age at which an entry is deleted.
 */
export async function pruneTries(tx: Transaction, limit: number, now: Date): Promise<number> {
  const result = await tx.query(
    `delete from sign_in_failures where subject in (
       select subject from sign_in_failures where last_at <= $2::timestamptz - make_interval(hours => ${TRIES_KEPT_HOURS})
       order by subject limit $1 for update skip locked)`,
    [limit, now],
  );
  return result.rowCount ?? 0;
}
