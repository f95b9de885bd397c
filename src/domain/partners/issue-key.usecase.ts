// An operator creates a new key for a client.

import type { Operation } from '../../context.ts';
import { type Day, formatDay, instantInBaghdad, nextDay } from '../../kernel/day.ts';
import type { ClientId } from '../../kernel/ids.ts';
import { accept, type Declined, decline, type Outcome } from '../../kernel/refusal.ts';
import { recordOperatorChanges } from '../../platform/audit/operator-audit.store.ts';
import { commitUnless } from '../../platform/db/commit-unless.ts';
import type { Transaction } from '../../platform/db/pool.ts';
import { hashedKeyOf, makeApiKey } from './api-key.ts';
import { ACTIVE_KEYS_LIMIT } from './authenticate.ts';
import { type KeyRow, overlapProblem } from './key-rules.ts';
import { endKeysWithin, getKey, lockKeyOwner, readKeys } from './operate-keys.store.ts';
import { noClient } from './partner-rules.ts';
import { insertKey } from './partners.store.ts';

export interface IssuedKey {
  /** The text of the key. It can be shown only now, because the database stores only the hash of the key. */
  apiKey: string;
  key: KeyRow;
  /** The old keys that the new key replaces. Each of these old keys now has an expiry time. */
  ending: KeyRow[];
}

/**
 * Creates an additional key for a client. `lastDay` is the last day on which the key works, in Baghdad time. Null: the
 * key never expires.
 */
export async function issueKey(
  operation: Operation,
  clientId: string,
  lastDay: Day | null,
): Promise<Outcome<IssuedKey, Declined>> {
  const today = operation.today();
  if (lastDay !== null && lastDay < today)
    return decline(`expires: must not be before today, ${formatDay(today)} in Baghdad`);
  const expiresAt = lastDay === null ? null : instantInBaghdad(nextDay(lastDay), '00:00');
  return commitUnless(false, operation.pool, async (tx) => {
    const client = await lockKeyOwner(tx, clientId);
    if (client === null) return decline(noClient(clientId));
    if (client.activeKeys >= ACTIVE_KEYS_LIMIT) return decline(tooManyKeys(clientId));
    const issued = await addKey(tx, operation, client.id, expiresAt);
    await recordOperatorChanges(tx, [added(operation.who, 'key issue', issued.key)]);
    return accept({ ...issued, ending: [] });
  });
}

/**
 * Creates a new key for a client. The old keys still work for `overlapMinutes` minutes. During this time, the client
 * can change to the new key.
 */
export async function rotateKey(
  operation: Operation,
  clientId: string,
  overlapMinutes: number,
  dryRun: boolean,
): Promise<Outcome<IssuedKey, Declined>> {
  const problem = overlapProblem(overlapMinutes);
  if (problem !== null) return decline(problem);
  return commitUnless(dryRun, operation.pool, async (tx) => {
    const client = await lockKeyOwner(tx, clientId);
    if (client === null) return decline(noClient(clientId));
    if (client.activeKeys >= ACTIVE_KEYS_LIMIT) return decline(tooManyKeys(clientId));
    if (client.activeKeys === 0)
      return decline(
        `client ${clientId} has no active key to rotate: ihc key issue ${clientId} gives it one`,
      );
    const before = new Map((await readKeys(tx, clientId)).map((key) => [key.id, key]));
    await endKeysWithin(tx, client.id, overlapMinutes);
    const ending = (await readKeys(tx, clientId)).filter(
      (key) => key.expiresAt?.getTime() !== before.get(key.id)?.expiresAt?.getTime(),
    );
    const issued = await addKey(tx, operation, client.id, null);
    await recordOperatorChanges(tx, [
      added(operation.who, 'key rotate', issued.key),
      ...ending.map((key) => ({
        who: operation.who,
        action: 'key rotate',
        subject: clientId,
        before: audited(before.get(key.id)!),
        after: audited(key),
      })),
    ]);
    return accept({ ...issued, ending });
  });
}

async function addKey(
  tx: Transaction,
  { environment, random, claimPepper }: Operation,
  clientId: ClientId,
  expiresAt: Date | null,
): Promise<{ apiKey: string; key: KeyRow }> {
  const pepper = await claimPepper(tx);
  const apiKey = makeApiKey(environment, random);
  const id = await insertKey(tx, {
    clientId,
    ...hashedKeyOf(apiKey, pepper),
    ...(expiresAt !== null && { expiresAt }),
  });
  return { apiKey, key: await getKey(tx, id) };
}

function added(who: string, action: string, key: KeyRow) {
  return { who, action, subject: key.clientId, before: null, after: audited(key) };
}

function audited({ id, hint, expiresAt }: KeyRow) {
  return { key_id: id, hint, expires_at: expiresAt };
}

function tooManyKeys(clientId: string): string {
  return `client ${clientId} already has ${ACTIVE_KEYS_LIMIT} active keys: revoke one first (ihc key revoke ${clientId} …)`;
}
