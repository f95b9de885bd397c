import type { Queryable, Transaction } from '../db/pool.ts';
import type { ClientId, HotelId, LedgerId, StaffId } from '../kernel/ids.ts';
import type { Role } from './person.ts';

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
