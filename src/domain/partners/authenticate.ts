// Identifies the caller of a request from its headers.

import { timingSafeEqual } from 'node:crypto';
import type { Environment } from '../../kernel/environment.ts';
import { hashApiKey, isPlausibleKey } from './api-key.ts';
import type { Client, StoredKey } from './client.ts';
import type { KeyRehash } from './key-rehashes.ts';
import type { KnownKeys } from './known-keys.ts';

export interface Caller {
  client: Client;
  keyId: string;
  /**
   * The name of the person who sends the request on the hotel page. Not set when a system sends the request with a key.
   */
  person?: string;
  /** The id of this person, for the audit. */
  staffId?: string;
}

export interface Credentials {
  apiKey: string;
  clientId: string;
}

export interface AuthenticationState {
  environment: Environment;
  /**
   * New keys are hashed with the first pepper. The service still accepts keys that were hashed with the other peppers.
   * An operator can therefore replace a pepper while keys are in use.
   */
  peppers: readonly string[];
  knownKeys: KnownKeys;
  findClient: (publicId: string) => Client | null;
  keysOf: (client: Client) => Iterable<StoredKey>;
  /** Called when a key was recognised and its stored hash was not made with the first pepper. */
  onOtherPepper: (rehash: KeyRehash) => void;
}

/**
 * A client has at most this number of active keys. The key of every request is compared with exactly this number of
 * hashes, so that every refusal takes the same time.
 */
export const ACTIVE_KEYS_LIMIT = 2;

const NOBODY = Buffer.alloc(32);

/**
 * Returns the caller. Null: the credentials are not valid. Every check is made for every request. The duration of a
 * refusal therefore does not show which check failed.
 */
export function authenticate(
  credentials: Credentials,
  state: AuthenticationState,
  now: number,
): Caller | null {
  const { apiKey, clientId } = credentials;
  const known = state.knownKeys.find(apiKey);
  const plausible = known !== null || isPlausibleKey(apiKey, state.environment);
  const client = state.findClient(clientId);
  const candidates = client === null ? [] : usableKeys(state.keysOf(client), now);
  const match = (known && matchOf(known, candidates)) ?? matchByPepper(apiKey, candidates, state);
  if (!plausible || client === null || client.isSuspended || match === null) return null;
  return { client, keyId: match.id };
}

/**
 * Hashes the key with each pepper and looks for a stored key with the same hash. This is needed if no hash of the key
 * is cached, or if the stored hash was replaced after the old hash was cached.
 */
function matchByPepper(
  apiKey: string,
  candidates: StoredKey[],
  { peppers, knownKeys, onOtherPepper }: AuthenticationState,
): StoredKey | null {
  const hashes = peppers.map((pepper) => hashApiKey(apiKey, pepper));
  let found: { match: StoredKey; hash: Buffer } | null = null;
  for (const hash of hashes) {
    const match = matchOf(hash, candidates);
    if (match !== null) found = { match, hash };
  }
  if (found === null) return null;
  knownKeys.keep(apiKey, found.hash);
  const [newHash] = hashes as [Buffer];
  if (found.hash !== newHash) onOtherPepper({ keyId: found.match.id, oldHash: found.hash, newHash });
  return found.match;
}

function matchOf(hash: Buffer, candidates: StoredKey[]): StoredKey | null {
  let match: StoredKey | null = null;
  for (let index = 0; index < ACTIVE_KEYS_LIMIT; index += 1) {
    const candidate = candidates[index];
    if (timingSafeEqual(hash, candidate?.hash ?? NOBODY) && candidate !== undefined) match = candidate;
  }
  return match;
}

function usableKeys(keys: Iterable<StoredKey>, now: number): StoredKey[] {
  return [...keys].filter((key) => !key.revoked && (key.expiresAt === null || now < key.expiresAt));
}
