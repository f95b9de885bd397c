import type { Staffing } from '../../../context.ts';
import { accept, type Outcome, refuseInput } from '../../../kernel/refusal.ts';
import { inTransaction } from '../../../platform/db/pool.ts';
import { areCodesOn, findAccountById, lockAccount } from '../accounts.store.ts';
import { type PageFailure, refusePage } from '../page-refusal.ts';
import type { SignedIn } from '../person.ts';
import { recordPageRefusal } from '../record-page-refusal.usecase.ts';
import { checkOwnPassword } from './check-password.usecase.ts';
import { codesUnreadable, takeCode } from './take-code.usecase.ts';
import { sessionTrier } from './tries.ts';
import { beginTry, takeBack } from './try.usecase.ts';

/**
 * What a person with a session must enter to prove their identity. `code` is needed if one-time codes are enabled for
 * the person.
 */
export interface Proof {
  password?: string | undefined;
  code?: string | undefined;
}

/**
 * Checks the password and the code of a signed-in person in the same way as at sign-in. A stranger who found a phone or
 * copied a cookie has only a session, and must not be able to create or delete accounts.
 */
export async function checkIdentity(
  context: Staffing,
  person: SignedIn,
  address: string,
  { password, code }: Proof,
): Promise<Outcome<null, PageFailure>> {
  if (person.isTestAccount) return accept(null);
  if (password === undefined)
    return refuseInput([{ field: 'password', code: 'REQUIRED', message: 'password is required' }]);
  const account = await findAccountById(context.pool, person.staffId);
  const needsCode = account !== null && areCodesOn(account);
  const checked = await checkOwnPassword(context, person, address, password);
  if (!checked.ok || !needsCode) return checked.ok ? accept(null) : checked;
  if (code === undefined) return refusePage('CODE_REQUIRED', 'enter the code of your app');
  const by = { address, person };
  const tried = await beginTry(context, sessionTrier(person.sessionId));
  if (!tried.ok) return tried;
  const taken = await inTransaction(context.pool, 'read committed', async (tx) => {
    const locked = await lockAccount(tx, person.staffId);
    const result =
      locked === null || !areCodesOn(locked) ? 'WRONG' : await takeCode(context, tx, locked, code);
    if (result !== 'WRONG') await takeBack(tx, tried.value);
    return result;
  });
  if (taken === 'RIGHT') return accept(null);
  if (taken === 'UNREADABLE') return codesUnreadable();
  await recordPageRefusal(context, 'code', by);
  return refusePage('SIGN_IN_REFUSED', 'the password or the code is wrong');
}
