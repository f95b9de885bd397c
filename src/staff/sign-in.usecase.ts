import type { Context } from '../boot/context.ts';
import { inTransaction } from '../db/pool.ts';
import { accept, refuse } from '../kernel/refusal.ts';
import { unseal } from '../secrets/seal.ts';
import { normaliseEmail } from './account-rules.ts';
import { type Account, findAccount, lockAccount, setTotpStep } from './accounts.store.ts';
import { beginSession, type Visitor } from './begin-session.usecase.ts';
import { busy } from './check-password.usecase.ts';
import { type PageOutcome, type PageRefusal, refusePage } from './page-refusal.ts';
import { isPageOpen } from './person.ts';
import { recordPageChange, recordPageRefusal } from './record-page-refusal.usecase.ts';
import { acceptedStep } from './totp.ts';
import { beginTry, forgetTries, takeBack } from './try.usecase.ts';

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
  const needsCode = account.totp !== null && account.totp.since !== null;
  if (needsCode && code === undefined) {
    // The count of the account stays: somebody with the password could otherwise guess codes without a limit.
    await giveBack();
    return refusePage('CODE_REQUIRED', 'enter the code of your app');
  }
  const secret = needsCode ? unseal(account.totp!.secret, account.id, context.secrets) : null;
  if (needsCode && secret === null) {
    await giveBack();
    return refuse('SERVICE_UNAVAILABLE', 'codes cannot be checked: a secret of this service is missing');
  }
  const token = await inTransaction(context.pool, 'read committed', async (tx) => {
    const locked = await lockAccount(tx, account.id);
    // Somebody may have changed the password or suspended the account while it was compared.
    if (locked === null || locked.password !== account.password || locked.isSuspended) return null;
    if (isCodeOn(locked) !== needsCode) return null;
    if (secret !== null) {
      const step = acceptedStep(secret, code!, context.now(), locked.totp!.lastStep);
      if (step === null) return null;
      await setTotpStep(tx, locked.id, step);
    }
    await forgetTries(tx, tried.value);
    await recordPageChange(context, tx, locked, 'sign-in', null, { address: visitor.address });
    return beginSession(context, tx, locked.id, visitor);
  });
  if (token !== null) return accept(token);
  await recordPageRefusal(context, needsCode ? 'code' : 'sign-in', by, details);
  return wrong();
}

function isCodeOn({ totp }: Account): boolean {
  return totp !== null && totp.since !== null;
}

function mayEnter({ snapshot }: Context, { clientId, hotelId, isSuspended }: Account): boolean {
  const client = snapshot.clients.find(clientId);
  return !isSuspended && isPageOpen(client, hotelId);
}

/** The same for every reason. */
function wrong(): PageRefusal {
  return refusePage('SIGN_IN_REFUSED', 'the e-mail address, the password or the code is wrong');
}
