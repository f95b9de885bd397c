// Makes the link of an invitation, for managers and operators.

import type { StaffId } from '../../kernel/ids.ts';
import type { Transaction } from '../../platform/db/pool.ts';
import { insertLink } from './links.store.ts';
import { hashToken, makeToken } from './tokens.ts';

export const INVITATION_HOURS = 48;

export interface Invitation {
  /** The address with the token, which is shown only once, because the database has only the hash of the token. */
  url: string;
  expiresAt: Date;
}

/**
 * Makes a link with which a person chooses a password. An earlier link of the person stops working. With `clearsCodes`,
 * the link removes the person's one-time codes. Otherwise the person needs a code to use the link.
 */
export async function issueInvitation(
  tx: Transaction,
  { publicUrl, random, at }: { publicUrl: string; random: (bytes: number) => Buffer; at: Date },
  staffId: StaffId,
  { createdBy, clearsCodes }: { createdBy: string; clearsCodes: boolean },
): Promise<Invitation> {
  const token = makeToken(random);
  const expiresAt = new Date(at.getTime() + INVITATION_HOURS * 3_600_000);
  await insertLink(tx, {
    ...{ tokenHash: hashToken(token), staffId, kind: 'INVITATION' },
    ...{ createdBy, at, expiresAt, clearsCodes },
  });
  return { url: `${publicUrl}/hotel/invitation#${token}`, expiresAt };
}
