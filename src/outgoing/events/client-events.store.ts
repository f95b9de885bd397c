import type { EventKind, NightsChange } from '../../domain/booking/events/event.ts';
import { BEFORE_CORRECTION } from '../../domain/booking/events/events.store.ts';
import { type BookingRow, bookingOf } from '../../domain/booking/rows.ts';
import type { ClientId, HotelId, LedgerId } from '../../kernel/ids.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import type { ClientEvent, ClientEventKind } from './client-event.ts';

/** A client with a mark younger than this is not marked again. */
export const READER_MARKED_HOURS = 1;

interface ClientEventRow {
  number: string;
  id: string;
  at: Date;
  kind: ClientEventKind;
  ledger_id: LedgerId;
  hotel_id: HotelId;
  event_number: number | null;
  nights: NightsChange[] | null;
  booking: BookingRow | null;
  before: BookingRow | null;
}

const COLUMNS =
  'c.number, c.id, c.at, c.kind, c.ledger_id, c.hotel_id, c.event_number, e.nights, e.booking, e.before';

/**
 * Looks up each event by its primary key, with every possible plan. A plan from the time when the tables are empty is
 * kept. With `number = …`, that plan uses the index on last nights and reads all events of the hotel for each row. A
 * range in the order of the numbers needs the primary key.
 */
const THEIR_EVENT = `from events e where e.ledger_id = c.ledger_id and e.hotel_id = c.hotel_id
      and e.number >= c.event_number and e.number <= c.event_number order by e.number limit 1`;
const JOINED = `left join lateral (select nights, booking, ${BEFORE_CORRECTION} as before ${THEIR_EVENT}) e on true`;

/**
 * A reset deletes both rows. A node of the previous release deletes only the hotel's event. The client's row is then
 * left out.
 */
const IS_WHOLE = `(c.event_number is null or (select true ${THEIR_EVENT}))`;

/** Returns at most `limit` events of a partner after a number, in order. */
export async function readClientEvents(
  database: Queryable,
  clientId: ClientId,
  after: number,
  limit: number,
): Promise<ClientEvent[]> {
  const result = await database.query<ClientEventRow>({
    name: 'read-client-events',
    text: `select ${COLUMNS} from (
          select * from client_events c where client_id = $1 and number > $2 and ${IS_WHOLE} order by number limit $3) c
        ${JOINED} order by c.number`,
    values: [clientId, after, limit],
  });
  return result.rows.map((row) => eventOf(clientId, row));
}

/** Returns null when a sandbox ledger was reset, or when a newer hotel.updated has replaced the event. */
export async function findClientEvent(
  database: Queryable,
  clientId: ClientId,
  number: number,
): Promise<ClientEvent | null> {
  const result = await database.query<ClientEventRow>({
    name: 'find-client-event',
    text: `select ${COLUMNS} from client_events c ${JOINED}
        where c.client_id = $1 and c.number = $2 and ${IS_WHOLE}`,
    values: [clientId, number],
  });
  const [row] = result.rows;
  return row === undefined ? null : eventOf(clientId, row);
}

/** Returns the number of each partner's last event, in the order of the argument. Zero means no event. */
export async function lastClientEvents(database: Queryable, clientIds: ClientId[]): Promise<number[]> {
  const result = await database.query<{ place: number; last: string }>({
    name: 'last-client-events',
    text: `select k.place::int, n.last from unnest($1::uuid[]) with ordinality k(client_id, place)
      join client_event_numbers n using (client_id)`,
    values: [clientIds],
  });
  const last = clientIds.map(() => 0);
  for (const row of result.rows) last[row.place - 1] = Number(row.last);
  return last;
}

/** Records that the client has read its events. Such clients get hotel.updated. */
export async function markReader(tx: Transaction, clientId: ClientId): Promise<void> {
  await tx.query({
    name: 'mark-reader',
    text: `insert into event_readers as r (client_id, read_at) select id, clock_timestamp() from clients where id = $1
      on conflict (client_id) do update set read_at = excluded.read_at
        where r.read_at < excluded.read_at - make_interval(hours => ${READER_MARKED_HOURS})`,
    values: [clientId],
  });
}

function eventOf(clientId: ClientId, row: ClientEventRow): ClientEvent {
  const { id, kind, ledger_id: ledgerId, hotel_id: hotelId, event_number: eventNumber } = row;
  const number = Number(row.number);
  const at = row.at.getTime();
  const event = { clientId, number, id, at, kind, ledgerId, hotelId };
  if (eventNumber === null) return { ...event, event: null };
  if (row.booking === null || row.nights === null)
    throw new Error(`event ${number} of client ${clientId} has no event ${eventNumber} of its hotel`);
  const booking = bookingOf(row.booking);
  // An event without a hotel's event number is always hotel.updated.
  return {
    ...event,
    event: {
      ...{ number: eventNumber, kind: kind as EventKind, at, booking, nights: row.nights },
      before: row.before === null ? null : bookingOf(row.before),
    },
  };
}
