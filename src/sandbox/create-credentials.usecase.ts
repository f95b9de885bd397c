import type { Context } from '../boot/context.ts';
import { inTransaction } from '../db/pool.ts';
import { randomText } from '../kernel/random-text.ts';
import { hashedKeyOf, makeApiKey } from '../partners/api-key.ts';
import { findClientId, insertClient, insertKey, insertLedger } from '../partners/partners.store.ts';
import { CONTRACT_HOLDER } from './demo-world.store.ts';

export const IDLE_DAYS_KEPT = 7;
const CLIENT_ID_ALPHABET = '23456789abcdefghjkmnpqrstvwxyz';

/** Creates a client with a key and its own ledger. The key is returned here and cannot be read again. */
export async function createCredentials(context: Context): Promise<{ clientId: string; apiKey: string }> {
  const clientId = `sandbox-${randomText(10, CLIENT_ID_ALPHABET, context.random)}`;
  const apiKey = makeApiKey('sandbox', context.random);
  await inTransaction(context.pool, 'read committed', async (tx) => {
    const client = await insertClient(tx, {
      clientId,
      name: 'Sandbox client',
      ledgerId: await insertLedger(tx),
      contractHolderId: await findClientId(tx, CONTRACT_HOLDER),
    });
    await insertKey(tx, { clientId: client, ...hashedKeyOf(apiKey, context.secrets.keyPepper) });
  });
  context.ring();
  // The credentials must work as soon as the response arrives.
  await Promise.all([context.feed.catchUp(), context.siblings.catchUp()]);
  return { clientId, apiKey };
}
