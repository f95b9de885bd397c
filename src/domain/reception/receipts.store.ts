import type { BookingId } from '../../kernel/ids.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import type { EventStream } from '../booking/events/event.ts';

/**
 * Receipts are deleted after this number of minutes. A page that was disconnected for a longer time must read its
 * bookings again.
 */
export const RECEIPTS_KEPT_MINUTES = 60;

/**
 * Records a receipt: somebody has acknowledged a booking. In each transaction, write the notices before this call, so
 * that all transactions take their locks in the same order.
 */
export async function insertReceipt(
  tx: Transaction,
  { ledgerId, hotelId }: EventStream,
  bookingId: BookingId,
  at: Date,
): Promise<void> {
  await tx.query({
    name: 'insert-receipt',
    text: `with next as (
        insert into receipt_numbers as n (ledger_id, hotel_id, last) values ($1, $2, 1)
        on conflict (ledger_id, hotel_id) do update set last = n.last + 1 returning last)
      insert into receipts (ledger_id, hotel_id, number, booking_id, at) select $1, $2, last, $3, $4 from next`,
    values: [ledgerId, hotelId, bookingId, at],
  });
}

/** The number of a hotel's last event, and the number of its last receipt. 0: the hotel has no event or no receipt. */
export interface LastOfHotel {
  event: number;
  receipt: number;
}

/** Returns these two numbers for each hotel, in the order of `streams`. */
export async function lastOfHotels(database: Queryable, streams: EventStream[]): Promise<LastOfHotel[]> {
  const result = await database.query<LastOfHotel & { at: number }>({
    name: 'last-of-hotels',
    text: `select k.at::int, coalesce(e.last, 0) as event, coalesce(r.last, 0) as receipt
      from unnest($1::int[], $2::uuid[]) with ordinality k(ledger_id, hotel_id, at)
      left join event_numbers e using (ledger_id, hotel_id) left join receipt_numbers r using (ledger_id, hotel_id)
      order by k.at`,
    values: [streams.map(({ ledgerId }) => ledgerId), streams.map(({ hotelId }) => hotelId)],
  });
  return result.rows.map(({ event, receipt }) => ({ event, receipt }));
}

export interface Receipt {
  number: number;
  bookingId: BookingId;
}

/** Reads the receipts whose numbers are greater than `after`, in order. */
export async function readReceipts(
  database: Queryable,
  { ledgerId, hotelId }: EventStream,
  after: number,
  limit: number,
): Promise<Receipt[]> {
  const result = await database.query<Receipt>({
    name: 'read-receipts',
    text: `select number, booking_id as "bookingId" from receipts
      where ledger_id = $1 and hotel_id = $2 and number > $3 order by number limit $4`,
    values: [ledgerId, hotelId, after, limit],
  });
  return result.rows;
}

export async function pruneReceipts(tx: Transaction, limit: number, before: Date): Promise<number> {
  const result = await tx.query(
    `delete from receipts where (ledger_id, hotel_id, number) in (
       select ledger_id, hotel_id, number from receipts where at < $1 order by at limit $2)`,
    [before, limit],
  );
  return result.rowCount ?? 0;
}
