import type { Operation } from '../../context.ts';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import { recordOperatorChanges } from '../../platform/audit/operator-audit.store.ts';
import { commitUnless } from '../../platform/db/commit-unless.ts';
import { findKey, type KeyRow } from './key-rules.ts';
import { findKeyOwner, getKey, lockKeyOwner, readKeys, setRevoked } from './operate-keys.store.ts';
import { noClient } from './partner-rules.ts';

/** Lists the keys of all clients, or of one client. */
export async function listKeys(
  { pool }: Operation,
  clientId: string | null,
): Promise<Outcome<KeyRow[], Declined>> {
  if (clientId !== null && (await findKeyOwner(pool, clientId)) === null) return decline(noClient(clientId));
  return accept(await readKeys(pool, clientId));
}

/** Finds a client's key by its id or its last four characters. */
export async function nameKey(
  operation: Operation,
  clientId: string,
  reference: string,
): Promise<Outcome<KeyRow, Declined>> {
  const keys = await listKeys(operation, clientId);
  return keys.ok ? findKey(keys.value, clientId, reference, operation.now()) : keys;
}

/** Revokes a key permanently. If the key is already revoked, nothing is changed. */
export async function revokeKey({ pool, who }: Operation, key: KeyRow): Promise<Outcome<KeyRow, Declined>> {
  return commitUnless(false, pool, async (tx) => {
    if ((await lockKeyOwner(tx, key.clientId)) === null) return decline(noClient(key.clientId));
    const before = await getKey(tx, key.id);
    if (before.revokedAt !== null) return accept(before);
    await setRevoked(tx, key.id);
    const after = await getKey(tx, key.id);
    await recordOperatorChanges(tx, [
      { who, action: 'key revoke', subject: key.clientId, before: audited(before), after: audited(after) },
    ]);
    return accept(after);
  });
}

function audited({ id, hint, revokedAt }: KeyRow) {
  return { key_id: id, hint, revoked_at: revokedAt };
}
