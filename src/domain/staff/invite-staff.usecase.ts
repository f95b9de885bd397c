import { randomUUID } from 'node:crypto';
import type { Queries, Staffing } from '../../context.ts';
import { idOf, type StaffId } from '../../kernel/ids.ts';
import { accept, type Outcome, refuseInput } from '../../kernel/refusal.ts';
import { inTransaction, type Transaction } from '../../platform/db/pool.ts';
import { emailProblems, nameProblems, normaliseEmail } from './account-rules.ts';
import { type Invitation, issueInvitation } from './issue-invitation.usecase.ts';
import { type PageFailure, type PageRefusal, refusePage } from './page-refusal.ts';
import type { Role, SignedIn, StaffRow } from './person.ts';
import { checkIdentity, type Proof } from './proof/check-identity.usecase.ts';
import { recordPageChange, recordPageRefusal } from './record-page-refusal.usecase.ts';
import { countStaff, findStaff, insertStaff, isActiveManager, lockPage } from './staff.store.ts';

/** The maximum number of people per hotel who are not suspended. */
export const STAFF_LIMIT = 50;

export interface Invited {
  staff: StaffRow;
  invitation: Invitation;
}

/** A manager creates an account for somebody at the same hotel. */
export async function inviteStaff(
  context: Staffing,
  manager: SignedIn,
  address: string,
  given: { email: string; name: string; role: Role } & Proof,
): Promise<Outcome<Invited, PageFailure>> {
  const [email, name] = [normaliseEmail(given.email), given.name.trim()];
  const problems = [...emailProblems(email), ...nameProblems(given.name)];
  if (problems.length > 0) return refuseInput(problems);
  const checked = await checkIdentity(context, manager, address, given);
  if (!checked.ok) return checked;
  return inTransaction(context.pool, 'read committed', async (tx) => {
    const { client } = manager.caller;
    await lockPage(tx, client.id);
    if (!(await isActiveManager(tx, manager.staffId))) return notAllowed();
    if ((await countStaff(tx, manager.hotelId)) >= STAFF_LIMIT) return tooManyStaff();
    const id = idOf<StaffId>(randomUUID());
    const place = { ledgerId: client.ledgerId, hotelId: manager.hotelId, clientId: client.id };
    const isNew = await insertStaff(tx, { id, ...place, email, name, role: given.role, at: context.now() });
    if (!isNew) return refusePage('STAFF_EXISTS', 'there is an account with this e-mail address already');
    return accept(await invite(context, tx, manager, id));
  });
}

/**
 * Makes a new link for a person who has lost the old link or the password. The old password and the sessions stay valid
 * until the link is used. One-time codes remain enabled, unless a second manager agrees to remove them.
 */
export async function inviteAgain(
  context: Staffing,
  manager: SignedIn,
  address: string,
  id: StaffId,
  proof: Proof,
): Promise<Outcome<Invited, PageFailure>> {
  // Refuse a link for the manager's own account. Otherwise somebody who found a manager's phone could set a new
  // password without knowing the old password.
  if (id === manager.staffId) {
    await recordPageRefusal(context, 'role', { address, person: manager }, { request: 'own invitation' });
    return refusePage('ROLE_NOT_ALLOWED', 'change your own password instead, or ask another manager');
  }
  const checked = await checkIdentity(context, manager, address, proof);
  if (!checked.ok) return checked;
  return changeColleague(context, manager, address, id, async (tx, { status }) =>
    status === 'SUSPENDED'
      ? refusePage('STAFF_SUSPENDED', 'this person is suspended: resume the account first')
      : accept(await invite(context, tx, manager, id)),
  );
}

/** Changes the account of a person at the same hotel. A lock makes all other changes of this hotel's accounts wait. */
export async function changeColleague<T>(
  context: Queries,
  manager: SignedIn,
  address: string,
  id: StaffId,
  change: (tx: Transaction, colleague: StaffRow) => Promise<Outcome<T, PageFailure>>,
): Promise<Outcome<T, PageFailure>> {
  const changed = await inTransaction(context.pool, 'read committed', async (tx) => {
    await lockPage(tx, manager.caller.client.id);
    if (!(await isActiveManager(tx, manager.staffId))) return notAllowed();
    const colleague = await findStaff(tx, id);
    if (colleague === null || colleague.hotelId !== manager.hotelId) return colleague;
    return change(tx, colleague);
  });
  if (changed !== null && 'ok' in changed) return changed;
  if (changed !== null)
    await recordPageRefusal(
      context,
      'staff of another hotel',
      { address, person: manager },
      { staff: changed.id },
    );
  return refusePage('STAFF_NOT_FOUND', 'nobody with this id works at your hotel');
}

async function invite(context: Staffing, tx: Transaction, manager: SignedIn, id: StaffId): Promise<Invited> {
  const { config, random, now } = context;
  const making = { publicUrl: config.publicUrl, random, at: now() };
  const invitation = await issueInvitation(tx, making, id, {
    ...{ createdBy: manager.staffId, clearsCodes: false },
  });
  const staff = (await findStaff(tx, id))!;
  const { email, name, role } = staff;
  await recordPageChange(context, tx, manager, 'staff invite', null, { email, name, role });
  return { staff, invitation };
}

export function tooManyStaff(): PageRefusal {
  return refusePage('STAFF_LIMIT_EXCEEDED', `a hotel has at most ${STAFF_LIMIT} accounts`, {
    limit: STAFF_LIMIT,
  });
}

/** Returns the refusal for a manager who was suspended during the request. */
function notAllowed(): PageRefusal {
  return refusePage('SIGN_IN_REQUIRED', 'sign in first');
}
