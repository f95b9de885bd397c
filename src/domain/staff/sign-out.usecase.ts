// A person signs out, or ends another session.

import type { Queries } from '../../context.ts';
import { accept, type Outcome } from '../../kernel/refusal.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { type PageFailure, refusePage } from './page-refusal.ts';
import type { SignedIn } from './person.ts';
import { recordPageChange, recordPageRefusal } from './record-page-refusal.usecase.ts';
import { deleteSessionOf, findSessionOwner } from './sessions.store.ts';

export async function signOut(context: Queries, person: SignedIn): Promise<Outcome<null, PageFailure>> {
  await inTransaction(context.pool, 'read committed', async (tx) => {
    await deleteSessionOf(tx, person.staffId, person.sessionId);
    await recordPageChange(context, tx, person, 'sign-out', null, null);
  });
  return accept(null);
}

/** Ends one of the person's sessions, for example the session on a lost phone. */
export async function endOwnSession(
  context: Queries,
  person: SignedIn,
  address: string,
  sessionId: string,
): Promise<Outcome<null, PageFailure>> {
  const isEnded = await inTransaction(context.pool, 'read committed', async (tx) => {
    if (!(await deleteSessionOf(tx, person.staffId, sessionId))) return false;
    await recordPageChange(context, tx, person, 'session end', { session: sessionId }, null);
    return true;
  });
  if (isEnded) return accept(null);
  if ((await findSessionOwner(context.pool, sessionId)) !== null)
    await recordPageRefusal(
      context,
      'session of another person',
      { address, person },
      { session: sessionId },
    );
  return refusePage('SESSION_NOT_FOUND', 'you have no such session');
}
