import type { Staffing } from '../../context.ts';
import { accept, type Outcome } from '../../kernel/refusal.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { type BegunSession, beginSession, type Visitor } from './begin-session.usecase.ts';
import { takeLink } from './links.store.ts';
import { type PageFailure, refusePage } from './page-refusal.ts';
import { linkTrier } from './proof/tries.ts';
import { beginTry, takeBack } from './proof/try.usecase.ts';
import { recordPageRefusal } from './record-page-refusal.usecase.ts';
import { hashToken } from './tokens.ts';

/**
 * Signs in with a link that the sandbox console made, and returns the token of the session. Only sandboxes have such
 * links. The audit does not record this sign-in, because a tester's program could open the page again and again and
 * fill the audit.
 */
export async function enterByLink(
  context: Staffing,
  token: string,
  visitor: Visitor,
): Promise<Outcome<BegunSession, PageFailure>> {
  const by = { address: visitor.address, person: null };
  const tried = await beginTry(context, linkTrier(visitor.address, token));
  if (!tried.ok) return tried;
  const session = await inTransaction(context.pool, 'read committed', async (tx) => {
    const staffId = await takeLink(tx, hashToken(token), 'ENTRY', context.now());
    if (staffId === null) return null;
    await takeBack(tx, tried.value);
    return beginSession(context, tx, staffId, visitor);
  });
  if (session !== null) return accept({ token: session, device: null });
  await recordPageRefusal(context, 'link', by);
  return refusePage('LINK_NOT_VALID', 'this link is not valid any more: make a new one in the console');
}
