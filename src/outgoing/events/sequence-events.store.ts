import { CORRECTABLE, type EventStream, NOTICED } from '../../domain/booking/events/event.ts';
import type { Transaction } from '../../platform/db/pool.ts';

/**
 * The channels on which receptions receive events. These settings do not affect partners, who always receive their
 * events from GET /v1/events and by webhook.
 */
export interface ReceptionChannels {
  /**
   * The hotels for which notices are stored. In the sandbox this is `private`: the hotel page shows notices of private
   * hotels, and nothing is sent.
   */
  notices: 'all' | 'private';
  mail: boolean;
  messages: boolean;
}

export interface Sequenced {
  /** The number of events that received a number. */
  count: number;
  /** True when the number of waiting events was higher than the limit. */
  hasMore: boolean;
}

const NOTICED_KINDS = `('${NOTICED.join("', '")}')`;

const CORRECTED_KINDS = `['${CORRECTABLE.join("', '")}']`;

/**
 * Reads the last event number and the last sequenced number of each stream. PostgreSQL may keep a plan that it made
 * while the tables were empty, and such a plan may read whole tables later. LATERAL and OFFSET 0 make PostgreSQL look
 * up each stream by its key. For the same reason, the query for events is ordered by number: only the primary key has
 * this order.
 */
const STREAMS = {
  some: `unnest($5::int[], $6::uuid[]) k(ledger_id, hotel_id) cross join lateral (
      select last from event_numbers n where n.ledger_id = k.ledger_id and n.hotel_id = k.hotel_id offset 0
    ) n left join lateral (
      select last from sequenced_events s where s.ledger_id = k.ledger_id and s.hotel_id = k.hotel_id offset 0
    ) s on true`,
  all: 'event_numbers n left join sequenced_events s using (ledger_id, hotel_id)',
};

/**
 * The statements that write rows for each numbered event. `found` contains the new events that this pass handles.
 * `numbered` contains the events whose clients still exist, each with its number.
 *
 * The rows and the last numbers (`sequenced_events`) are committed together, because only the last numbers show which
 * events are complete. If the rows were committed after the numbers, a crash between the two commits would lose rows.
 * If the rows were committed first, the next pass could write them a second time. All parts belong to a single
 * statement, so the same webhooks and addresses apply to all events of the pass.
 */
const FAN_OUT = {
  /** Adds the event to the list of the partner that sold the booking (GET /v1/events). */
  written: `insert into client_events (client_id, number, id, at, kind, ledger_id, hotel_id, event_number)
    select client_id, number, id, at, kind, ledger_id, hotel_id, event_number from numbered`,
  /** Adds a delivery for each of this partner's webhooks that receive this kind of event. */
  hooked: `insert into deliveries (channel, destination, kind, ledger_id, hotel_id, event_number, booking_id, client_id,
      client_event, message_id, created_at, due_at)
    select 'WEBHOOK', w.id::text, n.kind, n.ledger_id, n.hotel_id, n.event_number, n.booking_id, n.client_id, n.number,
      n.id, clock_timestamp(), clock_timestamp()
    from numbered n join webhooks w on w.client_id = n.client_id
    where w.kinds = '{}' or n.kind = any(w.kinds)
      -- A node of the previous release stores only the kinds that the partner has requested.
      or n.kind = 'booking.corrected' and w.kinds && array${CORRECTED_KINDS}
    order by n.number`,
  /** Adds a notice that the hotel's reception must acknowledge. In the sandbox, only private hotels have notices. */
  noticed: `insert into front_desk_notices (ledger_id, hotel_id, booking_id, revision, event_number, check_in, check_out, at)
    select ledger_id, hotel_id, booking_id, revision, event_number, check_in, check_out, at
    from found where check_in is not null and kind in ${NOTICED_KINDS}
    on conflict do nothing`,
  /**
   * Adds a delivery for each e-mail address and telephone number of the reception. Sandboxes do not send such
   * deliveries.
   */
  contacted: `insert into deliveries (channel, destination, kind, ledger_id, hotel_id, event_number, booking_id, message_id,
      created_at, due_at)
    select a.channel, f.hotel_id || ' ' || a.address, f.kind, f.ledger_id, f.hotel_id, f.event_number, f.booking_id,
      gen_random_uuid(), clock_timestamp(), clock_timestamp()
    from found f join hotels h on h.id = f.hotel_id cross join lateral (
        select 'HOTEL_EMAIL' as channel, min(c ->> 'email') as address from jsonb_array_elements(h.front_desk) c
        where $3 and c ->> 'email' <> '' group by lower(c ->> 'email')
        union all
        select distinct 'HOTEL_MESSAGE', c ->> 'phone' from jsonb_array_elements(h.front_desk) c
        where $4 and c ->> 'phone' <> ''
      ) a
    where $2 and ($3 or $4) and f.kind in ${NOTICED_KINDS}
    order by f.hotel_id, f.event_number`,
};

