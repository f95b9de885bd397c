import type { ClientId, HotelId, LedgerId } from '../../kernel/ids.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';

/** A supplier as shown to operators. */
export interface SupplierRow {
  id: ClientId;
  clientId: string;
  name: string;
  suspendedAt: Date | null;
  createdAt: Date;
  /** The maximum number of requests per minute for each hotel. Null: the usual limit applies. */
  limitPerMinute: number | null;
  /** The supplier's hotels, sorted by public id. */
  hotels: { id: HotelId; publicId: string; name: string }[];
  activeKeys: number;
  lastUsedAt: Date | null;
}

const SUPPLIERS = `select c.id, c.client_id as "clientId", c.name, c.rate_limit_per_minute as "limitPerMinute",
    c.suspended_at as "suspendedAt", c.created_at as "createdAt",
    (select coalesce(json_agg(json_build_object('id', h.id, 'publicId', h.public_id, 'name', h.name_en)
       order by h.public_id), '[]') from hotels h where h.id = any(c.supplied_hotels)) as hotels,
    (select count(*)::int from api_keys k where k.client_id = c.id and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > clock_timestamp())) as "activeKeys",
    (select max(u.last_used_at) from api_keys k join api_key_uses u on u.api_key_id = k.id where k.client_id = c.id)
      as "lastUsedAt"
  from clients c where c.kind = 'SUPPLIER'`;

/** Reads all suppliers, or only the supplier with this client id. */
export async function readSuppliers(database: Queryable, clientId: string | null): Promise<SupplierRow[]> {
  const result = await database.query<SupplierRow>(
    `${SUPPLIERS} and ($1::text is null or c.client_id = $1) order by c.client_id`,
    [clientId],
  );
  return result.rows;
}

/**
 * Locks the supplier's row, so that two operators cannot change the supplier at the same time. Null: no supplier has
 * this id.
 */
export async function lockSupplier(tx: Transaction, clientId: string): Promise<SupplierRow | null> {
  await tx.query('select 1 from clients where client_id = $1 for update', [clientId]);
  const [supplier] = await readSuppliers(tx, clientId);
  return supplier ?? null;
}

export async function setSuppliedHotels(tx: Transaction, id: ClientId, hotels: HotelId[]): Promise<void> {
  await tx.query('update clients set supplied_hotels = $2 where id = $1', [id, hotels]);
}

export async function setSupplyLimit(
  tx: Transaction,
  id: ClientId,
  limitPerMinute: number | null,
): Promise<void> {
  await tx.query('update clients set rate_limit_per_minute = $2 where id = $1', [id, limitPerMinute]);
}

/** Finds the ledger of a partner. Null: no partner has this id. */
export async function findLedgerOfPartner(tx: Transaction, clientId: string): Promise<LedgerId | null> {
  const result = await tx.query("select ledger_id from clients where client_id = $1 and kind = 'PARTNER'", [
    clientId,
  ]);
  return result.rows[0]?.ledger_id ?? null;
}
