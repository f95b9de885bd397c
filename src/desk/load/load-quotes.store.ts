// Loads the quotes that the commands of a batch refer to.

import type { RoomCommand } from '../../domain/booking/command.ts';
import { type QuoteRow, quoteOf } from '../../domain/booking/rows.ts';
import type { Quote } from '../../domain/pricing/quote.ts';
import { formatDay } from '../../kernel/day.ts';
import type { Queryable } from '../../platform/db/pool.ts';

const STAY = 'client_id, room_type_id, rate_plan_id, check_in, check_out';
const PROMISE = 'rooms_count, adults, children, currency, total, from_hold';

/** Adds a table name or alias before every column of a list. */
const of = (alias: string, columns: string) => columns.replaceAll(/\w+/g, (column) => `${alias}.${column}`);

/**
 * Reads the newest quote of each promise. Quotes for the same stay are one promise if they have the same party,
 * currency, total and `from_hold`. The query goes through the index from one promise to the next. It would be simpler
 * to read every quote of the stay, but with 3,600 quotes of one promise this took 54 ms, during which the hotel stayed
 * locked. A limit on the number of quotes was rejected, because it could leave out the quote of a shopper who saw a
 * different price.
 */
const LIVE_PROMISES = `with recursive promises as (
    select p.* from (select distinct * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::date[], $5::date[])) as k(${STAY})
    cross join lateral (
      select ${STAY}, ${PROMISE} from quotes q where (${of('q', STAY)}) = (${of('k', STAY)})
      order by ${PROMISE} limit 1) p
    union all
    select n.* from promises p cross join lateral (
      select ${STAY}, ${PROMISE} from quotes q
      where (${of('q', STAY)}) = (${of('p', STAY)}) and (${of('q', PROMISE)}) > (${of('p', PROMISE)})
      order by ${PROMISE} limit 1) n
  )
  select q.* from promises p cross join lateral (
    select * from quotes q where (${of('q', STAY)}) = (${of('p', STAY)}) and (${of('q', PROMISE)}) = (${of('p', PROMISE)})
    order by created_at desc limit 1) q
  union all select q.* from unnest($6::int[], $7::uuid[], $8::uuid[], $9::uuid[]) n(ledger, hotel, id, client)
    join quotes q on q.ledger_id = n.ledger and q.hotel_id = n.hotel and q.id = n.id and q.client_id = n.client`;

/**
 * Loads two groups of quotes: the newest quote of each promise for these callers and stays, and the quotes that
 * requests name. Some of the quotes may have expired.
 */
export async function loadQuotes(tx: Queryable, stays: RoomCommand[]): Promise<Quote[]> {
  if (stays.length === 0) return [];
  const named = stays.filter((command) => quoteIdOf(command) !== null);
  const result = await tx.query<QuoteRow>({
    name: 'desk-quotes',
    text: LIVE_PROMISES,
    values: [
      stays.map((command) => command.client.id),
      stays.map((command) => command.request.roomTypeId),
      stays.map((command) => command.request.ratePlanId),
      stays.map((command) => formatDay(command.request.stay.checkIn)),
      stays.map((command) => formatDay(command.request.stay.checkOut)),
      named.map((command) => command.hotelLedger.ledgerId),
      named.map((command) => command.hotelLedger.hotelId),
      named.map(quoteIdOf),
      named.map((command) => command.client.id),
    ],
  });
  return result.rows.map(quoteOf);
}

export function quoteIdOf(command: RoomCommand): string | null {
  return command.kind === 'hold' ? command.request.asked.quoteId : command.request.quoteId;
}
