import { randomUUID } from 'node:crypto';
import type { Staffing, Tokens } from '../../context.ts';
import type { StaffId } from '../../kernel/ids.ts';
import type { Transaction } from '../../platform/db/pool.ts';
import { signingKeysOf } from '../../platform/secrets/accepted-secrets.ts';
import { rememberAccount } from './proof/known-device.ts';
import { deleteOldestSessions, deleteSession, insertSession } from './sessions.store.ts';
import { hashToken, makeToken } from './tokens.ts';

/** The browser from which a person signs in. `oldToken` is the session cookie that the browser sent, if any. */
export interface Visitor {
  address: string;
  device: string;
  oldToken: string | null;
  /** The device cookie from an earlier sign-in, if any. */
  knownAs: string | null;
}

/**
 * The values of the cookies that the service sends to the browser. With the cookie `device`, the service later
 * recognises the browser. Null: the service does not send this cookie.
 */
export interface BegunSession {
  token: string;
  device: string | null;
}

const DEVICE_LENGTH = 200;
/**
 * The maximum number of sessions per person. This is enough for a phone, a computer and some browsers in which the
 * person forgot to sign out.
 */
export const SESSIONS_LIMIT = 20;

/**
 * Returns the cookie by which the service later recognises the device. Call this function only for a person who has
 * just proved their identity.
 */
export function deviceOf({ secrets, random }: Tokens, email: string, { knownAs }: Visitor): string {
  return rememberAccount(knownAs, email, signingKeysOf(secrets), random);
}

/**
 * Begins a session with a new token. Ends the session that the browser had before, so that an attacker cannot prepare a
 * browser with a session whose token the attacker knows.
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
