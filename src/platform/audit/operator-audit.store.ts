import type { Queryable, Transaction } from '../db/pool.ts';

/**
 * One change by an operator. `before` is null for a new subject, and `after` is null for a removed subject. A change
 * never contains secrets.
 */
export interface OperatorChange {
  who: string;
  /** The command, such as `partner create`. */
  action: string;
  /** The id of a partner or a hotel, or the name of a setting. */
  subject: string;
  before: unknown;
  after: unknown;
}

export interface RecordedChange extends OperatorChange {
  id: string;
  at: Date;
}

/** Records changes in the audit. Call this function in the transaction that makes the changes. */
export async function recordOperatorChanges(tx: Transaction, changes: OperatorChange[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(
    `insert into operator_audit (who, action, subject, before, after)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[], $5::jsonb[])`,
    [
      changes.map((change) => change.who),
      changes.map((change) => change.action),
      changes.map((change) => change.subject),
      changes.map((change) => jsonOrNull(change.before)),
      changes.map((change) => jsonOrNull(change.after)),
    ],
  );
}

function jsonOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

export interface AuditQuery {
  subject: string | null;
  who: string | null;
  since: Date | null;
  limit: number;
}

/**
 * Returns changes from the audit, newest first. To find the changes of a person at a hotel, pass the person's current
 * e-mail address. The result shows these people with their current names and e-mail addresses.
 */
export async function readOperatorChanges(
  database: Queryable,
  { subject, who, since, limit }: AuditQuery,
): Promise<RecordedChange[]> {
  const result = await database.query<RecordedChange>(
    `select a.id, a.at, coalesce(translate(p.name, '<>@', '') || ' <' || p.email || '>', a.who) as who, a.action, a.subject,
       a.before, a.after
     from operator_audit a
     left join staff p on p.id = case when a.who ~ '^staff [0-9a-f-]{36}$' then substr(a.who, 7)::uuid end
     where ($1::text is null or a.subject = $1) and ($2::text is null or a.who = $2 or p.email = lower($2))
       and ($3::timestamptz is null or a.at >= $3)
     order by a.at desc, a.id desc limit $4`,
    [subject, who, since, limit],
  );
  return result.rows;
}
