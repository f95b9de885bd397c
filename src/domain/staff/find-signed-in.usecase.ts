import type { Staffing } from '../../context.ts';
import { isPageOpen, type SignedIn } from './person.ts';
import { touchSession } from './sessions.store.ts';
import { hashToken } from './tokens.ts';

/**
 * Finds the person of a session, and stores the time of this use. Null: the session does not exist or has ended, or the
 * hotel's page cannot be used now.
 */
export async function findSignedIn(
  { pool, snapshot, config, now }: Staffing,
  token: string,
): Promise<SignedIn | null> {
  const found = await touchSession(pool, hashToken(token), now());
  if (found === null) return null;
  const { clientId, hasPassword, ...person } = found;
  const client = snapshot.clients.find(clientId);
  if (!isPageOpen(client, found.hotelId)) return null;
  const isTestAccount = config.environment === 'sandbox' && !hasPassword;
  return {
    ...person,
    isTestAccount,
    caller: { client, keyId: found.sessionId, person: found.name, staffId: found.staffId },
  };
}
