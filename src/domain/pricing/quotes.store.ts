import { formatDay } from '../../kernel/day.ts';
import type { Transaction } from '../../platform/db/pool.ts';
import type { Quote } from './quote.ts';

/**
 * Writes quotes. The commit does not wait until the quotes are on disk, so the transaction must write nothing else.
 * After a crash, the last few quotes may be missing. Partners must then check these prices again, but no booking and no
 * hold is lost.
 */
export async function insertQuotes(tx: Transaction, quotes: Quote[]): Promise<void> {
  await tx.query('set local synchronous_commit = off');
  await tx.query({
    name: 'insert-quotes',
    text: `insert into quotes (ledger_id, hotel_id, id, client_id, room_type_id, rate_plan_id, check_in, check_out, rooms_count,
       adults, children, currency, total, price, from_hold, created_at, expires_at)
     select ledger_id, hotel_id, id, client_id, room_type_id, rate_plan_id, check_in, check_out, rooms_count, adults,
       children, currency, total, price, from_hold, to_timestamp(created_at / 1000), to_timestamp(expires_at / 1000)
     from json_to_recordset($1::json) as q(ledger_id int, hotel_id uuid, id uuid, client_id uuid, room_type_id uuid,
       rate_plan_id uuid, check_in date, check_out date, rooms_count int2, adults int2, children int2, currency text,
       total int8, price jsonb, from_hold bool, created_at float8, expires_at float8)
     on conflict do nothing`,
    values: [JSON.stringify(quotes.map(quoteRow))],
  });
}

function quoteRow(quote: Quote) {
  return {
    ledger_id: quote.ledgerId,
    hotel_id: quote.hotelId,
    id: quote.id,
    client_id: quote.clientId,
    room_type_id: quote.roomTypeId,
    rate_plan_id: quote.ratePlanId,
    check_in: formatDay(quote.stay.checkIn),
    check_out: formatDay(quote.stay.checkOut),
    rooms_count: quote.party.rooms,
    adults: quote.party.adults,
    children: quote.party.children,
    currency: quote.price.currency,
    total: quote.price.total,
    price: quote.price,
    from_hold: quote.fromHold,
    created_at: quote.createdAt,
    expires_at: quote.expiresAt,
  };
}

/** Deletes expired quotes. Live quotes are never deleted, because each live quote is a promise. */
export async function pruneQuotes(tx: Transaction, limit: number, now: number): Promise<number> {
  const dead = await tx.query(
    `delete from quotes where (ledger_id, hotel_id, id) in (
       select ledger_id, hotel_id, id from quotes where expires_at <= to_timestamp($1::float8 / 1000)
       order by expires_at limit $2)`,
    [now, limit],
  );
  return dead.rowCount ?? 0;
}
