// Stores links that can be used once: invitations, and sign-in links of test accounts.

import type { HotelId, StaffId } from '../../kernel/ids.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import type { InvitationOf } from './person.ts';

export type LinkKind = 'INVITATION' | 'ENTRY';

export interface NewLink {
  tokenHash: Buffer;
  staffId: StaffId;
  kind: LinkKind;
  /** Who made the link: the id of a manager, the name of an operator, or the client that used the sandbox console. */
  createdBy: string;
  at: Date;
  expiresAt: Date;
  /** True when the link removes the person's one-time codes, so that no code is needed. */
  clearsCodes?: boolean;
}

/** Stores a link. A new invitation replaces the person's earlier invitation. */
export async function insertLink(tx: Transaction, link: NewLink): Promise<void> {
  if (link.kind === 'INVITATION')
    await tx.query("delete from staff_links where staff_id = $1 and kind = 'INVITATION'", [link.staffId]);
  await tx.query(
    `insert into staff_links (token_hash, staff_id, kind, created_by, created_at, expires_at, clears_codes)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      ...[link.tokenHash, link.staffId, link.kind, link.createdBy, link.at, link.expiresAt],
      link.clearsCodes ?? false,
    ],
  );
}

/**
 * Deletes a link, so that it cannot be used again, and returns the person for whom it was made. Null: the link is
 * unknown, used or too old, or the person is suspended.
 */
export async function takeLink(
  tx: Transaction,
  tokenHash: Buffer,
  kind: LinkKind,
  now: Date,
): Promise<StaffId | null> {
  const result = await tx.query(
    `delete from staff_links l using staff p
     where l.token_hash = $1 and l.kind = $2 and l.expires_at > $3 and p.id = l.staff_id and p.suspended_at is null
     returning l.staff_id`,
    [tokenHash, kind, now],
  );
  return result.rows[0]?.staff_id ?? null;
}

export interface OpenLink {
  staffId: StaffId;
  expiresAt: Date;
  clearsCodes: boolean;
}

/** Finds an invitation that is still valid. The invitation can still be used afterwards. */
export async function findInvitation(
  database: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<OpenLink | null> {
  const result = await database.query<OpenLink>(
    `select l.staff_id as "staffId", l.expires_at as "expiresAt", l.clears_codes as "clearsCodes"
     from staff_links l join staff p on p.id = l.staff_id
     where l.token_hash = $1 and l.kind = 'INVITATION' and l.expires_at > $2 and p.suspended_at is null`,
    [tokenHash, now],
  );
  return result.rows[0] ?? null;
}

/** Lists a hotel's invitations that are still valid. */
export async function listInvitations(
  database: Queryable,
  hotelId: HotelId,
  now: Date,
): Promise<InvitationOf[]> {
  const result = await database.query<InvitationOf>(
    `select l.staff_id as "staffId", m.id as "managerId", m.name as manager, l.clears_codes as "clearsCodes"
     from staff_links l join staff p on p.id = l.staff_id
     left join staff m on m.id::text = l.created_by and m.hotel_id = p.hotel_id and m.role = 'MANAGER' and m.suspended_at is null
     where p.hotel_id = $1 and l.kind = 'INVITATION' and l.expires_at > $2`,
    [hotelId, now],
  );
  return result.rows;
}

/** Changes a person's unused invitation, so that its use also removes the person's one-time codes. */
export async function letInvitationClearCodes(tx: Transaction, staffId: StaffId): Promise<void> {
  await tx.query("update staff_links set clears_codes = true where staff_id = $1 and kind = 'INVITATION'", [
    staffId,
  ]);
}

export async function deleteLinksOf(tx: Transaction, staffId: StaffId): Promise<void> {
  await tx.query('delete from staff_links where staff_id = $1', [staffId]);
}

export async function pruneLinks(tx: Transaction, limit: number, now: Date): Promise<number> {
  const result = await tx.query(
    `delete from staff_links where token_hash in (
       select token_hash from staff_links where expires_at <= $2 limit $1 for update skip locked)`,
    [limit, now],
  );
  return result.rowCount ?? 0;
}
