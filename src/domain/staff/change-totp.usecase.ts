// A person sets up or removes one-time codes.

import type { Staffing } from '../../context.ts';
import { accept, type Outcome } from '../../kernel/refusal.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { seal, unseal } from '../../platform/secrets/seal.ts';
import { areCodesOn, confirmTotp, lockAccount, setTotpSecret } from './accounts.store.ts';
import { type PageFailure, refusePage } from './page-refusal.ts';
import type { SignedIn } from './person.ts';
import { checkIdentity, type Proof } from './proof/check-identity.usecase.ts';
import { checkOwnPassword } from './proof/check-password.usecase.ts';
import { codesUnreadable } from './proof/take-code.usecase.ts';
import { acceptedStep, base32, TOTP_SECRET_BYTES, totpUrl } from './proof/totp.ts';
import { sessionTrier } from './proof/tries.ts';
import { beginTry, takeBack } from './proof/try.usecase.ts';
import { recordPageChange, recordPageRefusal } from './record-page-refusal.usecase.ts';
import { deleteOtherSessions } from './sessions.store.ts';
import { lockPage } from './staff.store.ts';

export interface NewTotp {
  /** The secret, encoded as Base32. */
  secret: string;
  url: string;
}

/**
 * Makes a secret for the person's app. Codes are required only after the person has confirmed the setup with one code.
 */
export async function beginTotp(
  context: Staffing,
  person: SignedIn,
  address: string,
  password: string,
): Promise<Outcome<NewTotp, PageFailure>> {
  const checked = await checkOwnPassword(context, person, address, password);
  if (!checked.ok) return checked;
  const secret = context.random(TOTP_SECRET_BYTES);
  const sealed = seal(secret, person.staffId, context.secrets, context.random);
  return inTransaction(context.pool, 'read committed', async (tx) => {
    const account = await lockAccount(tx, person.staffId);
    if (account === null || areCodesOn(account))
      return refusePage('TOTP_CONFLICT', 'one-time codes are on already: turn them off first');
    await setTotpSecret(tx, person.staffId, sealed);
    return accept({ secret: base32(secret), url: totpUrl(secret, person.email) });
  });
}

/** Enables one-time codes. Ends the person's other sessions. */
export async function confirmOwnTotp(
  context: Staffing,
  person: SignedIn,
  address: string,
  code: string,
): Promise<Outcome<null, PageFailure>> {
  const by = { address, person };
  const tried = await beginTry(context, sessionTrier(person.sessionId));
  if (!tried.ok) return tried;
  const confirmed = await inTransaction(context.pool, 'read committed', async (tx) => {
    const account = await lockAccount(tx, person.staffId);
    if (account === null || account.totp === null || areCodesOn(account)) {
      await takeBack(tx, tried.value);
      return refusePage('TOTP_CONFLICT', 'begin with a new QR code');
    }
    const secret = unseal(account.totp.secret, account.id, context.secrets);
    if (secret === null) return codesUnreadable();
    const step = acceptedStep(secret, code, context.now(), account.totp.lastStep);
    if (step === null) return refusePage('SIGN_IN_REFUSED', 'the code is wrong');
    await takeBack(tx, tried.value);
    await confirmTotp(tx, person.staffId, step, context.now());
    // End the person's other sessions. These sessions were begun without a code, perhaps by somebody else.
    await deleteOtherSessions(tx, person.staffId, person.sessionId);
    await recordPageChange(context, tx, person, 'totp on', null, { address });
    return accept(null);
  });
  if (!confirmed.ok && confirmed.code === 'SIGN_IN_REFUSED') await recordPageRefusal(context, 'code', by);
  return confirmed;
}

export async function removeTotp(
  context: Staffing,
  person: SignedIn,
  address: string,
  proof: Proof,
): Promise<Outcome<null, PageFailure>> {
  const checked = await checkIdentity(context, person, address, proof);
  if (!checked.ok) return checked;
  return inTransaction(context.pool, 'read committed', async (tx) => {
    // Managers are notified of this change. Because of the lock, the audit entries of such changes become visible in
    // the order of their numbers.
    await lockPage(tx, person.caller.client.id);
    const account = await lockAccount(tx, person.staffId);
    if (account === null || account.totp === null) return accept(null);
    await setTotpSecret(tx, person.staffId, null);
    if (areCodesOn(account)) await recordPageChange(context, tx, person, 'totp off', null, { address });
    return accept(null);
  });
}
