import type { Transaction } from '../db/pool.ts';
import { formatDay } from '../kernel/day.ts';
import type { Quote } from './quote.ts';
import { QUOTES_A_CLIENT } from './quote-book.ts';

/**
 * Writes quotes without waiting for the disk: a crash may lose the last moments of them, which costs a caller a
 * new price-check and nobody a room. The transaction must do nothing else.
 */
export async function insertQuotes(tx: Transaction, quotes: Quote[]): Promise<void> {
  const column = (of: (quote: Quote) => unknown) => quotes.map(of);
  await tx.query('set local synchronous_commit = off');
  await tx.query(
    `insert into quotes (ledger_id, hotel_id, id, client_id, room_type_id, rate_plan_id, check_in, check_out, rooms_count,
       adults, children, currency, total, price, created_at, expires_at)
     select ledger_id, hotel_id, id, client_id, room_type_id, rate_plan_id, check_in, check_out, rooms_count, adults,
       children, currency, total, price, to_timestamp(created_at / 1000), to_timestamp(expires_at / 1000)
     from unnest($1::int[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::date[], $8::date[], $9::int2[],
       $10::int2[], $11::int2[], $12::text[], $13::int8[], $14::jsonb[], $15::float8[], $16::float8[])
       as q(ledger_id, hotel_id, id, client_id, room_type_id, rate_plan_id, check_in, check_out, rooms_count, adults,
         children, currency, total, price, created_at, expires_at)
     on conflict do nothing`,
    [
      column((quote) => quote.ledgerId),
      column((quote) => quote.hotelId),
      column((quote) => quote.id),
      column((quote) => quote.clientId),
      column((quote) => quote.roomTypeId),
      column((quote) => quote.ratePlanId),
      column((quote) => formatDay(quote.stay.checkIn)),
      column((quote) => formatDay(quote.stay.checkOut)),
      column((quote) => quote.party.rooms),
      column((quote) => quote.party.adults),
      column((quote) => quote.party.children),
      column((quote) => quote.price.currency),
      column((quote) => quote.price.total),
      column((quote) => JSON.stringify(quote.price)),
      column((quote) => quote.createdAt),
      column((quote) => quote.expiresAt),
    ],
  );
}

/** Dead quotes, and those beyond a client's 5,000 newest; in small steps. */
export async function pruneQuotes(tx: Transaction, now: number): Promise<number> {
  const dead = await tx.query(
    `delete from quotes where (ledger_id, hotel_id, id) in (
       select ledger_id, hotel_id, id from quotes where expires_at <= to_timestamp($1::float8 / 1000)
       order by expires_at limit 5000)`,
    [now],
  );
  const surplus = await tx.query(
    `delete from quotes where (ledger_id, hotel_id, id) in (
       select ledger_id, hotel_id, id from (
         select ledger_id, hotel_id, id, row_number() over (partition by client_id order by created_at desc) as age
         from quotes) q
       where age > $1 limit 5000)`,
    [QUOTES_A_CLIENT],
  );
  return (dead.rowCount ?? 0) + (surplus.rowCount ?? 0);
}
