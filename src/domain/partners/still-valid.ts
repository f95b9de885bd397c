// Checks whether the credentials of a waiting caller are still valid.

import type { ById } from '../../kernel/by-id.ts';
import type { Caller } from './authenticate.ts';
import type { Client, StoredKey } from './client.ts';

interface KnownClients {
  clients: ById<Client>;
  keys: ById<StoredKey>;
}

/**
 * Whether a caller that was authenticated earlier would still be accepted now. The service calls this function when a
 * waiting request continues.
 */
export function isStillValid(known: KnownClients, { client, keyId }: Caller, now: number): boolean {
  const present = known.clients.find(client.id);
  const key = known.keys.find(keyId);
  if (present === null || present.isSuspended || key === null || key.revoked) return false;
  return key.expiresAt === null || now < key.expiresAt;
}
