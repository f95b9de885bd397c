import type { Context } from '../boot/context.ts';
import { inTransaction } from '../db/pool.ts';
import { accept, refuseInput } from '../kernel/refusal.ts';
import { nameProblems } from './account-rules.ts';
import {
  type Account,
  findAccountById,
  lockAccount,
  setName,
  setPassword,
  setTotpSecret,
} from './accounts.store.ts';
import { beginSession, type Visitor } from './begin-session.usecase.ts';
import { busy, newPasswordProblems } from './check-password.usecase.ts';
import { deleteLinksOf, findInvitation, takeLink } from './links.store.ts';
import { type PageOutcome, type PageRefusal, refusePage } from './page-refusal.ts';
import { recordPageChange, recordPageRefusal } from './record-page-refusal.usecase.ts';
import { deleteOtherSessions } from './sessions.store.ts';
import { hashToken } from './tokens.ts';
import { beginTry, takeBack } from './try.usecase.ts';

export interface OpenInvitation {
  account: Account;
  expiresAt: Date;
}

/** Shows whom an invitation is for. It stays valid. */
export async function openInvitation(
  context: Context,
  token: string,
  address: string,
): Promise<PageOutcome<OpenInvitation>> {
  const by = { address, person: null };
  const tried = await beginTry(context, { ...by, email: null });
  if (!tried.ok) return tried;
  const link = await findInvitation(context.pool, hashToken(token), context.now());
  const account = link === null ? null : await findAccountById(context.pool, link.staffId);
  if (link === null || account === null) {
    await recordPageRefusal(context, 'link', by);
    return notValid();
  }
  await inTransaction(context.pool, 'read committed', (tx) => takeBack(tx, tried.value));
  return accept({ account, expiresAt: link.expiresAt });
}

/**
 * Sets name and password, and signs in. One-time codes, earlier sessions and other links of the person are forgotten:
 * whoever had them loses the account.
 */
export async function acceptInvitation(
  context: Context,
  { token, name, password }: { token: string; name: string; password: string },
  visitor: Visitor,
): Promise<PageOutcome<string>> {
  const opened = await openInvitation(context, token, visitor.address);
  if (!opened.ok) return opened;
  const { id, hotelId, email } = opened.value.account;
  const problems = [...nameProblems(name), ...newPasswordProblems(context, { hotelId, email }, password)];
  if (problems.length > 0) return refuseInput(problems);
  const hash = await context.passwords.hash(password);
  if (hash === null) return busy();
  const session = await inTransaction(context.pool, 'read committed', async (tx) => {
    const at = context.now();
    // Before the link: whoever suspends an account takes the locks in this order too.
    await lockAccount(tx, id);
    if ((await takeLink(tx, hashToken(token), 'INVITATION', at)) === null) return null;
    const person = { name: name.trim(), email, hotelId };
    await setName(tx, id, person.name);
    await setPassword(tx, id, hash, at);
    await setTotpSecret(tx, id, null);
    await deleteOtherSessions(tx, id, null);
    await deleteLinksOf(tx, id);
    await recordPageChange(context, tx, person, 'invitation accept', null, { address: visitor.address });
    return beginSession(context, tx, id, visitor);
  });
  return session === null ? notValid() : accept(session);
}

function notValid(): PageRefusal {
  return refusePage('LINK_NOT_VALID', 'this link is not valid any more: ask a manager for a new one');
}
