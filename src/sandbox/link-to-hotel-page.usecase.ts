// Creates links with which testers open the hotel page without a password.

import { randomUUID } from 'node:crypto';
import type { Context, Queries, Tokens } from '../context.ts';
import type { Caller } from '../domain/partners/authenticate.ts';
import { insertLink } from '../domain/staff/links.store.ts';
import type { Role } from '../domain/staff/person.ts';
import { findStaffByEmail, insertStaff } from '../domain/staff/staff.store.ts';
import { hashToken, makeToken } from '../domain/staff/tokens.ts';
import { idOf, type StaffId } from '../kernel/ids.ts';
import { accept, type Outcome, refuse } from '../kernel/refusal.ts';
import { inTransaction, type Transaction } from '../platform/db/pool.ts';
import { findPrivateHotel } from './private-hotels.store.ts';

const LINK_MINUTES = 10;
const NAMES: Record<Role, string> = { MANAGER: 'Test manager', FRONT_DESK: 'Test front desk' };

export interface PageLink {
  url: string;
  name: string;
  expiresAt: Date;
}

/**
 * Creates a link that opens the page of the tester's private hotel once, without a password. Each role has one account,
 * which acts through the supplier of the hotel.
 */
export async function linkToHotelPage(
  context: Queries & Tokens,
  { client }: Caller,
  role: Role,
): Promise<Outcome<PageLink>> {
  const token = makeToken(context.random);
  const at = context.now();
  const expiresAt = new Date(at.getTime() + LINK_MINUTES * 60_000);
  const made = await inTransaction(context.pool, 'read committed', async (tx) => {
    const staffId = await getOrCreateStaff(context, tx, client, role);
    if (staffId === null) return false;
    const link = { tokenHash: hashToken(token), staffId, kind: 'ENTRY' as const };
    await insertLink(tx, { ...link, createdBy: client.publicId, at, expiresAt });
    return true;
  });
  if (!made) return refuse('HOTEL_ACCESS_DENIED', 'this supplier has no private hotel');
  const url = `${context.config.publicUrl}/hotel/enter#${token}`;
  return accept({ url, name: NAMES[role], expiresAt });
}

async function getOrCreateStaff(
  { now }: Pick<Context, 'now'>,
  tx: Transaction,
  { id: clientId, ledgerId, publicId }: Caller['client'],
  role: Role,
): Promise<StaffId | null> {
  const hotelId = await findPrivateHotel(tx, ledgerId);
  if (hotelId === null) return null;
  const email = `${role.toLowerCase()}@${publicId}.example`;
  const staff = { ledgerId, hotelId, clientId, email, name: NAMES[role], role, at: now() };
  await insertStaff(tx, { id: idOf(randomUUID()), ...staff });
  return findStaffByEmail(tx, email);
}
