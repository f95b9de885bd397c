import type { Staffing } from '../../context.ts';
import { accept, type Outcome, refuseInput } from '../../kernel/refusal.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { lockAccount, setPassword } from './accounts.store.ts';
import { deleteLinksOf } from './links.store.ts';
import { type PageFailure, refusePage } from './page-refusal.ts';
import type { SignedIn } from './person.ts';
import { busy, checkOwnPassword, newPasswordProblems } from './proof/check-password.usecase.ts';
import { recordPageChange } from './record-page-refusal.usecase.ts';
import { deleteOtherSessions } from './sessions.store.ts';

/** Changes the password. Ends the person's other sessions and unused links. */
export async function changePassword(
  context: Staffing,
  person: SignedIn,
  address: string,
  { current, password }: { current: string; password: string },
): Promise<Outcome<null, PageFailure>> {
  const problems = newPasswordProblems(context, person, password);
  if (problems.length > 0) return refuseInput(problems);
  const checked = await checkOwnPassword(context, person, address, current);
  if (!checked.ok) return checked;
  const hash = await context.passwords.hash(password);
  if (hash === null) return busy();
  return inTransaction(context.pool, 'read committed', async (tx) => {
    const locked = await lockAccount(tx, person.staffId);
    // Refuse the change if another request has changed the password after this request compared the entered password
    // with the stored password.
    if (locked === null || locked.isSuspended || locked.password !== checked.value.password)
      return refusePage('SIGN_IN_REFUSED', 'the password is wrong');
    await setPassword(tx, person.staffId, hash, context.now());
    await deleteOtherSessions(tx, person.staffId, person.sessionId);
    await deleteLinksOf(tx, person.staffId);
    await recordPageChange(context, tx, person, 'password change', null, { address });
    return accept(null);
  });
}
