// A person signs in with a password, and with a one-time code if the account needs one.

import type { Reads, Staffing } from '../../context.ts';
import { accept, type Outcome } from '../../kernel/refusal.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { signingKeysOf } from '../../platform/secrets/accepted-secrets.ts';
import { normaliseEmail } from './account-rules.ts';
import { type Account, areCodesOn, findAccount, lockAccount } from './accounts.store.ts';
import { type BegunSession, beginSession, deviceOf, type Visitor } from './begin-session.usecase.ts';
import { type PageFailure, type PageRefusal, refusePage } from './page-refusal.ts';
import { isPageOpen } from './person.ts';
import { busy } from './proof/check-password.usecase.ts';
import { knownDevice } from './proof/known-device.ts';
import { UNDER_WAY_SECONDS } from './proof/sign-in-turns.ts';
import { codesUnreadable, takeCode } from './proof/take-code.usecase.ts';
import { deviceTrier, strangerTrier, subjectsOf, type Trier } from './proof/tries.ts';
import { beginTry, forgetTries, takeBack, tooMany } from './proof/try.usecase.ts';
import { recordPageChange, recordPageRefusal } from './record-page-refusal.usecase.ts';

export interface SignInAttempt {
  email: string;
  password: string;
  code?: string;
}

/**
 * Signs a person in with e-mail address and password, and with a code if the account needs one. If the device signed in
 * to the account before, the tries from this device are counted separately, and wrong tries of strangers do not make
 * this device wait. Strangers therefore cannot prevent the owner from signing in.
 */
export async function signIn(
  context: Staffing,
  attempt: SignInAttempt,
  visitor: Visitor,
): Promise<Outcome<BegunSession, PageFailure>> {
  const email = normaliseEmail(attempt.email);
  const deviceId = knownDevice(visitor.knownAs, email, signingKeysOf(context.secrets));
  const trier = deviceId === null ? strangerTrier(visitor.address, email) : deviceTrier(deviceId, email);
  // For each account, compare the passwords from known devices one after another. One person can make any number of
  // devices known. Without this rule, these devices could occupy all comparisons for known people.
  const subjects = deviceId === null ? subjectsOf(trier) : [...subjectsOf(trier), `devices of ${email}`];
  const turn = context.passwords.turns.begin(subjects, deviceId === null, context.now().getTime());
  if (!turn.ok) return turn.reason === 'SPENT' ? busy() : tooMany(UNDER_WAY_SECONDS);
  try {
    return await signInInTurn(context, { ...attempt, email }, visitor, {
      trier,
      giveBackTurn: turn.giveBack,
    });
  } finally {
    turn.end();
  }
}

async function signInInTurn(
  context: Staffing,
  { email, password, code }: SignInAttempt,
  visitor: Visitor,
  { trier, giveBackTurn }: { trier: Trier; giveBackTurn: () => void },
): Promise<Outcome<BegunSession, PageFailure>> {
  const account = await findAccount(context.pool, email);
  const by = { address: visitor.address, person: null, ...(account && { hotelId: account.hotelId }) };
  // Record the given e-mail address only if an account has this address. Otherwise the text may be a password that was
  // typed into the wrong field.
  const details = account === null ? {} : { email };
  const tried = await beginTry(context, trier);
  if (!tried.ok) {
    // Return the try to the budget. Otherwise refused tries from one network address could use up the budget of all
    // strangers.
    giveBackTurn();
    return tried;
  }
  const giveBack = () => inTransaction(context.pool, 'read committed', (tx) => takeBack(tx, trier));
  const lane = trier.network === null ? 'KNOWN' : 'STRANGER';
  const isRight = await context.passwords.isRight(password, account?.password ?? null, lane);
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
    // Remove this try from the count, but keep earlier wrong tries. If all wrong tries were forgotten here, somebody
    // who knows the password could guess codes without a limit.
    await giveBack();
    return refusePage('CODE_REQUIRED', 'enter the code of your app');
  }
  const session = await inTransaction(context.pool, 'read committed', async (tx) => {
    const locked = await lockAccount(tx, account.id);
    // Somebody may have changed the password or suspended the account while the password was compared.
    if (locked === null || locked.password !== account.password || locked.isSuspended) return null;
    if (areCodesOn(locked) !== needsCode) return null;
    const taken = needsCode ? await takeCode(context, tx, locked, code!) : 'RIGHT';
    if (taken === 'UNREADABLE') {
      await takeBack(tx, trier);
      return codesUnreadable();
    }
    if (taken === 'WRONG') return null;
    await forgetTries(tx, trier);
    const person = { staffId: locked.id, hotelId: locked.hotelId };
    await recordPageChange(context, tx, person, 'sign-in', null, { address: visitor.address });
    const session = await beginSession(context, tx, locked.id, visitor);
    return accept({ token: session, device: deviceOf(context, email, visitor) });
  });
  if (session !== null) return session;
  await recordPageRefusal(context, needsCode ? 'code' : 'sign-in', by, details);
  return wrong();
}

function mayEnter({ snapshot }: Reads, { clientId, hotelId, isSuspended }: Account): boolean {
  const client = snapshot.clients.find(clientId);
  return !isSuspended && isPageOpen(client, hotelId);
}

/** Returns the same refusal for every reason, so that a stranger does not learn what was wrong. */
function wrong(): PageRefusal {
  return refusePage('SIGN_IN_REFUSED', 'the e-mail address, the password or the code is wrong');
}
