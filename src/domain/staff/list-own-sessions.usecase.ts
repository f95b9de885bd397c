import type { Context } from '../../context.ts';
import type { SignedIn } from './person.ts';
import { listSessions, type SessionRow } from './sessions.store.ts';

/** Lists the sessions of a person. The most recently used session comes first. */
export function listOwnSessions(
  { pool, now }: Pick<Context, 'pool' | 'now'>,
  { staffId }: SignedIn,
): Promise<SessionRow[]> {
  return listSessions(pool, staffId, now());
}
