// Inserts clients and their keys, revokes keys, and stores new hashes of keys.

import type { ClientId, HotelId, LedgerId } from '../../kernel/ids.ts';
import type { Transaction } from '../../platform/db/pool.ts';
import type { HashedKey } from './api-key.ts';
import { ACTIVE_KEYS_LIMIT } from './authenticate.ts';
import type { KeyRehash } from './key-rehashes.ts';

export interface NewClient {
  clientId: string;
  name: string;
  ledgerId: LedgerId;
  contractHolderId: ClientId | null;
  /** The hotels of a supplier. Not set when the client is a partner. */
  suppliedHotels?: readonly HotelId[];
}

export async function insertLedger(tx: Transaction): Promise<LedgerId> {
  const result = await tx.query('insert into ledgers default values returning id');
  return result.rows[0].id;
}

export async function insertClient(tx: Transaction, client: NewClient): Promise<ClientId> {
  const result = await tx.query(
    `insert into clients (client_id, name, ledger_id, contract_holder_id, kind, supplied_hotels)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [
      client.clientId,
      client.name,
      client.ledgerId,
      client.contractHolderId,
      client.suppliedHotels === undefined ? 'PARTNER' : 'SUPPLIER',
      client.suppliedHotels ?? [],
    ],
  );
  return result.rows[0].id;
}

export async function findClientId(tx: Transaction, clientId: string): Promise<ClientId | null> {
  const result = await tx.query('select id from clients where client_id = $1', [clientId]);
  return result.rows[0]?.id ?? null;
}

/**
 * Locks the client's row and adds a key. Because of the lock, two additions at the same time cannot exceed the limit.
 */
export async function insertKey(
  tx: Transaction,
  key: HashedKey & { clientId: ClientId; expiresAt?: Date },
): Promise<string> {
  await tx.query('select 1 from clients where id = $1 for update', [key.clientId]);
  const active = await tx.query(
    `select count(*)::int as count from api_keys
     where client_id = $1 and revoked_at is null and (expires_at is null or expires_at > clock_timestamp())`,
    [key.clientId],
  );
  if (active.rows[0].count >= ACTIVE_KEYS_LIMIT)
    throw new Error(`client ${key.clientId} already has ${ACTIVE_KEYS_LIMIT} active keys: revoke one first`);
  const result = await tx.query(
    'insert into api_keys (client_id, hash, hint, pepper, expires_at) values ($1, $2, $3, $4, $5) returning id',
    [key.clientId, key.hash, key.hint, key.pepper, key.expiresAt ?? null],
  );
  return result.rows[0].id;
}

export async function revokeKeysExcept(tx: Transaction, clientId: ClientId, hash: Buffer): Promise<void> {
  await tx.query(
    'update api_keys set revoked_at = clock_timestamp() where client_id = $1 and hash <> $2 and revoked_at is null',
    [clientId, hash],
  );
}

export async function hasKey(tx: Transaction, clientId: ClientId, hash: Buffer): Promise<boolean> {
  const result = await tx.query(
    'select 1 from api_keys where client_id = $1 and hash = $2 and revoked_at is null',
    [clientId, hash],
  );
  return result.rowCount === 1;
}

export async function recordKeyUses(tx: Transaction, keyIds: string[], instants: Date[]): Promise<void> {
  // A key may have been deleted together with its ledger since its last use. The join skips such keys.
  await tx.query(
    `insert into api_key_uses (api_key_id, last_used_at)
     select u.id, u.at from unnest($1::uuid[], $2::timestamptz[]) u(id, at) join api_keys k on k.id = u.id
     on conflict (api_key_id) do update set last_used_at = greatest(api_key_uses.last_used_at, excluded.last_used_at)`,
    [keyIds, instants],
  );
  await tx.query(
    `update ledgers l set last_used_at = greatest(l.last_used_at, u.at)
     from (select c.ledger_id, max(u.at) as at from unnest($1::uuid[], $2::timestamptz[]) u(id, at)
           join api_keys k on k.id = u.id join clients c on c.id = k.client_id group by c.ledger_id) u
     where l.id = u.ledger_id`,
    [keyIds, instants],
  );
}

/**
 * Stores hashes that were made with a new pepper. If the database has the fingerprint of a different pepper, some
 * process may still hash new keys with that pepper. The function then writes nothing and returns false. A sandbox
 * database has no fingerprint, so there the hashes are always stored.
 */
export async function rehashKeys(
  tx: Transaction,
  pepper: string,
  rehashes: readonly KeyRehash[],
): Promise<boolean> {
  const claimed = await tx.query<{ value: string }>(
    "select value #>> '{}' as value from deployment where key = 'pepper' for share",
  );
  if (claimed.rows.some(({ value }) => value !== pepper)) return false;
  await tx.query(
    `update api_keys k set hash = r.new_hash, pepper = $1
     from unnest($2::uuid[], $3::bytea[], $4::bytea[]) r(id, old_hash, new_hash) where k.id = r.id and k.hash = r.old_hash`,
    [
      pepper,
      rehashes.map(({ keyId }) => keyId),
      rehashes.map(({ oldHash }) => oldHash),
      rehashes.map(({ newHash }) => newHash),
    ],
  );
  return true;
}
