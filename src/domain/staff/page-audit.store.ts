// Reads the audit for managers, and stores refusals in the audit.

import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import type { AuditKind, PageAuditRow } from './audit-author.ts';

export interface RefusalEntry {
  who: string;
  action: string;
  subject: string;
  after: unknown;
}

/**
 * The length of a period in seconds. Within a period, the same refusal is stored only once, and at most REFUSALS_LIMIT
 * refusals of all kinds are stored per hotel.
 */
const REFUSALS_SECONDS = 60;
export const REFUSALS_LIMIT = 30;
const KEPT_DAYS = 90;
/** Actions that happen every day. The index operator_audit_daily must contain the same list. */
const DAILY = "('sign-in', 'sign-out', 'session end', 'voucher used again')";

/**
 * Stores a refusal, unless the limit for the last period is reached. Without a limit, an attack could fill the disk.
 * Requests that run at the same time may exceed the limit, but only by the number of database connections. Returns
 * false when the refusal is not stored.
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
 * Records that somebody scanned the voucher of a guest who has already checked in, or of a cancelled booking. Such a
 * scan is recorded at most once per voucher, person and hour, so that one person cannot fill the audit.
 */
export async function insertUsedVoucher(
  tx: Transaction,
  { who, subject, after }: { who: string; subject: string; after: { voucher_id: string } },
): Promise<void> {
  // If two scans arrive at the same time, the lock makes the second scan wait until the first scan has stored its
  // entry.
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
 * Selects audit entries with the names of their authors. If the author's account was deleted, the name comes from the
 * audit entry about the deletion.
 */
export const AUDIT_ROWS = `select a.id, a.at, a.who, a.action, a.subject, a.before, a.after,
    coalesce(p.name, gone.before ->> 'name') as name, coalesce(p.email, gone.before ->> 'email') as email
  from operator_audit a
  left join staff p on p.id = case when a.who ~ '^staff [0-9a-f-]{36}$' then substr(a.who, 7)::uuid end
  left join lateral (select d.before from operator_audit d where p.id is null and a.who like 'staff %'
    and d.subject = a.subject and d.action = 'staff delete' and d.before ->> 'id' = substr(a.who, 7) limit 1) gone on true`;

/** Reads the entries about a hotel, newest first. `before` is the id of the last entry of the previous page. */
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

/** Deletes old refusals and old daily actions. Entries about changes that people made are never deleted. */
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
