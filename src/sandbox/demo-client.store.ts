// The client whose key a sandbox prints when it starts.

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
 * The demo client whose credentials are printed at the start. Its key is in the data folder, and its other keys are
 * revoked.
 */
export async function ensureDemoClient(pool: pg.Pool, apiKey: string, pepper: string): Promise<void> {
  const key = hashedKeyOf(apiKey, pepper);
  await inTransaction(pool, 'read committed', async (tx) => {
    // The lock lets only one service do this at a time, because two may start on one database.
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
