// Finds idle ledgers of testers, resets ledgers and deletes them.

import type { Day } from '../kernel/day.ts';
import type { LedgerId } from '../kernel/ids.ts';
import { lockSequence } from '../outgoing/events/sequence-lock.store.ts';
import type { Queryable, Transaction } from '../platform/db/pool.ts';
import { deletePrivateHotel, findPrivateHotel, forgetOffers, offerFirstDay } from './private-hotels.store.ts';

/**
 * A tester's ledger has a client that shares the contracts of the sandbox, or a private hotel. Other ledgers belong to
 * an operator.
 */
const OF_TESTER = `(exists (select 1 from clients c
      where c.ledger_id = l.id and c.contract_holder_id is not null and c.client_id <> $2)
    or exists (select 1 from hotels h where h.private_ledger_id = l.id))`;

/** Sandbox ledgers that were last used before the given time, by key or on the hotel page. At most 20 per call. */
export async function findIdleLedgers(
  database: Queryable,
  usedBefore: Date,
  keptClientId: string,
): Promise<LedgerId[]> {
  const result = await database.query(
    `select l.id from ledgers l
     where l.last_used_at < $1
       and not exists (select 1 from staff p where p.ledger_id = l.id and p.used_at >= $1)
       and ${OF_TESTER}
     order by l.last_used_at limit 20`,
    [usedBefore, keptClientId],
  );
  return result.rows.map((row) => row.id);
}

/** Sandbox ledgers that were made before the given time and never used. At most 20 per call. */
export async function findUnusedLedgers(
  database: Queryable,
  madeBefore: Date,
  keptClientId: string,
): Promise<LedgerId[]> {
  const result = await database.query(
    `select l.id from ledgers l
     where l.created_at < $1
       and not exists (select 1 from clients c join api_keys k on k.client_id = c.id
         join api_key_uses u on u.api_key_id = k.id where c.ledger_id = l.id)
       and not exists (select 1 from staff p where p.ledger_id = l.id)
       and ${OF_TESTER}
     order by l.created_at limit 20`,
    [madeBefore, keptClientId],
  );
  return result.rows.map((row) => row.id);
}

/** What was deleted from a ledger, by kind. */
export interface Sales {
  bookings: number;
  holds: number;
  quotes: number;
}

/**
 * Deletes a ledger with its clients, their keys, its private hotel and everything sold in it. Does nothing if the
 * ledger was used since it was chosen. Another node may not have recorded a use yet, but its booking or hold is already
 * in the database. The locks prevent new bookings during the check.
 */
export async function deleteLedger(
  tx: Transaction,
  ledgerId: LedgerId,
  unlessUsedSince: Date,
): Promise<boolean> {
  await lockLedger(tx, ledgerId);
  const used = await tx.query(
    `select 1 from bookings where ledger_id = $1 and created_at > $2
     union all select 1 from holds where ledger_id = $1 and created_at > $2
     union all select 1 from staff where ledger_id = $1 and used_at > $2
     union all select 1 from api_key_uses u join api_keys k on k.id = u.api_key_id join clients c on c.id = k.client_id
       where c.ledger_id = $1 and u.last_used_at > $2
     limit 1`,
    [ledgerId, unlessUsedSince],
  );
  if (used.rows.length > 0) return false;
  await deleteSales(tx, ledgerId);
  await tx.query('delete from night_counters where ledger_id = $1', [ledgerId]);
  for (const table of ['event_numbers', 'sequenced_events', 'hotel_announcements', 'receipt_numbers'])
    await tx.query(`delete from ${table} where ledger_id = $1`, [ledgerId]);
  await tx.query('delete from clients where ledger_id = $1', [ledgerId]);
  const hotelId = await findPrivateHotel(tx, ledgerId);
  if (hotelId !== null) await deletePrivateHotel(tx, hotelId);
  await tx.query('delete from ledgers where id = $1', [ledgerId]);
  return true;
}

/**
 * Resets a ledger to its first day, with its private hotel. Takes the locks of all its hotels and of its clients first,
 * in the desk's order, so that no booking is running. Counters are set to zero, not deleted, because nodes would ignore
 * a new row: its version would be older than the version that they remember. The numbers of events continue, because a
 * hotel system may have read some.
 */
export async function emptyLedger(tx: Transaction, ledgerId: LedgerId, today: Day): Promise<Sales> {
  await lockLedger(tx, ledgerId);
  const sales = await deleteSales(tx, ledgerId);
  await tx.query('update clients set reset_at = clock_timestamp() where ledger_id = $1', [ledgerId]);
  await tx.query(
    `update night_counters set booked = 0, held = 0, version = version + 1
     where ledger_id = $1 and (booked > 0 or held > 0)`,
    [ledgerId],
  );
  const hotelId = await findPrivateHotel(tx, ledgerId);
  if (hotelId !== null) {
    await forgetOffers(tx, hotelId);
    await offerFirstDay(tx, hotelId, today);
  }
  return sales;
}

/**
 * Private hotels of other ledgers are not locked, because this ledger has no sales there and the lock table is limited.
 * The sequencer must not run either, because it could write events and deliveries of bookings that are then deleted.
 */
async function lockLedger(tx: Transaction, ledgerId: LedgerId): Promise<void> {
  const hotels = await tx.query(
    `select lock_number from hotels where private_ledger_id is null or private_ledger_id = $1 order by lock_number`,
    [ledgerId],
  );
  await tx.query('select pg_advisory_xact_lock($1, hotel) from unnest($2::int[]) as k(hotel)', [
    ledgerId,
    hotels.rows.map((row) => row.lock_number),
  ]);
  await tx.query('select pg_advisory_xact_lock(lock_number::bigint) from clients where ledger_id = $1', [
    ledgerId,
  ]);
  await lockSequence(tx);
}

const DELIVERED = ['client_events', 'front_desk_notices', 'receipts'];

/** Vouchers and idempotency records have no index by ledger, so they are found through bookings and clients. */
async function deleteSales(tx: Transaction, ledgerId: LedgerId): Promise<Sales> {
  const remove = async (sql: string) => (await tx.query(sql, [ledgerId])).rowCount ?? 0;
  await remove(
    'delete from vouchers v using bookings b where b.ledger_id = $1 and v.voucher_id = b.voucher_id',
  );
  await remove(
    'delete from idempotency_records where client_id in (select id from clients where ledger_id = $1)',
  );
  for (const table of ['guests', 'booking_audit', 'events', 'price_alerts', ...DELIVERED])
    await remove(`delete from ${table} where ledger_id = $1`);
  // A delivery that a process is claiming or marking now is kept, and its sender skips it because its event is gone.
  // Waiting for this delivery could deadlock, because each process marks several deliveries in a different order.
  await remove(
    `delete from deliveries where id in (
       select id from deliveries where ledger_id = $1 for update skip locked)`,
  );
  return {
    bookings: await remove('delete from bookings where ledger_id = $1'),
    holds: await remove('delete from holds where ledger_id = $1'),
    quotes: await remove('delete from quotes where ledger_id = $1'),
  };
}
