// Reads the account changes that a manager has not seen.

import type { StaffId } from '../../kernel/ids.ts';
import type { Queryable } from '../../platform/db/pool.ts';
import type { PageAuditRow } from './audit-author.ts';
import { AUDIT_ROWS } from './page-audit.store.ts';

/**
 * The service notifies the other managers of a hotel of these actions. Each action creates or removes access to an
 * account, or makes the account easier to take over.
 */
const TOLD = ['staff invite', 'staff suspend', 'staff resume', 'staff delete', 'codes agree', 'totp off'];
const NEWS_LIMIT = 20;

/**
 * Reads the actions of others that this manager has not seen, newest first. If there are more than NEWS_LIMIT actions,
 * only the oldest of them are returned. If the newest were returned, `news_seen` would also mark the older actions as
 * seen, and somebody could hide an action behind many later actions. Every writer holds the lock of `lockPage`, so the
 * entries become visible in the order of their numbers.
 */
export async function readAccountNews(
  database: Queryable,
  { staffId, who, subject }: { staffId: StaffId; who: string; subject: string },
): Promise<PageAuditRow[]> {
  const result = await database.query<PageAuditRow>(
    `${AUDIT_ROWS} join staff self on self.id = $1
     where a.subject = $3 and a.at >= self.created_at and a.action = any($4) and a.who <> $2
       and a.id > coalesce(self.news_seen, 0)
     order by a.id limit ${NEWS_LIMIT}`,
    [staffId, who, subject, TOLD],
  );
  return result.rows.reverse();
}

export async function markNewsSeen(database: Queryable, staffId: StaffId, last: number): Promise<void> {
  await database.query(
    `update staff set news_seen = greatest(news_seen, least($2, (select max(id) from operator_audit))) where id = $1`,
    [staffId, last],
  );
}
