// Makes invitation links for managers and operators.

import type { StaffId } from '../../kernel/ids.ts';
import type { Transaction } from '../../platform/db/pool.ts';
import { insertLink } from './links.store.ts';
import { hashToken, makeToken } from './tokens.ts';

export const INVITATION_HOURS = 48;

export interface Invitation {
  /** The address with the token. It can be shown only now, because the database stores only the hash of the token. */
  url: string;
  expiresAt: Date;
}

/**
 * Makes a link with which a person chooses a password. An earlier invitation of the person stops working. With
 * `clearsCodes`, the link removes the person's one-time codes. Without `clearsCodes`, a person with one-time codes
 * needs a code to use the link.
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
