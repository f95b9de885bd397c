import type { BookCommand, ChangeCommand } from '../../domain/booking/command.ts';
import type { EventStream } from '../../domain/booking/events/event.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import type { BatchEvents } from './batch-events.ts';

/** Loads the last event number of each hotel whose bookings this batch may change. */
export async function loadEventNumbers(
  tx: Queryable,
  commands: (BookCommand | ChangeCommand)[],
): Promise<{ stream: EventStream; last: number }[]> {
  const streams = new Map<string, EventStream>();
  for (const { hotelLedger } of commands) {
    const { ledgerId, hotelId } = hotelLedger;
    streams.set(`${ledgerId}/${hotelId}`, { ledgerId, hotelId });
  }
  if (streams.size === 0) return [];
  const wanted = [...streams.values()];
  const result = await tx.query<{ last: number }>({
    name: 'desk-last-events',
    text: `select coalesce(n.last, 0) as last
      from unnest($1::int[], $2::uuid[]) with ordinality k(ledger_id, hotel_id, at)
      left join event_numbers n using (ledger_id, hotel_id) order by k.at`,
    values: [wanted.map(({ ledgerId }) => ledgerId), wanted.map(({ hotelId }) => hotelId)],
  });
  return wanted.map((stream, index) => ({ stream, last: result.rows[index]!.last }));
}

/**
 * Writes the last event numbers. With `guard`, the statement reports a conflict if a number has changed since it was
 * loaded, and the desk decides the batch again.
 */
export function writeEventNumbers(
  tx: Transaction,
  used: ReturnType<BatchEvents['used']>,
  guard: boolean,
): Promise<unknown> {
  return tx.query({
    name: `desk-event-numbers-${guard}`,
    text: `with w as materialized (
        select * from unnest($1::int[], $2::uuid[], $3::int[], $4::int[]) as w(ledger_id, hotel_id, loaded, last)
      ), first as (
        insert into event_numbers (ledger_id, hotel_id, last) select ledger_id, hotel_id, last from w where loaded = 0
        on conflict do nothing returning 1
      ), next as (
        update event_numbers n set last = w.last from w
        where n.ledger_id = w.ledger_id and n.hotel_id = w.hotel_id ${guard ? 'and n.last = w.loaded' : ''}
          and w.loaded > 0 returning 1
      ) select expect_rows((select count(*) from first) + (select count(*) from next),
          ${guard ? 'cardinality($1)' : 'null'}, 'another transaction has numbered an event')`,
    values: [
      used.map(({ ledgerId }) => ledgerId),
      used.map(({ hotelId }) => hotelId),
      used.map(({ loaded }) => loaded),
      used.map(({ last }) => last),
    ],
  });
}
