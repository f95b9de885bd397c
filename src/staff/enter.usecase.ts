import type { Context } from '../boot/context.ts';
import { inTransaction } from '../db/pool.ts';
import { accept } from '../kernel/refusal.ts';
import { beginSession, type Visitor } from './begin-session.usecase.ts';
import { takeLink } from './links.store.ts';
import { type PageOutcome, refusePage } from './page-refusal.ts';
import { hashToken } from './tokens.ts';

/** Signs in with a link of the console. Only sandboxes have such links. Returns the token of the session. */
export async function enterByLink(
  context: Context,
  token: string,
  visitor: Visitor,
): Promise<PageOutcome<string>> {
  return inTransaction(context.pool, 'read committed', async (tx) => {
    const staffId = await takeLink(tx, hashToken(token), 'ENTRY', context.now());
    if (staffId === null)
      return refusePage('LINK_NOT_VALID', 'this link is not valid any more: make a new one in the console');
    return accept(await beginSession(context, tx, staffId, visitor));
  });
}
