import type { EventKind, NightsChange } from '../../domain/booking/events/event.ts';
import { BEFORE_CORRECTION } from '../../domain/booking/events/events.store.ts';
import { type BookingRow, bookingOf } from '../../domain/booking/rows.ts';
import type { ClientId, HotelId, LedgerId } from '../../kernel/ids.ts';
import type { Queryable, Transaction } from '../../platform/db/pool.ts';
import type { ClientEvent, ClientEventKind } from './client-event.ts';

/** A client is marked as a reader again only if its last mark is older than this number of hours. */
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
 * Makes PostgreSQL look up each event by the primary key. PostgreSQL may keep a plan that it made while the tables were
 * empty. With the condition `number = …`, such a plan can use the index on last nights, and then reads all events of
 * the hotel for each row. With a range and an order by number, PostgreSQL cannot use any index except the primary key.
 */
const THEIR_EVENT = `from events e where e.ledger_id = c.ledger_id and e.hotel_id = c.hotel_id
      and e.number >= c.event_number and e.number <= c.event_number order by e.number limit 1`;
const JOINED = `left join lateral (select nights, booking, ${BEFORE_CORRECTION} as before ${THEIR_EVENT}) e on true`;

/**
 * A sandbox reset deletes both the hotel's event and the row in the client's list. A node of the previous release
 * deletes the hotel's event but not the row in the client's list. The query therefore leaves out rows without an event.
 */
const IS_WHOLE = `(c.event_number is null or (select true ${THEIR_EVENT}))`;

/** Returns the events of a partner with numbers higher than `after`, in order, and at most `limit` events. */
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

/**
 * Returns null when a sandbox reset has deleted the event, or when a later hotel.updated has replaced this
 * hotel.updated.
 */
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

/**
 * Returns the number of each partner's last event, in the order of the argument. Zero means that the partner has no
 * event. After the numbers have jumped, the result is the number directly before the partner's next event.
 */
export async function lastClientEvents(database: Queryable, clientIds: ClientId[]): Promise<number[]> {
  const result = await database.query<{ last: number }>({
    name: 'last-client-events',
    text: `select greatest(n.last, number_base())::float8 as last
      from unnest($1::uuid[]) with ordinality k(client_id, place)
      left join client_event_numbers n using (client_id) order by k.place`,
    values: [clientIds],
  });
  return result.rows.map((row) => row.last);
}

/** Records that the client has read its events. Clients that read their events receive hotel.updated. */
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
  // The event has a number in the hotel's list, so its kind is not hotel.updated.
  return {
    ...event,
    event: {
      ...{ number: eventNumber, kind: kind as EventKind, at, booking, nights: row.nights },
      before: row.before === null ? null : bookingOf(row.before),
    },
  };
}
