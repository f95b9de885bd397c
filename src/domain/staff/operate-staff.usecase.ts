// An operator invites, lists, suspends, resumes and deletes people who work at hotels.

import { randomUUID } from 'node:crypto';
import type { Operation } from '../../context.ts';
import { type HotelId, idOf, ledgerIdOf, type StaffId } from '../../kernel/ids.ts';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import { recordOperatorChanges } from '../../platform/audit/operator-audit.store.ts';
import { commitUnless } from '../../platform/db/commit-unless.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import { namedHotels } from '../partners/change-supplier.usecase.ts';
import { lockClientIds } from '../partners/operate-partners.store.ts';
import { clientProblems } from '../partners/partner-rules.ts';
import { insertClient } from '../partners/partners.store.ts';
import { emailProblems, nameProblems, normaliseEmail } from './account-rules.ts';
import { STAFF_LIMIT } from './invite-staff.usecase.ts';
import { type Invitation, issueInvitation } from './issue-invitation.usecase.ts';
import type { Role, StaffRow } from './person.ts';
import {
  countStaff,
  deleteStaff,
  findPageClient,
  findPrivatePage,
  findStaff,
  findStaffByEmail,
  insertStaff,
  listAllStaff,
  listStaffOf,
  lockPage,
  type PageClient,
  resumeStaff,
  suspendStaff,
} from './staff.store.ts';

/** In production, all hotels share one ledger. */
const PRODUCTION_LEDGER = ledgerIdOf(1);

export interface InvitedByOperator {
  staff: StaffRow;
  /** Null in a dry run, because nothing is stored and the link would not work. */
  invitation: Invitation | null;
}

interface Hotel {
  id: HotelId;
  publicId: string;
}

/**
 * Creates an account and an invitation link. If the account already exists, creates only a new link. The old link then
 * stops working.
 */
export async function inviteByOperator(
  operation: Operation,
  hotelReference: string,
  given: { email: string; name: string | null; role: Role | null },
  dryRun: boolean,
): Promise<Outcome<InvitedByOperator, Declined>> {
  const { publicUrl, random, now, who } = operation;
  const email = normaliseEmail(given.email);
  const problems = [...emailProblems(email), ...(given.name === null ? [] : nameProblems(given.name))];
  if (problems.length > 0) return decline(...problems.map(({ message }) => message));
  return commitUnless(dryRun, operation.pool, async (tx) => {
    const named = await namedHotels(tx, [hotelReference]);
    if (!named.ok) return named;
    const [hotel] = named.value as [Hotel];
    const page = await pageOf(operation, tx, hotel);
    if (!page.ok) return page;
    await lockPage(tx, page.value.id);
    const account = await getOrCreateAccount(operation, tx, hotel, page.value, { ...given, email });
    if (!account.ok) return account;
    const invitation = await issueInvitation(tx, { publicUrl, random, at: now() }, account.value, {
      ...{ createdBy: who, clearsCodes: true },
    });
    const staff = (await findStaff(tx, account.value))!;
    const { name, role } = staff;
    await recordOperatorChanges(tx, [
      { who, action: 'staff invite', subject: hotel.publicId, before: null, after: { email, name, role } },
    ]);
    return accept({ staff, invitation: dryRun ? null : invitation });
  });
}

async function getOrCreateAccount(
  { now }: Operation,
  tx: Transaction,
  hotel: Hotel,
  { id: clientId, ledgerId }: PageClient,
  { email, name, role }: { email: string; name: string | null; role: Role | null },
): Promise<Outcome<StaffId, Declined>> {
  const existing = await findByEmail(tx, email);
  if (existing !== null) {
    if (existing.hotelId !== hotel.id)
      return decline(`${email} has an account at hotel ${existing.publicId} already`);
    if (existing.status === 'SUSPENDED')
      return decline(`${email} is suspended: run ihc staff resume ${email} first`);
    if (role !== null && role !== existing.role)
      return decline(`${email} has the role ${existing.role}: a role cannot be changed`);
    return accept(existing.id);
  }
  if (name === null || role === null)
    return decline(`${email} has no account yet: give --name and --role to create one`);
  if ((await countStaff(tx, hotel.id)) >= STAFF_LIMIT)
    return decline(`hotel ${hotel.publicId} has ${STAFF_LIMIT} accounts already, and no more are possible`);
  const id = idOf<StaffId>(randomUUID());
  const place = { ledgerId, hotelId: hotel.id, clientId };
  const isNew = await insertStaff(tx, { id, ...place, email, name: name.trim(), role, at: now() });
  return isNew ? accept(id) : decline(`${email} has an account already`);
}

/**
 * Finds the supplier that all accounts of the hotel belong to. In production, this supplier is created with the first
 * account.
 */
