import { randomUUID } from 'node:crypto';
import type { Staffing, Tokens } from '../../context.ts';
import type { StaffId } from '../../kernel/ids.ts';
import type { Transaction } from '../../platform/db/pool.ts';
import { signingKeysOf } from '../../platform/secrets/accepted-secrets.ts';
import { rememberAccount } from './proof/known-device.ts';
import { deleteOldestSessions, deleteSession, insertSession } from './sessions.store.ts';
import { hashToken, makeToken } from './tokens.ts';

/** The browser from which a person signs in. `oldToken` is the session cookie that it sent, if any. */
export interface Visitor {
  address: string;
  device: string;
  oldToken: string | null;
  /** The device cookie from an earlier sign-in, if any. */
  knownAs: string | null;
}

/**
 * The cookies that the browser gets. `device` is the cookie by which the service recognises the browser later. Null: no
 * such cookie.
 */
export interface BegunSession {
  token: string;
  device: string | null;
}

const DEVICE_LENGTH = 200;
/** The number of sessions per person. A person has a phone, a computer and some forgotten browsers. */
export const SESSIONS_LIMIT = 20;

/**
 * The cookie by which the service recognises a device later. Call this only after the person has proved their identity.
 */
export function deviceOf({ secrets, random }: Tokens, email: string, { knownAs }: Visitor): string {
  return rememberAccount(knownAs, email, signingKeysOf(secrets), random);
}

/**
 * Begins a session with a new token. The browser's earlier session ends, so that nobody can prepare a session for
 * another person.
 */
export async function beginSession(
  { now, random }: Staffing,
  tx: Transaction,
  staffId: StaffId,
  { address, device, oldToken }: Visitor,
): Promise<string> {
  if (oldToken !== null) await deleteSession(tx, hashToken(oldToken));
  await deleteOldestSessions(tx, staffId, SESSIONS_LIMIT - 1);
  const token = makeToken(random);
  await insertSession(tx, {
    id: randomUUID(),
    tokenHash: hashToken(token),
    staffId,
    at: now(),
    address,
    device: device.slice(0, DEVICE_LENGTH),
  });
  return token;
}
