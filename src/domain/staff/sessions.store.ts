import type { ClientId, HotelId, StaffId } from '../../kernel/ids.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import { type Role, SESSION_DAYS } from './person.ts';

/** A session ends if no request uses it for this number of hours. */
export const IDLE_HOURS = 12;

export interface NewSession {
  id: string;
  tokenHash: Buffer;
  staffId: StaffId;
  at: Date;
  address: string;
  device: string;
}

export async function insertSession(tx: Transaction, session: NewSession): Promise<void> {
  await tx.query(
    `insert into staff_sessions (id, token_hash, staff_id, created_at, used_at, address, device)
     values ($1, $2, $3, $4, $4, $5, $6)`,
    [session.id, session.tokenHash, session.staffId, session.at, session.address, session.device],
  );
}

export interface FoundSession {
  sessionId: string;
  staffId: StaffId;
  hotelId: HotelId;
  clientId: ClientId;
  name: string;
  email: string;
  role: Role;
  hasTotp: boolean;
  hasPassword: boolean;
}

/**
 * Finds a session that is valid at `now`, and stores the time of this use, at most once a minute. Suspended people have
 * no valid session.
 */
export async function touchSession(
  database: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<FoundSession | null> {
  const result = await database.query<FoundSession & { isOld: boolean; isPersonOld: boolean }>({
    name: 'staff-touch-session',
    text: `select s.id as "sessionId", p.id as "staffId", p.hotel_id as "hotelId", p.client_id as "clientId", p.name,
        p.email, p.role, p.totp_since is not null as "hasTotp", p.password is not null as "hasPassword",
        s.used_at < $2::timestamptz - interval '1 minute' as "isOld",
        coalesce(p.used_at < $2::timestamptz - interval '1 minute', true) as "isPersonOld"
      from staff_sessions s join staff p on p.id = s.staff_id
      where s.token_hash = $1 and p.suspended_at is null
        and s.used_at > $2::timestamptz - make_interval(hours => ${IDLE_HOURS})
        and s.created_at > $2::timestamptz - make_interval(days => ${SESSION_DAYS})`,
    values: [tokenHash, now],
  });
  const row = result.rows[0];
  if (row === undefined) return null;
  const { isOld, isPersonOld, ...found } = row;
  if (isOld)
    await database.query('update staff_sessions set used_at = $2 where id = $1 and used_at < $2', [
      found.sessionId,
      now,
    ]);
  // Update the rows of the session and of the person in separate transactions. A suspension locks these rows in the
  // opposite order, so one transaction for both rows could deadlock.
  if (isPersonOld)
    await database.query(
      'update staff set used_at = $2 where id = $1 and (used_at is null or used_at < $2)',
      [found.staffId, now],
    );
  return found;
}

const VALID = `used_at > $2::timestamptz - make_interval(hours => ${IDLE_HOURS})
  and created_at > $2::timestamptz - make_interval(days => ${SESSION_DAYS})`;

export interface SessionRow {
  id: string;
  device: string;
  address: string;
  createdAt: Date;
  usedAt: Date;
}

/** Lists the sessions of a person that are valid at `now`. The most recently used session comes first. */
export async function listSessions(database: Queryable, staffId: StaffId, now: Date): Promise<SessionRow[]> {
  const result = await database.query<SessionRow>(
    `select id, device, address, created_at as "createdAt", used_at as "usedAt" from staff_sessions
     where staff_id = $1 and ${VALID} order by used_at desc, id`,
    [staffId, now],
  );
  return result.rows;
}

/** Returns the person of a session. Null: the session does not exist. */
export async function findSessionOwner(database: Queryable, sessionId: string): Promise<StaffId | null> {
  const result = await database.query('select staff_id from staff_sessions where id = $1', [sessionId]);
  return result.rows[0]?.staff_id ?? null;
}

export async function deleteSessionOf(
  tx: Transaction,
  staffId: StaffId,
  sessionId: string,
): Promise<boolean> {
  const result = await tx.query('delete from staff_sessions where id = $1 and staff_id = $2', [
    sessionId,
    staffId,
  ]);
  return result.rowCount === 1;
}

/** Ends all sessions of a person, except the session `keptId`. */
export async function deleteOtherSessions(
  tx: Transaction,
  staffId: StaffId,
  keptId: string | null,
): Promise<void> {
  await tx.query('delete from staff_sessions where staff_id = $1 and id is distinct from $2::uuid', [
    staffId,
    keptId,
  ]);
}

/** Keeps the `kept` most recently used sessions of a person, and ends the others. */
export async function deleteOldestSessions(tx: Transaction, staffId: StaffId, kept: number): Promise<void> {
  await tx.query(
    `delete from staff_sessions where id in (
       select id from staff_sessions where staff_id = $1 order by used_at desc, created_at desc offset $2)`,
    [staffId, kept],
  );
}

export async function pruneSessions(tx: Transaction, limit: number, now: Date): Promise<number> {
  const result = await tx.query(
    `delete from staff_sessions where id in (
       select id from staff_sessions where not (${VALID}) limit $1 for update skip locked)`,
    [limit, now],
  );
  return result.rowCount ?? 0;
}

export async function deleteSession(database: Queryable, tokenHash: Buffer): Promise<void> {
  await database.query('delete from staff_sessions where token_hash = $1', [tokenHash]);
}
