import type { ClientId, HotelId, StaffId } from '../../kernel/ids.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import type { Sealed } from '../../platform/secrets/seal.ts';
import type { Role } from './person.ts';

/** The fields of an account that are needed to sign in. */
export interface Account {
  id: StaffId;
  hotelId: HotelId;
  clientId: ClientId;
  email: string;
  name: string;
  role: Role;
  password: string | null;
  passwordSetAt: Date | null;
  isSuspended: boolean;
  totp: Totp | null;
}

export interface Totp {
  secret: Sealed;
  /** Null: the person has not confirmed the setup yet, so no code is needed. */
  since: Date | null;
  lastStep: number;
}

interface AccountRow extends Omit<Account, 'totp'> {
  secret: Buffer | null;
  sealedWith: string | null;
  since: Date | null;
  lastStep: string;
}

const ACCOUNTS = `select id, hotel_id as "hotelId", client_id as "clientId", email, name, role, password,
    password_set_at as "passwordSetAt", suspended_at is not null as "isSuspended", totp_secret as secret, totp_sealed_with as "sealedWith",
    totp_since as since, totp_step as "lastStep" from staff`;

export async function findAccount(database: Queryable, email: string): Promise<Account | null> {
  const result = await database.query<AccountRow>(`${ACCOUNTS} where email = $1`, [email]);
  return result.rows[0] === undefined ? null : accountOf(result.rows[0]);
}

export async function findAccountById(database: Queryable, id: StaffId): Promise<Account | null> {
  const result = await database.query<AccountRow>(`${ACCOUNTS} where id = $1`, [id]);
  return result.rows[0] === undefined ? null : accountOf(result.rows[0]);
}

/** Locks an account, so that two changes of the same account run one after the other. Null: the account was deleted. */
export async function lockAccount(tx: Transaction, id: StaffId): Promise<Account | null> {
  const result = await tx.query<AccountRow>(`${ACCOUNTS} where id = $1 for no key update`, [id]);
  return result.rows[0] === undefined ? null : accountOf(result.rows[0]);
}

/** Whether the person needs a code to sign in. */
export function areCodesOn({ totp }: Account): boolean {
  return totp !== null && totp.since !== null;
}

function accountOf({ secret, sealedWith, since, lastStep, ...account }: AccountRow): Account {
  const totp =
    secret === null || sealedWith === null
      ? null
      : { secret: { bytes: secret, sealedWith }, since, lastStep: Number(lastStep) };
  return { ...account, totp };
}

export async function setPassword(tx: Transaction, id: StaffId, password: string, at: Date): Promise<void> {
  await tx.query('update staff set password = $2, password_set_at = $3 where id = $1', [id, password, at]);
}

export async function setName(tx: Transaction, id: StaffId, name: string): Promise<void> {
  await tx.query('update staff set name = $2 where id = $1', [id, name]);
}

/**
 * Stores a secret for one-time codes. The person has not confirmed this secret yet. If `secret` is null, deletes the
 * stored secret.
 */
export async function setTotpSecret(tx: Transaction, id: StaffId, secret: Sealed | null): Promise<void> {
  await tx.query(
    'update staff set totp_secret = $2, totp_sealed_with = $3, totp_since = null, totp_step = 0 where id = $1',
    [id, secret?.bytes ?? null, secret?.sealedWith ?? null],
  );
}

export async function confirmTotp(tx: Transaction, id: StaffId, step: number, at: Date): Promise<void> {
  await tx.query('update staff set totp_since = $2, totp_step = $3 where id = $1', [id, at, step]);
}

export async function setTotpStep(tx: Transaction, id: StaffId, step: number): Promise<void> {
  await tx.query('update staff set totp_step = $2 where id = $1', [id, step]);
}

/**
 * Locks accounts whose secret is encrypted with one of the keys in `openable`. Skips accounts that another transaction
 * has locked.
 */
export async function lockTotpSealedOtherwise(
  tx: Transaction,
  openable: string[],
  limit: number,
): Promise<{ id: StaffId; secret: Sealed }[]> {
  const result = await tx.query<{ id: StaffId; bytes: Buffer; sealedWith: string }>(
    `select id, totp_secret as bytes, totp_sealed_with as "sealedWith" from staff where totp_sealed_with = any($1)
     order by id limit $2 for no key update skip locked`,
    [openable, limit],
  );
  return result.rows.map(({ id, ...secret }) => ({ id, secret }));
}

export async function resealTotp(tx: Transaction, id: StaffId, { bytes, sealedWith }: Sealed): Promise<void> {
  await tx.query('update staff set totp_secret = $2, totp_sealed_with = $3 where id = $1', [
    id,
    bytes,
    sealedWith,
  ]);
}
