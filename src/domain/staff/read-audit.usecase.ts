// Managers read the audit of their hotel.

import type { Context, Queries } from '../../context.ts';
import { staffWho } from '../../platform/audit/staff-who.ts';
import { markNewsSeen, readAccountNews } from './account-news.store.ts';
import type { AuditKind, PageAuditRow } from './audit-author.ts';
import { readPageAudit } from './page-audit.store.ts';
import type { SignedIn } from './person.ts';
import { publicIdOf } from './record-page-refusal.usecase.ts';

const ROWS_OF_PAGE = 50;

export interface AuditRows {
  rows: PageAuditRow[];
  hasMore: boolean;
}

/**
 * Reads one page of the audit of a manager's hotel, newest entries first. If `kind` is null, entries of every kind are
 * read. If `before` is null, the first page is read.
 */
export async function readAudit(
  context: Queries,
  { hotelId }: SignedIn,
  kind: AuditKind | null,
  before: number | null,
): Promise<AuditRows> {
  const subject = publicIdOf(context, hotelId);
  // Read one entry more than a page shows, to know whether there is a next page.
  const found = await readPageAudit(context.pool, { subject, kind, before, limit: ROWS_OF_PAGE + 1 });
  return { rows: found.slice(0, ROWS_OF_PAGE), hasMore: found.length > ROWS_OF_PAGE };
}

/** Reads the account changes that others made and that this manager has not seen. */
export function readNews(context: Queries, { staffId, hotelId }: SignedIn): Promise<PageAuditRow[]> {
  const subject = publicIdOf(context, hotelId);
  return readAccountNews(context.pool, { staffId, who: staffWho(staffId), subject });
}

export function seeNews({ pool }: Pick<Context, 'pool'>, { staffId }: SignedIn, last: number): Promise<void> {
  return markNewsSeen(pool, staffId, last);
}