async function pageOf(
  operation: Operation,
  tx: Transaction,
  hotel: Hotel,
): Promise<Outcome<PageClient, Declined>> {
  if (operation.environment === 'sandbox') {
    const page = await findPrivatePage(tx, hotel.id);
    return page === null
      ? decline(`hotel ${hotel.publicId} is not a private hotel: in sandbox only private hotels have a page`)
      : accept(page);
  }
  const clientId = `page-${hotel.publicId.toLowerCase()}`;
  // Take a lock, because two operators may invite the first two people of a hotel at the same time, and only one
  // supplier must be created.
  await lockClientIds(tx);
  const found = await findPageClient(tx, clientId, hotel.id);
  if (found !== null && !found.isSupplied)
    return decline(
      `client ${clientId} is not a supplier of hotel ${hotel.publicId}: ` +
        `run ihc supplier hotels ${clientId} --add ${hotel.publicId}`,
    );
  if (found !== null) return accept(found);
  const name = `Hotel page of ${hotel.publicId}`;
  const problems = clientProblems(clientId, name);
  if (problems.length > 0) return decline(...problems);
  const id = await insertClient(tx, {
    ...{ clientId, name, ledgerId: PRODUCTION_LEDGER, contractHolderId: null },
    suppliedHotels: [hotel.id],
  });
  const after = { name, hotels: [hotel.publicId] };
  await recordOperatorChanges(tx, [
    { who: operation.who, action: 'supplier create', subject: clientId, before: null, after },
  ]);
  return accept({ id, ledgerId: PRODUCTION_LEDGER });
}

/** Lists all people, or only the people of one hotel. */
export async function listStaff(
  { pool }: Operation,
  hotelReference: string | null,
): Promise<Outcome<StaffRow[], Declined>> {
  if (hotelReference === null) return accept(await listAllStaff(pool));
  const named = await namedHotels(pool, [hotelReference]);
  return named.ok ? accept(await listStaffOf(pool, named.value[0]!.id)) : named;
}

/**
 * Suspends a person, and ends the person's sessions and links at once. An operator may also suspend the last manager.
 */
export function suspendByOperator(
  operation: Operation,
  email: string,
  dryRun: boolean,
): Promise<Outcome<StaffRow, Declined>> {
  return change(operation, 'staff suspend', email, dryRun, (tx, id) => suspendStaff(tx, id, operation.now()));
}

export function resumeByOperator(
  operation: Operation,
  email: string,
  dryRun: boolean,
): Promise<Outcome<StaffRow, Declined>> {
  return change(
    operation,
    'staff resume',
    email,
    dryRun,
    resumeStaff,
    async (tx, { status, hotelId, publicId }) =>
      status === 'SUSPENDED' && (await countStaff(tx, hotelId)) >= STAFF_LIMIT
        ? `hotel ${publicId} has ${STAFF_LIMIT} accounts already, and no more are possible`
        : null,
  );
}

/**
 * Deletes an account and returns its last state. The audit entries of the person stay, with the name that the person
 * had last.
 */
export async function deleteByOperator(
  { pool, who }: Operation,
  givenEmail: string,
  dryRun: boolean,
): Promise<Outcome<StaffRow, Declined>> {
  const email = normaliseEmail(givenEmail);
  return commitUnless(dryRun, pool, async (tx) => {
    const found = await findByEmail(tx, email);
    if (found === null) return decline(`${email} has no account: ihc staff list shows all accounts`);
    await lockPage(tx, found.clientId);
    const account = await findStaff(tx, found.id);
    if (account?.status !== 'SUSPENDED')
      return decline(`${email} is not suspended: run ihc staff suspend ${email} first`);
    await deleteStaff(tx, account.id);
    const { id, name, role, publicId } = account;
    await recordOperatorChanges(tx, [
      { who, action: 'staff delete', subject: publicId, before: { id, name, email, role }, after: { email } },
    ]);
    return accept(account);
  });
}

/** Changes an account, and records the change in the audit if the status is different afterwards. */
async function change(
  { pool, who }: Operation,
  action: string,
  givenEmail: string,
  dryRun: boolean,
  write: (tx: Transaction, id: StaffId) => Promise<void>,
  problemOf: (tx: Transaction, before: StaffRow) => Promise<string | null> = async () => null,
): Promise<Outcome<StaffRow, Declined>> {
  const email = normaliseEmail(givenEmail);
  return commitUnless(dryRun, pool, async (tx) => {
    const found = await findByEmail(tx, email);
    if (found === null) return decline(`${email} has no account: ihc staff list shows all accounts`);
    await lockPage(tx, found.clientId);
    const before = (await findStaff(tx, found.id))!;
    const problem = await problemOf(tx, before);
    if (problem !== null) return decline(problem);
    await write(tx, found.id);
    const after = (await findStaff(tx, found.id))!;
    const facts = ({ status }: StaffRow) => ({ email, status });
    if (before.status !== after.status)
      await recordOperatorChanges(tx, [
        { who, action, subject: after.publicId, before: facts(before), after: facts(after) },
      ]);
    return accept(after);
  });
}

async function findByEmail(database: Queryable, email: string): Promise<StaffRow | null> {
  const id = await findStaffByEmail(database, email);
  return id === null ? null : findStaff(database, id);
}
