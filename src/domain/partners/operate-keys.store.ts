// Reads and changes keys for the commands of operators.

import type { ClientId } from '../../kernel/ids.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import type { KeyRow } from './key-rules.ts';

const KEYS = `select k.id, c.client_id as "clientId", k.hint, k.created_at as "createdAt", k.expires_at as "expiresAt",
    k.revoked_at as "revokedAt", u.last_used_at as "lastUsedAt"
  from api_keys k join clients c on c.id = k.client_id left join api_key_uses u on u.api_key_id = k.id`;

/** The fields of a client that are needed when an operator changes its keys. */
export interface KeyOwner {
  id: ClientId;
  activeKeys: number;
}

/** Finds a partner or a supplier. Null when no client has this id. */
export async function findKeyOwner(database: Queryable, clientId: string): Promise<KeyOwner | null> {
  const result = await database.query<KeyOwner>(
    `select c.id, (select count(*)::int from api_keys k where k.client_id = c.id and k.revoked_at is null
       and (k.expires_at is null or k.expires_at > clock_timestamp())) as "activeKeys"
     from clients c where c.client_id = $1`,
    [clientId],
  );
  return result.rows[0] ?? null;
}

/** Locks the client's row, so that two operators cannot change the keys of the client at the same time. */
export async function lockKeyOwner(tx: Transaction, clientId: string): Promise<KeyOwner | null> {
  await tx.query('select 1 from clients where client_id = $1 for update', [clientId]);
  return findKeyOwner(tx, clientId);
}

/**
 * Reads the keys of the client with this id, or of all clients that do not use another client's contracts. The newest
 * key comes last.
 */
export async function readKeys(database: Queryable, clientId: string | null): Promise<KeyRow[]> {
  const result = await database.query<KeyRow>(
    `${KEYS} where c.client_id = $1 or ($1::text is null and c.contract_holder_id is null)
     order by c.client_id, k.created_at, k.id`,
    [clientId],
  );
  return result.rows;
}

export async function getKey(tx: Transaction, id: string): Promise<KeyRow> {
  const result = await tx.query<KeyRow>(`${KEYS} where k.id = $1`, [id]);
  return result.rows[0]!;
}

/**
 * Sets the expiry time of all valid keys of a client to `minutes` minutes from now. A key that expires earlier keeps
 * its expiry time.
 */
export async function endKeysWithin(tx: Transaction, clientId: ClientId, minutes: number): Promise<void> {
  await tx.query(
    `update api_keys set expires_at = least(expires_at, clock_timestamp() + make_interval(mins => $2))
     where client_id = $1 and revoked_at is null and (expires_at is null or expires_at > clock_timestamp())`,
    [clientId, minutes],
  );
}

export async function setRevoked(tx: Transaction, id: string): Promise<void> {
  await tx.query('update api_keys set revoked_at = clock_timestamp() where id = $1 and revoked_at is null', [
    id,
  ]);
}
