import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Caller } from './authenticate.ts';

/** Whether a caller that the gate has let in would still be let in. A request that waits asks again. */
export function isStillValid(snapshot: Snapshot, { client, keyId }: Caller, now: number): boolean {
  const present = snapshot.clients.find(client.id);
  const key = snapshot.keys.find(keyId);
  if (present === null || present.isSuspended || key === null || key.revoked) return false;
  return key.expiresAt === null || now < key.expiresAt;
}
