// Creates a partner with a key and a ledger for a tester.

import type { Memory, Queries, Tokens } from '../context.ts';
import { hashedKeyOf, makeApiKey } from '../domain/partners/api-key.ts';
import {
  findClientId,
  insertClient,
  insertKey,
  insertLedger,
  type NewClient,
} from '../domain/partners/partners.store.ts';
import type { ClientId, LedgerId } from '../kernel/ids.ts';
import { randomText } from '../kernel/random-text.ts';
import type { Outcome } from '../kernel/refusal.ts';
import type { Transaction } from '../platform/db/pool.ts';
import { CONTRACT_HOLDER } from './demo-world.store.ts';
import { makeCredentials } from './make-credentials.usecase.ts';

const CLIENT_ID_ALPHABET = '23456789abcdefghjkmnpqrstvwxyz';

export interface Credentials {
  clientId: string;
  apiKey: string;
}

/**
 * Creates a client with a key and a new ledger, for a tester with this IP address. Only this function returns the key.
 * Nobody can read the key later.
 */
export async function createCredentials(
  context: Queries & Tokens & Memory,
  address: string,
): Promise<Outcome<Credentials>> {
  const created = await makeCredentials(context, { role: 'partner', address }, async (tx) => {
    const { credentials } = await addClient(context, tx, 'sandbox', {
      name: 'Sandbox client',
      ledgerId: await insertLedger(tx),
      contractHolderId: await findClientId(tx, CONTRACT_HOLDER),
    });
    return credentials;
  });
  if (created.ok) await announceCredentials(context);
  return created;
}

/** Adds a client with a key. The id of the client is random and begins with `prefix`. */
export async function addClient(
  context: Tokens,
  tx: Transaction,
  prefix: string,
  client: Omit<NewClient, 'clientId'>,
): Promise<{ id: ClientId; ledgerId: LedgerId; credentials: Credentials }> {
  const clientId = `${prefix}-${randomText(10, CLIENT_ID_ALPHABET, context.random)}`;
  const apiKey = makeApiKey('sandbox', context.random);
  const id = await insertClient(tx, { ...client, clientId });
  await insertKey(tx, { clientId: id, ...hashedKeyOf(apiKey, context.secrets.keyPepper) });
  return { id, ledgerId: client.ledgerId, credentials: { clientId, apiKey } };
}

/** Updates the memory of all processes, so that the credentials work as soon as the response arrives. */
export async function announceCredentials(context: Memory): Promise<void> {
  context.ring();
  await Promise.all([context.feed.catchUp(), context.siblings.catchUp()]);
}
