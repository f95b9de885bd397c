import { timingSafeEqual } from 'node:crypto';
import type { Environment } from '../boot/config.ts';
import { hashApiKey, isPlausibleKey } from './api-key.ts';
import type { Client, StoredKey } from './client.ts';
import type { KnownKeys } from './known-keys.ts';

export interface Caller {
  client: Client;
  keyId: string;
}

export interface Credentials {
  apiKey: string;
  clientId: string;
}

export interface AuthenticationState {
  environment: Environment;
  pepper: () => string;
  knownKeys: KnownKeys;
  findClient: (publicId: string) => Client | null;
  keysOf: (client: Client) => Iterable<StoredKey>;
}

/** A client has at most two active keys. Always comparing two makes every refusal take the same time. */
export const ACTIVE_KEYS_LIMIT = 2;

const NOBODY = Buffer.alloc(32);

/** The caller, or null. Every check always runs, so that the duration of a refusal reveals nothing. */
export function authenticate(
  credentials: Credentials,
  state: AuthenticationState,
  now: number,
): Caller | null {
  const known = state.knownKeys.find(credentials.apiKey);
  const plausible = known !== null || isPlausibleKey(credentials.apiKey, state.environment);
  const presented = known ?? hashApiKey(credentials.apiKey, state.pepper());
  const client = state.findClient(credentials.clientId);
  const candidates = client === null ? [] : usableKeys(state.keysOf(client), now);
  let match: StoredKey | null = null;
  for (let index = 0; index < ACTIVE_KEYS_LIMIT; index += 1) {
    const candidate = candidates[index];
    if (timingSafeEqual(presented, candidate?.hash ?? NOBODY) && candidate !== undefined) match = candidate;
  }
  if (!plausible || client === null || client.isSuspended || match === null) return null;
  if (known === null) state.knownKeys.keep(credentials.apiKey, presented);
  return { client, keyId: match.id };
}

function usableKeys(keys: Iterable<StoredKey>, now: number): StoredKey[] {
  return [...keys].filter((key) => !key.revoked && (key.expiresAt === null || now < key.expiresAt));
}
