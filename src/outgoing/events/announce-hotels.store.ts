// Finds hotels that have changed and writes `hotel.updated` for them.

import { type Day, formatDay } from '../../kernel/day.ts';
import type { Transaction } from '../../platform/db/pool.ts';

/**
 * A client without a webhook for hotel.updated receives hotel.updated only if it has read events within this number of
 * days.
 */
const READER_DAYS = 7;
/**
 * The rows of the table `changes` are deleted after 30 minutes. If the stored position is older than this number of
 * minutes, rows may be missing, so every hotel is announced.
 */
const POSITION_GOOD_MINUTES = 25;
/**
 * After this number of events, a transaction announces no further hotel, because the transaction holds the sequence
 * lock and events of bookings wait for this lock.
 */
const EVENTS_AT_ONCE = 2_000;

/** The clients that receive hotel.updated. */
const INTERESTED = `interested as materialized (
    select c.id as client_id, c.ledger_id, coalesce(c.contract_holder_id, c.id) as holder_id from clients c
    where c.id in (
      select client_id from event_readers where read_at > clock_timestamp() - make_interval(days => ${READER_DAYS})
      union select client_id from webhooks where kinds = '{}' or 'hotel.updated' = any(kinds)))`;

/** $1 is today. */
const MAY_SEE = `'VIEW' = any(k.permissions) and k.valid_from <= $1 and (k.valid_until is null or k.valid_until >= $1)`;

/**
 * Records which hotels have changed since the previous call of this function by any process. A change is recorded for
 * each ledger that has an interested client. The caller holds the sequence lock. The function reads the table `changes`
 * from a position that all processes share and that is stored in the database. The function therefore finds the changes
 * of every process, even of a desk that was killed. When past nights are deleted, no change is recorded.
 */
export async function collectChangedHotels(tx: Transaction, today: Day): Promise<void> {
  await tx.query({
    name: 'collect-changed-hotels',
    text: `with here as materialized (select pg_current_snapshot() as position
      ), mark as materialized (
        -- In a database that was restored from a dump, the stored position comes from another server.
        select a.position::pg_snapshot as position from announced_changes a, here
        where read_at > clock_timestamp() - make_interval(mins => ${POSITION_GOOD_MINUTES})
          and pg_snapshot_xmax(a.position::pg_snapshot) <= pg_snapshot_xmax(here.position)
      ), ${INTERESTED}, changed as materialized (
        select distinct c.kind, (c.payload ->> 'ledger_id')::int as ledger_id, c.payload ->> 'id' as id,
          c.payload ->> 'hotel_id' as hotel_id, (c.payload ->> 'room_type_id')::uuid as room_type_id,
          (c.payload ->> 'rate_plan_id')::uuid as rate_plan_id
        from here, mark, changes c
        where exists (select from interested) and c.transaction_id >= pg_snapshot_xmin(mark.position)
          and c.transaction_id < pg_snapshot_xmax(here.position)
          and not pg_visible_in_snapshot(c.transaction_id, mark.position)
          and (c.kind in ('hotels', 'room_types', 'rate_plans', 'cancellation_policies')
            or c.kind in ('nights', 'night_counters') and not c.deleted
            or c.kind = 'day_prices' and (not c.deleted or exists (
              select from jsonb_array_elements(coalesce(c.payload #> '{restrictions,days}', c.payload -> 'days')) d
              where d::int >= $1::date - date '1970-01-01')))
      ), hotel as (
        select null::int as ledger_id, id as hotel_id from hotels where not exists (select from mark)
        union select null, coalesce(hotel_id, id)::uuid from changed where room_type_id is null and rate_plan_id is null
        union select changed.ledger_id, r.hotel_id from changed join room_types r on r.id = room_type_id
        union select null, p.hotel_id from changed join rate_plans p on p.id = rate_plan_id
      ), found as (
        insert into hotel_announcements as a (ledger_id, hotel_id, waits, announced_at)
        select distinct i.ledger_id, h.hotel_id, true, 'epoch'::timestamptz
        from hotel h join interested i on i.ledger_id = coalesce(h.ledger_id, i.ledger_id)
          join contracts k on k.client_id = i.holder_id and k.hotel_id = h.hotel_id
        where ${MAY_SEE}
        on conflict (ledger_id, hotel_id) do update set waits = true where not a.waits
      )
      insert into announced_changes (position, read_at) select position::text, clock_timestamp() from here
      on conflict (only_row) do update set position = excluded.position, read_at = excluded.read_at`,
    values: [formatDay(today)],
  });
}

