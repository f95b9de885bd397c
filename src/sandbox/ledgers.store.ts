// Finds idle ledgers of testers, and resets or deletes ledgers.

import type { Day } from '../kernel/day.ts';
import type { LedgerId } from '../kernel/ids.ts';
import { lockSequence } from '../outgoing/events/sequence-lock.store.ts';
import type { Queryable, Transaction } from '../platform/db/pool.ts';
import { deletePrivateHotel, findPrivateHotel, forgetOffers, offerFirstDay } from './private-hotels.store.ts';

/**
 * A ledger belongs to a tester if a client of the ledger shares the contracts of the sandbox, or if the ledger has a
 * private hotel. Other ledgers belong to an operator.
 */
const OF_TESTER = `(exists (select 1 from clients c
      where c.ledger_id = l.id and c.contract_holder_id is not null and c.client_id <> $2)
    or exists (select 1 from hotels h where h.private_ledger_id = l.id))`;

/**
 * Finds sandbox ledgers whose last use was before the given time. Requests with a key and visits to the hotel page
 * count as uses. Returns at most 20 ledgers per call.
 */
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

/**
 * Finds sandbox ledgers that were created before the given time and were never used. Returns at most 20 ledgers per
 * call.
 */
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

/** How many bookings, holds and quotes were deleted from a ledger. */
export interface Sales {
  bookings: number;
  holds: number;
  quotes: number;
}

/**
 * Deletes a ledger with its clients, their keys, its private hotel, and all its bookings and holds. Does nothing if
 * somebody has used the ledger since it was chosen for deletion. The check also reads bookings and holds, because
 * another node may have written a booking or hold before it records the use of the key. The locks prevent new bookings
 * during the check.
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
 * Resets a ledger and its private hotel to their state on the first day. The function first takes the locks of all
 * hotels and clients of the ledger, in the same order as the desk, so that no booking is decided during the reset.
 * Counters are set to zero and not deleted, because a new counter would have a lower version number than the counter in
 * the memory of the nodes, and the nodes would ignore the new counter. Event numbers continue after the reset, because
 * a hotel system may already have read some events.
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
 * Locks the hotels and clients of a ledger, and takes the sequence lock. Private hotels of other ledgers are not
 * locked, because this ledger has no sales in them and the lock table of PostgreSQL is limited. The sequence lock stops
 * the sequencer, because the sequencer could otherwise write events and deliveries for bookings that this transaction
 * deletes.
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

/**
 * Deletes what was sold in a ledger. Vouchers and idempotency records have no index on the ledger, so the statements
 * find them by booking and by client.
 */
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
  // A delivery that another process is claiming or marking is not deleted. The sender later skips this delivery,
  // because its event no longer exists. A wait for the row lock of a delivery could lead to a deadlock, because each
  // process locks several deliveries, in different orders.
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
