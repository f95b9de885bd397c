import type { Context } from '../boot/context.ts';
import { inTransaction } from '../db/pool.ts';
import { accept } from '../kernel/refusal.ts';
import { normaliseEmail } from './account-rules.ts';
import { type Account, areCodesOn, findAccount, lockAccount } from './accounts.store.ts';
import { beginSession, type Visitor } from './begin-session.usecase.ts';
import { type PageOutcome, type PageRefusal, refusePage } from './page-refusal.ts';
import { isPageOpen } from './person.ts';
import { busy } from './proof/check-password.usecase.ts';
import { codesUnreadable, takeCode } from './proof/take-code.usecase.ts';
import { beginTry, forgetTries, takeBack } from './proof/try.usecase.ts';
import { recordPageChange, recordPageRefusal } from './record-page-refusal.usecase.ts';

export interface SignInAttempt {
  email: string;
  password: string;
  code?: string;
}

/** Signs in with e-mail address and password, and a code if the account asks for one. Returns the token of the session. */
export async function signIn(
  context: Context,
  { email: givenEmail, password, code }: SignInAttempt,
  visitor: Visitor,
): Promise<PageOutcome<string>> {
  const email = normaliseEmail(givenEmail);
  const account = await findAccount(context.pool, email);
  const by = { address: visitor.address, person: null, ...(account && { hotelId: account.hotelId }) };
  // The address that was typed is recorded only if it is one of an account: it may be a password in the wrong field.
  const details = account === null ? {} : { email };
  const tried = await beginTry(context, { ...by, email });
  if (!tried.ok) return tried;
  const giveBack = () => inTransaction(context.pool, 'read committed', (tx) => takeBack(tx, tried.value));
  const isRight = await context.passwords.isRight(password, account?.password ?? null);
  if (isRight === null) {
    await giveBack();
    return busy();
  }
  if (!isRight || account === null || !mayEnter(context, account)) {
    await recordPageRefusal(context, 'sign-in', by, details);
    return wrong();
  }
  const needsCode = areCodesOn(account);
  if (needsCode && code === undefined) {
    // The count of the account stays: somebody with the password could otherwise guess codes without a limit.
    await giveBack();
    return refusePage('CODE_REQUIRED', 'enter the code of your app');
  }
  const session = await inTransaction(context.pool, 'read committed', async (tx) => {
    const locked = await lockAccount(tx, account.id);
    // Somebody may have changed the password or suspended the account while it was compared.
    if (locked === null || locked.password !== account.password || locked.isSuspended) return null;
    if (areCodesOn(locked) !== needsCode) return null;
    const taken = needsCode ? await takeCode(context, tx, locked, code!) : 'RIGHT';
    if (taken === 'UNREADABLE') {
      await takeBack(tx, tried.value);
      return codesUnreadable();
    }
    if (taken === 'WRONG') return null;
    await forgetTries(tx, tried.value);
    await recordPageChange(context, tx, locked, 'sign-in', null, { address: visitor.address });
    return accept(await beginSession(context, tx, locked.id, visitor));
  });
  if (session !== null) return session;
  await recordPageRefusal(context, needsCode ? 'code' : 'sign-in', by, details);
  return wrong();
}

function mayEnter({ snapshot }: Context, { clientId, hotelId, isSuspended }: Account): boolean {
  const client = snapshot.clients.find(clientId);
  return !isSuspended && isPageOpen(client, hotelId);
}

/** The same for every reason. */
function wrong(): PageRefusal {
  return refusePage('SIGN_IN_REFUSED', 'the e-mail address, the password or the code is wrong');
}