const FAN_OUT_PARTS = Object.entries(FAN_OUT).map(([name, insert]) => `${name} as (\n    ${insert}\n  )`);

/**
 * Gives the next events their numbers in the partners' lists, and writes the rows of FAN_OUT. The caller holds the
 * sequence lock. One statement reads both the last event number of each hotel and the events, so the statement sees
 * every event up to that number. If `streams` is null, the function checks all streams.
 */
export async function sequenceEvents(
  tx: Transaction,
  streams: EventStream[] | null,
  limit: number,
  channels: ReceptionChannels,
): Promise<Sequenced> {
  const which = streams === null ? 'all' : 'some';
  const result = await tx.query<{ count: number; has_more: boolean }>({
    name: `sequence-events-${which}`,
    text: `with dirty as materialized (
        select ledger_id, hotel_id, first, last,
          sum(last - first) over (order by ledger_id, hotel_id) - (last - first) as before
        from (
          -- A jump of the numbers contains no events.
          select ledger_id, hotel_id, n.last,
            coalesce(jump_over(ledger_id || '/' || hotel_id, coalesce(s.last, 0) + 1), s.last, 0) as first
          from ${STREAMS[which]} where n.last > coalesce(s.last, 0)
        ) d
      ), part as materialized (
        select ledger_id, hotel_id, first, least(last, first + $1 - before)::int as last, $2 or exists (
            select from hotels h where h.id = hotel_id and h.private_ledger_id is not null) as is_noticed
        from dirty where before < $1
      ), sequenced as (
        insert into sequenced_events (ledger_id, hotel_id, last) select ledger_id, hotel_id, last from part
        on conflict (ledger_id, hotel_id) do update set last = excluded.last
      ), found as materialized (
        select e.ledger_id, e.hotel_id, e.number as event_number, e.at, e.kind, e.client_id, e.booking_id, e.revision,
          case when is_noticed then (e.booking ->> 'check_in')::date end as check_in,
          case when is_noticed then (e.booking ->> 'check_out')::date end as check_out, gen_random_uuid() as id,
          row_number() over (partition by e.client_id order by e.ledger_id, e.hotel_id, e.number) as place
        from part cross join lateral (
          select * from events e where e.ledger_id = part.ledger_id and e.hotel_id = part.hotel_id
            and e.number > part.first and e.number <= part.last order by e.number) e
      ), counted as materialized (
        select client_id, count(*) as count from found group by client_id
        having exists (select from clients c where c.id = found.client_id)
      ), numbers as (
        insert into client_event_numbers as n (client_id, last)
        select client_id, number_base() + count from counted
        on conflict (client_id) do update set last = greatest(n.last + excluded.last - number_base(), excluded.last) returning client_id, last
      ), numbered as materialized (
        select found.*, numbers.last - counted.count + found.place as number
        from found join counted using (client_id) join numbers using (client_id)
      ), ${FAN_OUT_PARTS.join(', ')}
      select (select count(*)::int from found) as count,
        coalesce((select sum(last - first) from dirty), 0) > $1 as has_more`,
    values: [
      limit,
      channels.notices === 'all',
      channels.mail,
      channels.messages,
      ...(streams === null
        ? []
        : [streams.map(({ ledgerId }) => ledgerId), streams.map(({ hotelId }) => hotelId)]),
    ],
  });
  const [row] = result.rows;
  return { count: row!.count, hasMore: row!.has_more };
}
