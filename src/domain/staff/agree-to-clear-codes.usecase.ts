import type { Staffing } from '../../context.ts';
import type { StaffId } from '../../kernel/ids.ts';
import { accept, type Outcome } from '../../kernel/refusal.ts';
import { findAccountById } from './accounts.store.ts';
import { changeColleague } from './invite-staff.usecase.ts';
import { letInvitationClearCodes, listInvitations } from './links.store.ts';
import { type PageFailure, refusePage } from './page-refusal.ts';
import type { SignedIn, StaffRow } from './person.ts';
import { checkIdentity, type Proof } from './proof/check-identity.usecase.ts';
import { recordPageChange } from './record-page-refusal.usecase.ts';

/**
 * The second manager's password must be at least this number of days old. Otherwise a manager could create a second
 * account and use this account to agree.
 */
export const SECOND_MANAGER_DAYS = 7;

/**
 * A second manager confirms that a person has lost the app with the one-time codes. The link that the first manager
 * made then removes the codes.
 */
export async function agreeToClearCodes(
  context: Staffing,
  manager: SignedIn,
  address: string,
  id: StaffId,
  proof: Proof,
): Promise<Outcome<StaffRow, PageFailure>> {
  const checked = await checkIdentity(context, manager, address, proof);
  if (!checked.ok) return checked;
  return changeColleague(context, manager, address, id, async (tx, colleague) => {
    const { pool, now } = context;
    const open = await listInvitations(tx, manager.hotelId, now());
    const invitation = open.find(({ staffId }) => staffId === id);
    if (!colleague.hasTotp || invitation === undefined || invitation.managerId === null)
      return refusePage('NOTHING_TO_AGREE', 'no manager has made a new link for this person');
    const self = await findAccountById(pool, manager.staffId);
    if (id === manager.staffId || invitation.managerId === manager.staffId || !isSettled(self?.passwordSetAt))
      return refusePage('SECOND_MANAGER_REQUIRED', 'another manager or the operator has to agree', {
        days: SECOND_MANAGER_DAYS,
      });
    await letInvitationClearCodes(tx, id);
    const { email } = colleague;
    await recordPageChange(context, tx, manager, 'codes agree', null, {
      email,
      asked_by: invitation.managerId,
    });
    return accept(colleague);
  });

  function isSettled(since: Date | null | undefined): boolean {
    return since != null && since.getTime() <= context.now().getTime() - SECOND_MANAGER_DAYS * 86_400_000;
  }
}
