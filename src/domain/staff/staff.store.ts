// Reads and writes accounts of the hotel page.

import type { ClientId, HotelId, LedgerId, StaffId } from '../../kernel/ids.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import type { Role, StaffRow } from './person.ts';

export interface NewStaff {
  id: StaffId;
  ledgerId: LedgerId;
  hotelId: HotelId;
  clientId: ClientId;
  email: string;
  name: string;
  role: Role;
  at: Date;
}

/** Returns false when another account has this e-mail address. */
export async function insertStaff(tx: Transaction, staff: NewStaff): Promise<boolean> {
  const result = await tx.query(
    `insert into staff (id, ledger_id, hotel_id, client_id, email, name, role, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (email) do nothing`,
    [staff.id, staff.ledgerId, staff.hotelId, staff.clientId, staff.email, staff.name, staff.role, staff.at],
  );
  return result.rowCount === 1;
}

export async function findStaffByEmail(database: Queryable, email: string): Promise<StaffId | null> {
  const result = await database.query('select id from staff where email = $1', [email]);
  return result.rows[0]?.id ?? null;
}

/**
 * Selects the people of hotels. The status of an account is ACTIVE if the account has a password. A test account of a
 * sandbox has no password, so its status is ACTIVE after its first use.
 */
const STAFF = `select p.id, p.hotel_id as "hotelId", p.client_id as "clientId", h.public_id as "publicId", p.name, p.email, p.role,
    case when p.suspended_at is not null then 'SUSPENDED'
      when p.password is not null or p.used_at is not null then 'ACTIVE' else 'INVITED' end as status,
    p.totp_since is not null as "hasTotp", p.used_at as "usedAt", p.created_at as "createdAt"
  from staff p join hotels h on h.id = p.hotel_id`;

export async function listStaffOf(database: Queryable, hotelId: HotelId): Promise<StaffRow[]> {
  const result = await database.query<StaffRow>(
    `${STAFF} where p.hotel_id = $1 order by lower(p.name), p.id`,
    [hotelId],
  );
  return result.rows;
}

export async function listAllStaff(database: Queryable): Promise<StaffRow[]> {
  const result = await database.query<StaffRow>(`${STAFF} order by h.public_id, lower(p.name), p.id`);
  return result.rows;
}

export async function findStaff(database: Queryable, id: StaffId): Promise<StaffRow | null> {
  const result = await database.query<StaffRow>(`${STAFF} where p.id = $1`, [id]);
  return result.rows[0] ?? null;
}

/**
 * Takes a lock, so that two changes of one hotel's accounts run one after the other. Otherwise two managers could
 * suspend each other at the same time, or two invitations at the same time could exceed the limit.
 */
export async function lockPage(tx: Transaction, clientId: ClientId): Promise<void> {
  await tx.query('select 1 from clients where id = $1 for no key update', [clientId]);
}

/**
 * Counts the people of a hotel who are not suspended. People who left the hotel are suspended, so the number does not
 * include them.
 */
export async function countStaff(tx: Transaction, hotelId: HotelId): Promise<number> {
  const result = await tx.query(
    'select count(*)::int as count from staff where hotel_id = $1 and suspended_at is null',
    [hotelId],
  );
  return result.rows[0].count;
}

export async function isActiveManager(tx: Transaction, id: StaffId): Promise<boolean> {
  const result = await tx.query(
    "select 1 from staff where id = $1 and role = 'MANAGER' and suspended_at is null",
    [id],
  );
  return result.rowCount === 1;
}

/** Suspends a person, and deletes the person's sessions and links. */
export async function suspendStaff(tx: Transaction, id: StaffId, at: Date): Promise<void> {
  await tx.query('update staff set suspended_at = $2 where id = $1 and suspended_at is null', [id, at]);
  await tx.query('delete from staff_sessions where staff_id = $1', [id]);
  await tx.query('delete from staff_links where staff_id = $1', [id]);
}

export async function resumeStaff(tx: Transaction, id: StaffId): Promise<void> {
  await tx.query('update staff set suspended_at = null where id = $1', [id]);
}

export async function deleteStaff(tx: Transaction, id: StaffId): Promise<void> {
  await tx.query('delete from staff where id = $1', [id]);
}

/** The supplier that the accounts of a hotel belong to. */
export interface PageClient {
  id: ClientId;
  ledgerId: LedgerId;
}

/** Finds the client of a hotel's page. `isSupplied` is true if the client is a supplier of this hotel. */
export async function findPageClient(
  tx: Transaction,
  clientId: string,
  hotelId: HotelId,
): Promise<(PageClient & { isSupplied: boolean }) | null> {
  const result = await tx.query<PageClient & { isSupplied: boolean }>(
    `select id, ledger_id as "ledgerId", kind = 'SUPPLIER' and $2 = any(supplied_hotels) as "isSupplied"
     from clients where client_id = $1`,
    [clientId, hotelId],
  );
  return result.rows[0] ?? null;
}

/** Finds the supplier of a tester's private hotel in a sandbox. This supplier is in the tester's ledger. */
export async function findPrivatePage(tx: Transaction, hotelId: HotelId): Promise<PageClient | null> {
  const result = await tx.query<PageClient>(
    `select c.id, c.ledger_id as "ledgerId" from hotels h
     join clients c on c.ledger_id = h.private_ledger_id and c.kind = 'SUPPLIER' and h.id = any(c.supplied_hotels)
     where h.id = $1 order by c.created_at, c.id limit 1`,
    [hotelId],
  );
  return result.rows[0] ?? null;
}
