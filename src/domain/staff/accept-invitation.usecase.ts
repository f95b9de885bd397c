// A person opens an invitation and sets a name and a password.

import type { Queries, Staffing } from '../../context.ts';
import { accept, type Outcome, refuseInput } from '../../kernel/refusal.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { nameProblems } from './account-rules.ts';
import {
  type Account,
  areCodesOn,
  findAccountById,
  lockAccount,
  setName,
  setPassword,
  setTotpSecret,
} from './accounts.store.ts';
import { type BegunSession, beginSession, deviceOf, type Visitor } from './begin-session.usecase.ts';
import { deleteLinksOf, findInvitation, takeLink } from './links.store.ts';
import { type PageFailure, type PageRefusal, refusePage } from './page-refusal.ts';
import { busy, newPasswordProblems } from './proof/check-password.usecase.ts';
import { codesUnreadable, takeCode } from './proof/take-code.usecase.ts';
import { invitedTrier, linkTrier } from './proof/tries.ts';
import { beginTry, takeBack } from './proof/try.usecase.ts';
import { recordPageChange, recordPageRefusal } from './record-page-refusal.usecase.ts';
import { deleteOtherSessions } from './sessions.store.ts';
import { hashToken } from './tokens.ts';

export interface OpenInvitation {
  account: Account;
  expiresAt: Date;
  /** The person's one-time codes stay on, so the person needs the app in addition to the link. */
  needsCode: boolean;
}

/** Shows for whom an invitation is. The invitation stays valid. */
export async function openInvitation(
  context: Queries,
  token: string,
  address: string,
): Promise<Outcome<OpenInvitation, PageFailure>> {
  const by = { address, person: null };
  const tried = await beginTry(context, linkTrier(address, token));
  if (!tried.ok) return tried;
  const link = await findInvitation(context.pool, hashToken(token), context.now());
  const account = link === null ? null : await findAccountById(context.pool, link.staffId);
  if (link === null || account === null) {
    await recordPageRefusal(context, 'link', by);
    return notValid();
  }
  await inTransaction(context.pool, 'read committed', (tx) => takeBack(tx, tried.value));
  const needsCode = areCodesOn(account) && !link.clearsCodes;
  return accept({ account, expiresAt: link.expiresAt, needsCode });
}

/**
 * Sets name and password, and signs in. The person's earlier sessions and other links end, so that nobody else keeps
 * access. One-time codes are removed only if the link says so. Otherwise a manager could take over every account with a
 * link.
 */
export async function acceptInvitation(
  context: Staffing,
  { token, name, password, code }: { token: string; name: string; password: string; code?: string },
  visitor: Visitor,
): Promise<Outcome<BegunSession, PageFailure>> {
  const opened = await openInvitation(context, token, visitor.address);
  if (!opened.ok) return opened;
  const { needsCode, account } = opened.value;
  const { id, hotelId, email } = account;
  const problems = [...nameProblems(name), ...newPasswordProblems(context, { hotelId, email }, password)];
  if (problems.length > 0) return refuseInput(problems);
  if (needsCode && code === undefined) return refusePage('CODE_REQUIRED', 'enter the code of your app');
  const by = { address: visitor.address, person: null, hotelId };
  // Count tries only if a code is needed, because only a code can be guessed here. Without a code, the tries of
  // strangers must not stop the person.
  const tried = needsCode ? await beginTry(context, invitedTrier(id)) : null;
  if (tried !== null && !tried.ok) return tried;
  // Hash after the try is counted. Otherwise requests with wrong codes could block password comparisons of known people
  // again and again.
  const hash = await context.passwords.hash(password);
  if (hash === null) {
    if (tried !== null)
      await inTransaction(context.pool, 'read committed', (tx) => takeBack(tx, tried.value));
    return busy();
  }
  const session = await inTransaction(context.pool, 'read committed', async (tx) => {
    const at = context.now();
    // Lock the account before the link. The suspension of an account takes the locks in the same order.
    const locked = await lockAccount(tx, id);
    const link = await findInvitation(tx, hashToken(token), at);
    const keepsCodes = locked !== null && areCodesOn(locked) && link?.clearsCodes !== true;
    // The codes were turned on a moment ago, so the code was not counted as a try.
    if (keepsCodes && tried === null) return refusePage('CODE_REQUIRED', 'enter the code of your app');
    const taken = keepsCodes ? await takeCode(context, tx, locked, code!) : 'RIGHT';
    if (taken === 'WRONG') return refusePage('SIGN_IN_REFUSED', 'the code is wrong');
    if (tried !== null) await takeBack(tx, tried.value);
    if (taken === 'UNREADABLE') return codesUnreadable();
    if ((await takeLink(tx, hashToken(token), 'INVITATION', at)) === null) return null;
    await setName(tx, id, name.trim());
    await setPassword(tx, id, hash, at);
    if (!keepsCodes) await setTotpSecret(tx, id, null);
    await deleteOtherSessions(tx, id, null);
    await deleteLinksOf(tx, id);
    await recordPageChange(context, tx, { staffId: id, hotelId }, 'invitation accept', null, {
      address: visitor.address,
    });
    const session = await beginSession(context, tx, id, visitor);
    return accept({ token: session, device: deviceOf(context, email, visitor) });
  });
  if (session === null) return notValid();
  if (!session.ok && session.code === 'SIGN_IN_REFUSED')
    await recordPageRefusal(context, 'code', by, { email });
  return session;
}

function notValid(): PageRefusal {
  return refusePage('LINK_NOT_VALID', 'this link is not valid any more: ask a manager for a new one');
}
