import type { ClientId } from '../../kernel/ids.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import type { Limits } from './partner-rules.ts';

/** A partner as shown to operators. */
export interface PartnerRow extends Limits {
  id: ClientId;
  clientId: string;
  name: string;
  suspendedAt: Date | null;
  createdAt: Date;
  activeKeys: number;
  contracts: number;
  lastUsedAt: Date | null;
}

const PARTNERS = `select c.id, c.client_id as "clientId", c.name, c.rate_limit_per_minute as "rateLimitPerMinute",
    c.booking_limit_per_minute as "bookingLimitPerMinute", c.suspended_at as "suspendedAt", c.created_at as "createdAt",
    (select count(*)::int from api_keys k where k.client_id = c.id and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > clock_timestamp())) as "activeKeys",
    (select count(*)::int from contracts t where t.client_id = c.id) as contracts,
    (select max(u.last_used_at) from api_keys k join api_key_uses u on u.api_key_id = k.id where k.client_id = c.id)
      as "lastUsedAt"
  from clients c where c.kind = 'PARTNER'`;

/**
 * Reads all partners, or only the partner with this client id. The list does not contain clients that use another
 * client's contracts, because such clients are testers, not partners.
 */
export async function readPartners(database: Queryable, clientId: string | null): Promise<PartnerRow[]> {
  const result = await database.query<PartnerRow>(
    `${PARTNERS} and (c.client_id = $1 or ($1::text is null and c.contract_holder_id is null)) order by c.client_id`,
    [clientId],
  );
  return result.rows;
}

/** Prevents other transactions from adding or changing clients until this transaction ends. Reads need not wait. */
export async function lockClientIds(tx: Transaction): Promise<void> {
  await tx.query('lock table clients in share row exclusive mode');
}

/**
 * Locks the partner's row, so that two operators cannot change the partner at the same time. Null: no partner has this
 * id.
 */
export async function lockPartner(tx: Transaction, clientId: string): Promise<PartnerRow | null> {
  await tx.query('select 1 from clients where client_id = $1 for update', [clientId]);
  const [partner] = await readPartners(tx, clientId);
  return partner ?? null;
}

export async function setSuspended(tx: Transaction, id: ClientId, isSuspended: boolean): Promise<void> {
  await tx.query('update clients set suspended_at = case when $2 then clock_timestamp() end where id = $1', [
    id,
    isSuspended,
  ]);
}

export async function setLimits(tx: Transaction, id: ClientId, limits: Limits): Promise<void> {
  await tx.query(
    'update clients set rate_limit_per_minute = $2, booking_limit_per_minute = $3 where id = $1',
    [id, limits.rateLimitPerMinute, limits.bookingLimitPerMinute],
  );
}
