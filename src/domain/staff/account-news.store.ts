// Reads changes of accounts that a manager has not seen.

import type { StaffId } from '../../kernel/ids.ts';
import type { Queryable } from '../../platform/db/pool.ts';
import type { PageAuditRow } from './audit-author.ts';
import { AUDIT_ROWS } from './page-audit.store.ts';

/**
 * The actions that the other managers of a hotel are told about. Each action gives or removes an account, or makes it
 * easier to take over.
 */
const TOLD = ['staff invite', 'staff suspend', 'staff resume', 'staff delete', 'codes agree', 'totp off'];
const NEWS_LIMIT = 20;

/**
 * Actions of others that this manager has not seen, newest first. If there are more than the limit, only the oldest are
 * returned. One number stores what was seen, so otherwise somebody could hide an entry behind many later entries.
 * Entries become visible in the order of their numbers, because they are written while the page is locked.
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
