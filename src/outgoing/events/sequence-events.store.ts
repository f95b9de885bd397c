import { CORRECTABLE, type EventStream, NOTICED } from '../../domain/booking/events/event.ts';
import type { Transaction } from '../../platform/db/pool.ts';

/** Where events go, in addition to the feed and the webhooks of partners. */
export interface ReceptionChannels {
  /** The hotels that get notices. In the sandbox only private hotels get them, for the hotel page. Nothing is sent. */
  notices: 'all' | 'private';
  mail: boolean;
  messages: boolean;
}

export interface Sequenced {
  /** The number of events that got a number. */
  count: number;
  /** Whether there are more than the limit. */
  hasMore: boolean;
}

const NOTICED_KINDS = `('${NOTICED.join("', '")}')`;

const CORRECTED_KINDS = `['${CORRECTABLE.join("', '")}']`;

/**
 * The streams and their last numbers. PostgreSQL keeps a plan that it made while the tables were empty, and that plan
 * may read whole tables later. LATERAL and OFFSET 0 make it look up each stream by its key. For the same reason events
 * are read in the order of their numbers, because only the primary key has this order.
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
 * The rows that are written for each numbered event. `found` contains the new events of the pass. `numbered` contains
 * the events of clients that still exist, with their numbers.
 *
 * These rows are committed with the numbers, or not at all. The last numbers (`sequenced_events`) are the only record of
 * what was done. Rows written later would be lost if the process ended first. Rows written earlier could be written
 * again by the next pass. One statement also sees the same webhooks and addresses for the whole pass.
 */
const FAN_OUT = {
  /** The list of the partner that sold the booking: GET /v1/events. */
  written: `insert into client_events (client_id, number, id, at, kind, ledger_id, hotel_id, event_number)
    select client_id, number, id, at, kind, ledger_id, hotel_id, event_number from numbered`,
  /** Each webhook of this partner that wants the kind of event. */
  hooked: `insert into deliveries (channel, destination, kind, ledger_id, hotel_id, event_number, booking_id, client_id,
      client_event, message_id, created_at, due_at)
    select 'WEBHOOK', w.id::text, n.kind, n.ledger_id, n.hotel_id, n.event_number, n.booking_id, n.client_id, n.number,
      n.id, clock_timestamp(), clock_timestamp()
    from numbered n join webhooks w on w.client_id = n.client_id
    where w.kinds = '{}' or n.kind = any(w.kinds)
      -- A node of the previous release stores only the kinds that were asked for.
      or n.kind = 'booking.corrected' and w.kinds && array${CORRECTED_KINDS}
    order by n.number`,
  /** The hotel's reception: a notice that somebody there acknowledges. In the sandbox only for private hotels. */
  noticed: `insert into front_desk_notices (ledger_id, hotel_id, booking_id, revision, event_number, check_in, check_out, at)
    select ledger_id, hotel_id, booking_id, revision, event_number, check_in, check_out, at
    from found where check_in is not null and kind in ${NOTICED_KINDS}
    on conflict do nothing`,
  /** Each contact of this reception: a mail or a message. In production only. */
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
 * Numbers the next events in their partners' lists, and writes the rows that follow from them (FAN_OUT). The caller
 * holds the sequence lock. One statement reads the event numbers of hotels and the events, so it sees every event up to
 * those numbers. Without `streams`, it checks all streams.
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
        select ledger_id, hotel_id, coalesce(s.last, 0) as first, n.last,
          sum(n.last - coalesce(s.last, 0)) over (order by ledger_id, hotel_id) - (n.last - coalesce(s.last, 0)) as before
        from ${STREAMS[which]}
        where n.last > coalesce(s.last, 0)
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
        insert into client_event_numbers as n (client_id, last) select client_id, count from counted
        on conflict (client_id) do update set last = n.last + excluded.last returning client_id, last
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
