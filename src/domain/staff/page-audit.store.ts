// The audit that managers read, and refusals that are stored in it.

import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import type { AuditKind, PageAuditRow } from './audit-author.ts';

export interface RefusalEntry {
  who: string;
  action: string;
  subject: string;
  after: unknown;
}

/** The same refusal is stored once in this time, and a hotel gets at most REFUSALS_LIMIT of all kinds. */
const REFUSALS_SECONDS = 60;
export const REFUSALS_LIMIT = 30;
const KEPT_DAYS = 90;
/** What happens every day. The index operator_audit_daily has the same words. */
const DAILY = "('sign-in', 'sign-out', 'session end', 'voucher used again')";

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

/** Stores once per voucher, person and hour that a used voucher was scanned: one person could fill the view of managers. */
export async function insertUsedVoucher(
  tx: Transaction,
  { who, subject, after }: { who: string; subject: string; after: { voucher_id: string } },
): Promise<void> {
  // Two scans at once wait for each other, and the second one sees the first.
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

/** A person who was deleted has the name that the deletion has stored. */
export const AUDIT_ROWS = `select a.id, a.at, a.who, a.action, a.subject, a.before, a.after,
    coalesce(p.name, gone.before ->> 'name') as name, coalesce(p.email, gone.before ->> 'email') as email
  from operator_audit a
  left join staff p on p.id = case when a.who ~ '^staff [0-9a-f-]{36}$' then substr(a.who, 7)::uuid end
  left join lateral (select d.before from operator_audit d where p.id is null and a.who like 'staff %'
    and d.subject = a.subject and d.action = 'staff delete' and d.before ->> 'id' = substr(a.who, 7) limit 1) gone on true`;

/** The entries about a hotel, the newest first. `before` is the id of the last one that was read. */
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

/** What was refused and what happens every day. Changes that people made are kept. */
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
