// Reads the audit for managers, and stores refusals in it.

import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import type { AuditKind, PageAuditRow } from './audit-author.ts';

export interface RefusalEntry {
  who: string;
  action: string;
  subject: string;
  after: unknown;
}

/**
 * In this time the same refusal is stored only once, and at most REFUSALS_LIMIT refusals of all kinds are stored per
 * hotel.
 */
const REFUSALS_SECONDS = 60;
export const REFUSALS_LIMIT = 30;
const KEPT_DAYS = 90;
/** Actions that happen every day. The index operator_audit_daily contains the same list. */
const DAILY = "('sign-in', 'sign-out', 'session end', 'voucher used again')";

/**
 * Stores a refusal, unless enough were stored in the last minute, because an attack must not fill the disk. Requests at
 * the same instant may each store a refusal. The connections of the pools bound their number. Returns false when the
 * refusal is not stored.
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

/**
 * Stores that a used voucher was scanned, once per voucher, person and hour. Otherwise one person could fill the audit
 * that managers read.
 */
export async function insertUsedVoucher(
  tx: Transaction,
  { who, subject, after }: { who: string; subject: string; after: { voucher_id: string } },
): Promise<void> {
  // Two scans at once wait for each other, so the second scan finds the entry of the first.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${who} ${after.voucher_id}`]);
  await tx.query(
    `insert into operator_audit (who, action, subject, after)
     select $1, 'voucher used again', $2, $3::jsonb
     where not exists (select from operator_audit where subject = $2 and who = $1 and action = 'voucher used again'
       and at > clock_timestamp() - interval '1 hour' and after ->> 'voucher_id' = $4)`,
    [who, subject, JSON.stringify(after), after.voucher_id],
  );
}

const KIND_OF = `case
  when a.action like 'refused %' or a.action = 'voucher used again' then 'REFUSED'
  when a.action in ('sign-in', 'sign-out', 'session end') then 'SIGN_INS'
  when a.action ~ '^(staff|codes|totp|invitation|password) ' then 'ACCOUNTS'
  else 'ROOMS' end`;

/**
 * Selects audit entries with the names of people. For a deleted person, the name comes from the entry of the deletion.
 */
export const AUDIT_ROWS = `select a.id, a.at, a.who, a.action, a.subject, a.before, a.after,
    coalesce(p.name, gone.before ->> 'name') as name, coalesce(p.email, gone.before ->> 'email') as email
  from operator_audit a
  left join staff p on p.id = case when a.who ~ '^staff [0-9a-f-]{36}$' then substr(a.who, 7)::uuid end
  left join lateral (select d.before from operator_audit d where p.id is null and a.who like 'staff %'
    and d.subject = a.subject and d.action = 'staff delete' and d.before ->> 'id' = substr(a.who, 7) limit 1) gone on true`;

/** The entries about a hotel, newest first. `before` is the id of the last entry that was read. */
export async function readPageAudit(
  database: Queryable,
  {
    subject,
    kind,
    before,
    limit,
  }: { subject: string; kind: AuditKind | null; before: number | null; limit: number },
): Promise<PageAuditRow[]> {
  const result = await database.query<PageAuditRow>(
    `${AUDIT_ROWS} where a.subject = $1 and ($2::text is null or ${KIND_OF} = $2)
       and ($3::bigint is null or (a.at, a.id) < (select b.at, b.id from operator_audit b where b.id = $3))
     order by a.at desc, a.id desc limit $4`,
    [subject, kind, before, limit],
  );
  return result.rows;
}

/** Deletes old refusals and daily actions. Changes that people made are kept. */
export async function pruneRefusals(tx: Transaction, limit: number): Promise<number> {
  const old = `at < clock_timestamp() - make_interval(days => ${KEPT_DAYS})`;
  const result = await tx.query(
    `delete from operator_audit where id in (
       (select id from operator_audit where action like 'refused %' and ${old} limit $1)
       union all (select id from operator_audit where action in ${DAILY} and ${old} limit $1))`,
    [limit],
  );
  return result.rowCount ?? 0;
}
