import type { LedgerId } from '../kernel/ids.ts';
import type { Queryable, Transaction } from '../platform/db/pool.ts';
import type { TesterRole } from './credential-limits.ts';
import { CONTRACT_HOLDER } from './demo-world.store.ts';

/**
 * Takes a lock, so that two requests cannot both create the last credentials below the limit. Other requests for
 * credentials wait until this transaction ends. Requests with existing credentials do not wait.
 */
export async function lockCredentials(tx: Transaction): Promise<void> {
  await tx.query('select 1 from clients where client_id = $1 for no key update', [CONTRACT_HOLDER]);
}

/**
 * Returns the times after `since` at which credentials of a role were created from an IP address, oldest first. If
 * there are more than `limit` such times, returns only the newest `limit` times.
 */
export async function listMade(
  tx: Transaction,
  { address, role, since, limit }: { address: string; role: TesterRole; since: Date; limit: number },
): Promise<Date[]> {
  const result = await tx.query<{ made_at: Date }>(
    `select made_at from credentials_made where address = $1 and role = $2 and made_at > $3
     order by made_at desc limit $4`,
    [address, role, since, limit],
  );
  return result.rows.map((row) => row.made_at).reverse();
}

export async function recordMade(
  tx: Transaction,
  address: string,
  role: TesterRole,
  now: Date,
): Promise<void> {
  await tx.query('insert into credentials_made (address, role, made_at) values ($1, $2, $3)', [
    address,
    role,
    now,
  ]);
}

export async function pruneMade(tx: Transaction, limit: number, before: Date): Promise<number> {
  const result = await tx.query(
    `delete from credentials_made where ctid in (select ctid from credentials_made where made_at <= $1 limit $2)`,
    [before, limit],
  );
  return result.rowCount ?? 0;
}

/** Counts the testers of a role. */
export async function countTesters(tx: Transaction, role: TesterRole): Promise<number> {
  const result = await tx.query(
    role === 'hotel'
      ? 'select count(*)::int as count from hotels where private_ledger_id is not null'
      : 'select count(*)::int as count from clients where contract_holder_id is not null',
  );
  return result.rows[0].count;
}

/**
 * Returns the ledgers of a role whose last use was before the given time. Requests with a key and visits to the hotel
 * page count as uses. The ledger with the oldest last use comes first.
 */
export async function findLongestIdle(
  database: Queryable,
  role: TesterRole,
  { usedBefore, keptClientId, limit }: { usedBefore: Date; keptClientId: string; limit: number },
): Promise<LedgerId[]> {
  const ofRole =
    role === 'hotel'
      ? 'exists (select 1 from hotels h where h.private_ledger_id = l.id)'
      : 'exists (select 1 from clients c where c.ledger_id = l.id and c.contract_holder_id is not null)';
  const result = await database.query(
    `select id from (
       select l.id, greatest(l.last_used_at, (select max(p.used_at) from staff p where p.ledger_id = l.id)) as used_at
       from ledgers l
       where ${ofRole} and not exists (select 1 from clients c where c.ledger_id = l.id and c.client_id = $2)) idle
     where used_at < $1 order by used_at, id limit $3`,
    [usedBefore, keptClientId, limit],
  );
  return result.rows.map((row) => row.id);
}
