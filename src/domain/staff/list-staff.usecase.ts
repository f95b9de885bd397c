import type { Context } from '../../context.ts';
import { listInvitations } from './links.store.ts';
import type { InvitationOf, SignedIn, StaffRow } from './person.ts';
import { listStaffOf } from './staff.store.ts';

/** Lists the people of a manager's hotel, and their invitations that are still valid. */
export async function listStaff(
  { pool, now }: Pick<Context, 'pool' | 'now'>,
  { hotelId }: SignedIn,
): Promise<{ staff: StaffRow[]; invitations: InvitationOf[] }> {
  const staff = await listStaffOf(pool, hotelId);
  return { staff, invitations: await listInvitations(pool, hotelId, now()) };
}
