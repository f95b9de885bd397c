import type { Staffing } from '../../context.ts';
import type { StaffId } from '../../kernel/ids.ts';
import { accept, type Outcome } from '../../kernel/refusal.ts';
import { changeColleague } from './invite-staff.usecase.ts';
import { type PageFailure, refusePage } from './page-refusal.ts';
import type { SignedIn, StaffRow } from './person.ts';
import { checkIdentity, type Proof } from './proof/check-identity.usecase.ts';
import { recordPageChange } from './record-page-refusal.usecase.ts';
import { deleteStaff } from './staff.store.ts';

/**
 * Deletes the account of a suspended person. The audit entries of the person stay, with the name that the person had
 * last.
 */
export async function deleteColleague(
  context: Staffing,
  manager: SignedIn,
  address: string,
  id: StaffId,
  proof: Proof,
): Promise<Outcome<StaffRow, PageFailure>> {
  const checked = await checkIdentity(context, manager, address, proof);
  if (!checked.ok) return checked;
  return changeColleague(context, manager, address, id, async (tx, colleague) => {
    const { name, email, role, status } = colleague;
    if (status !== 'SUSPENDED')
      return refusePage(
        'STAFF_NOT_SUSPENDED',
        'suspend this person first: only then can the account be deleted',
      );
    await deleteStaff(tx, id);
    await recordPageChange(context, tx, manager, 'staff delete', { id, name, email, role }, { email });
    return accept(colleague);
  });
}
