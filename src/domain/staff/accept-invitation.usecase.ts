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
import { UNDER_WAY_SECONDS } from './proof/sign-in-turns.ts';
import { codesUnreadable, takeCode } from './proof/take-code.usecase.ts';
import { invitedTrier, linkTrier } from './proof/tries.ts';
import { beginTry, takeBack, tooMany } from './proof/try.usecase.ts';
import { recordPageChange, recordPageRefusal } from './record-page-refusal.usecase.ts';
import { deleteOtherSessions } from './sessions.store.ts';
import { hashToken } from './tokens.ts';

interface Acceptance {
  token: string;
  name: string;
  password: string;
  code?: string;
}

export interface OpenInvitation {
  account: Account;
  expiresAt: Date;
  /**
   * True when one-time codes remain enabled for the person. The person then needs a code from the app in addition to
   * the link.
   */
  needsCode: boolean;
}

/** Finds the person for whom an invitation was made. The invitation can still be used afterwards. */
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
 * Sets the person's name and password, and signs the person in. Ends the person's existing sessions and deletes other
 * links, so that nobody else keeps access. Removes the person's one-time codes only if the link was made for this
 * purpose. If every link removed the codes, a manager could make a link and take over any account.
 */
export async function acceptInvitation(
  context: Staffing,
  acceptance: Acceptance,
  visitor: Visitor,
): Promise<Outcome<BegunSession, PageFailure>> {
  // Handle only one request with the same link at a time. Otherwise one person could send many requests with one link,
  // and these requests could occupy the password hashing for known people.
  const turn = context.passwords.turns.begin([`link ${acceptance.token}`], false, context.now().getTime());
  if (!turn.ok) return tooMany(UNDER_WAY_SECONDS);
  try {
    return await acceptInTurn(context, acceptance, visitor);
  } finally {
    turn.end();
  }
}

async function acceptInTurn(
  context: Staffing,
  { token, name, password, code }: Acceptance,
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
  // Do not count a try if no code is needed, because a code is the only value that can be guessed here. If tries
  // without a code also counted, strangers could use up the tries of the invited person.
  const tried = needsCode ? await beginTry(context, invitedTrier(id)) : null;
  if (tried !== null && !tried.ok) return tried;
  // Hash the password only after the try is counted. Otherwise requests with wrong codes could occupy the password
  // hashing, and known people would have to wait.
  const hash = await context.passwords.hash(password);
  if (hash === null) {
    if (tried !== null)
      await inTransaction(context.pool, 'read committed', (tx) => takeBack(tx, tried.value));
    return busy();
  }
  const session = await inTransaction(context.pool, 'read committed', async (tx) => {
    const at = context.now();
    // Lock the account before the link. A suspension takes its locks in the same order, so the two transactions do not
    // deadlock.
    const locked = await lockAccount(tx, id);
    const link = await findInvitation(tx, hashToken(token), at);
    const keepsCodes = locked !== null && areCodesOn(locked) && link?.clearsCodes !== true;
    // The person may have enabled one-time codes during this request. In this case, the try was not counted, so the
    // request is refused.
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
