// A person signs in with a password, and with a code if the account has one.

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
import { codesUnreadable, takeCode } from './proof/take-code.usecase.ts';
import { deviceTrier, strangerTrier, subjectsOf, type Trier } from './proof/tries.ts';
import { beginTry, forgetTries, takeBack, tooMany } from './proof/try.usecase.ts';
import { recordPageChange, recordPageRefusal } from './record-page-refusal.usecase.ts';

/**
 * How long a client should wait while a try of the same account or address is compared. A comparison takes less than a
 * second.
 */
const UNDER_WAY_SECONDS = 1;

export interface SignInAttempt {
  email: string;
  password: string;
  code?: string;
}

/**
 * Signs in with e-mail address and password, and with a code if the account needs one. A device that signed in to the
 * account before has separate tries and a separate place. So strangers cannot lock the owner out or make the owner
 * wait.
 */
export async function signIn(
  context: Staffing,
  attempt: SignInAttempt,
  visitor: Visitor,
): Promise<Outcome<BegunSession, PageFailure>> {
  const email = normaliseEmail(attempt.email);
  const deviceId = knownDevice(visitor.knownAs, email, signingKeysOf(context.secrets));
  const trier = deviceId === null ? strangerTrier(visitor.address, email) : deviceTrier(deviceId, email);
  const turn = context.passwords.turns.begin(subjectsOf(trier), deviceId === null, context.now().getTime());
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
  // Record the e-mail address only if an account has it. Otherwise it may be a password that was typed into the wrong
  // field.
  const details = account === null ? {} : { email };
  const tried = await beginTry(context, trier);
  if (!tried.ok) {
    // Otherwise one address whose tries are all refused could use up the budget of all strangers.
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
    // Remove this try, but keep earlier wrong tries. Otherwise somebody with the password could guess codes without a
    // limit.
    await giveBack();
    return refusePage('CODE_REQUIRED', 'enter the code of your app');
  }
  const session = await inTransaction(context.pool, 'read committed', async (tx) => {
    const locked = await lockAccount(tx, account.id);
    // The password may have been changed or the account suspended while the password was compared.
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

/** The same refusal for every reason, so that it reveals nothing. */
function wrong(): PageRefusal {
  return refusePage('SIGN_IN_REFUSED', 'the e-mail address, the password or the code is wrong');
}
