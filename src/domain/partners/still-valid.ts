// Checks again whether a waiting caller may continue.

import type { ById } from '../../kernel/by-id.ts';
import type { Caller } from './authenticate.ts';
import type { Client, StoredKey } from './client.ts';

interface KnownClients {
  clients: ById<Client>;
  keys: ById<StoredKey>;
}

/** Whether a caller that was authenticated before would still be accepted. A request that waits calls this again. */
export function isStillValid(known: KnownClients, { client, keyId }: Caller, now: number): boolean {
  const present = known.clients.find(client.id);
  const key = known.keys.find(keyId);
  if (present === null || present.isSuspended || key === null || key.revoked) return false;
  return key.expiresAt === null || now < key.expiresAt;
}