export interface Announced {
  /** The number of events written. */
  count: number;
  /** Milliseconds until the next waiting hotel may be announced. Null when no hotel waits. */
  nextDue: number | null;
}

/**
 * Writes hotel.updated for at most `limit` changed hotels. A hotel is announced at most once per minute. The caller
 * holds the sequence lock. A new hotel.updated replaces the older hotel.updated of the same hotel. A delivery of the
 * older event is deleted if no process has tried to send it. PostgreSQL cannot estimate how many rows a WITH query
 * returns, and could choose a plan that compares every row with every other row. Therefore the statement joins the
 * event numbers once per client, and looks up the deliveries one by one.
 */
export async function announceHotels(tx: Transaction, today: Day, limit: number): Promise<Announced> {
  const result = await tx.query<{ count: number; next_due: number | null }>({
    name: 'announce-hotels',
    text: `with ${INTERESTED}, first as materialized (
        select ledger_id, hotel_id, announced_at from hotel_announcements
        where waits and announced_at <= clock_timestamp() - interval '1 minute' order by announced_at limit $2
      ), due as materialized (
        select ledger_id, hotel_id from (
          select ledger_id, hotel_id, sum(coalesce(i.clients, 0)) over (
              order by announced_at, ledger_id, hotel_id rows between unbounded preceding and 1 preceding) as before
          from first left join (select ledger_id, count(*) as clients from interested group by 1) i using (ledger_id)
        ) each where before is null or before < ${EVENTS_AT_ONCE}
      ), announced as (
        update hotel_announcements a set waits = false, announced_at = clock_timestamp()
        from due where a.ledger_id = due.ledger_id and a.hotel_id = due.hotel_id
      ), told as materialized (
        select i.client_id, i.ledger_id, due.hotel_id
        from due join interested i on i.ledger_id = due.ledger_id
          join contracts k on k.client_id = i.holder_id and k.hotel_id = due.hotel_id
        where ${MAY_SEE}
      ), counted as materialized (
        select client_id, min(ledger_id) as ledger_id, count(*) as count, array_agg(hotel_id order by hotel_id) as hotels
        from told group by client_id
      ), numbers as (
        insert into client_event_numbers as n (client_id, last)
        select client_id, number_base() + count from counted
        on conflict (client_id) do update set last = greatest(n.last + excluded.last - number_base(), excluded.last) returning client_id, last
      ), numbered as materialized (
        select client_id, ledger_id, hotel_id, gen_random_uuid() as id, numbers.last - count + place as number
        from counted join numbers using (client_id) cross join unnest(hotels) with ordinality h(hotel_id, place)
      ), replaced as (
        delete from client_events e using told
        where e.client_id = told.client_id and e.hotel_id = told.hotel_id and e.kind = 'hotel.updated'
      ), written as (
        insert into client_events (client_id, number, id, at, kind, ledger_id, hotel_id)
        select client_id, number, id, clock_timestamp(), 'hotel.updated', ledger_id, hotel_id from numbered
      ), wanted as materialized (
        select n.*, w.id::text as destination from numbered n join webhooks w on w.client_id = n.client_id
        where w.kinds = '{}' or 'hotel.updated' = any(w.kinds)
      ), unsent as (
        delete from deliveries d using (
          select o.id from wanted w cross join lateral (
            select o.id from deliveries o where o.destination = w.destination and o.hotel_id = w.hotel_id
              and o.kind = 'hotel.updated' and o.state = 'PENDING' offset 0) o) o
        where d.id = o.id and d.state = 'PENDING' and d.attempts = 0
          and (d.leased_until is null or d.leased_until < clock_timestamp())
      ), hooked as (
        insert into deliveries (channel, destination, kind, ledger_id, hotel_id, client_id, client_event, message_id,
          created_at, due_at)
        select 'WEBHOOK', destination, 'hotel.updated', ledger_id, hotel_id, client_id, number, id, clock_timestamp(),
          clock_timestamp()
        from wanted order by number
      )
      select (select count(*)::int from told) as count, (
          select greatest(0, extract(epoch from min(announced_at) + interval '1 minute' - clock_timestamp()) * 1000)::float8
          from hotel_announcements a
          where waits and not exists (select from due where due.ledger_id = a.ledger_id and due.hotel_id = a.hotel_id)
          having count(*) > 0
        ) as next_due`,
    values: [formatDay(today), limit],
  });
  const [row] = result.rows;
  return { count: row!.count, nextDue: row!.next_due };
}
