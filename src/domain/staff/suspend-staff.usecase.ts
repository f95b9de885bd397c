import type { Queries, Staffing } from '../../context.ts';
import type { StaffId } from '../../kernel/ids.ts';
import { accept, type Outcome } from '../../kernel/refusal.ts';
import { changeColleague, STAFF_LIMIT, tooManyStaff } from './invite-staff.usecase.ts';
import { type PageFailure, refusePage } from './page-refusal.ts';
import type { SignedIn, StaffRow } from './person.ts';
import { checkIdentity, type Proof } from './proof/check-identity.usecase.ts';
import { recordPageChange } from './record-page-refusal.usecase.ts';
import { countStaff, findStaff, resumeStaff, suspendStaff } from './staff.store.ts';

/**
 * Suspends a person, and ends the person's sessions and links at once. Managers cannot suspend their own accounts, so
 * the hotel always has a manager. The manager need not enter a password, because a manager must act quickly when
 * somebody has lost a phone.
 */
export async function suspendColleague(
  context: Queries,
  manager: SignedIn,
  address: string,
  id: StaffId,
): Promise<Outcome<StaffRow, PageFailure>> {
  return changeColleague(context, manager, address, id, async (tx, { email, status }) => {
    if (id === manager.staffId)
      return refusePage('LAST_MANAGER', 'you cannot suspend yourself: ask another manager');
    await suspendStaff(tx, id, context.now());
    if (status !== 'SUSPENDED')
      await recordPageChange(
        context,
        tx,
        manager,
        'staff suspend',
        { email, status },
        { email, status: 'SUSPENDED' },
      );
    return accept((await findStaff(tx, id))!);
  });
}

export async function resumeColleague(
  context: Staffing,
  manager: SignedIn,
  address: string,
  id: StaffId,
  proof: Proof,
): Promise<Outcome<StaffRow, PageFailure>> {
  const checked = await checkIdentity(context, manager, address, proof);
  if (!checked.ok) return checked;
  return changeColleague(context, manager, address, id, async (tx, before) => {
    if (before.status === 'SUSPENDED' && (await countStaff(tx, manager.hotelId)) >= STAFF_LIMIT)
      return tooManyStaff();
    await resumeStaff(tx, id);
    const after = (await findStaff(tx, id))!;
    const { email, status } = after;
    if (before.status === 'SUSPENDED')
      await recordPageChange(
        context,
        tx,
        manager,
        'staff resume',
        { email, status: 'SUSPENDED' },
        { email, status },
      );
    return accept(after);
  });
}
