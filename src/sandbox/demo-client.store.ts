// Creates the client whose key the service prints when it starts in sandbox.

import type pg from 'pg';
import { hashedKeyOf } from '../domain/partners/api-key.ts';
import {
  findClientId,
  hasKey,
  insertClient,
  insertKey,
  insertLedger,
  revokeKeysExcept,
} from '../domain/partners/partners.store.ts';
import { inTransaction } from '../platform/db/pool.ts';
import { CONTRACT_HOLDER } from './demo-world.store.ts';

export const DEMO_CLIENT_ID = 'demo';

/**
 * Creates the demo client, whose credentials are printed at the start. The only valid key of the demo client is the key
 * in the data folder. All other keys of this client are revoked.
 */
export async function ensureDemoClient(pool: pg.Pool, apiKey: string, pepper: string): Promise<void> {
  const key = hashedKeyOf(apiKey, pepper);
  await inTransaction(pool, 'read committed', async (tx) => {
    // Two services may start with the same database at the same time. While one of them holds this lock, the other one
    // waits.
    await tx.query('select 1 from clients where client_id = $1 for update', [CONTRACT_HOLDER]);
    const found = await findClientId(tx, DEMO_CLIENT_ID);
    const client =
      found ??
      (await insertClient(tx, {
        clientId: DEMO_CLIENT_ID,
        name: 'Demo client',
        ledgerId: await insertLedger(tx),
        contractHolderId: await findClientId(tx, CONTRACT_HOLDER),
      }));
    if (await hasKey(tx, client, key.hash)) return;
    await revokeKeysExcept(tx, client, key.hash);
    await insertKey(tx, { clientId: client, ...key });
  });
}
