-- Events replace the outbox. Its rows become events. A desk of the previous release still writes the outbox, so a trigger
-- writes the events of that desk. The table and the triggers are removed one release later.
-- Oldest program: 15

-- The booking as an event stores it: the row with its lead guest.
create function booking_in_event(b bookings) returns json language sql stable as $$
  select (to_jsonb(b) || jsonb_build_object('guest_name', g.name, 'guest_phone', g.phone, 'guest_email', g.email))::json
  from guests g where g.ledger_id = b.ledger_id and g.hotel_id = b.hotel_id and g.booking_id = b.id and g.lead
$$;

create function revision_in_outbox(kind text, payload jsonb) returns integer language sql immutable as $$
  select case kind when 'BOOKING_CONFIRMED' then 1 else (payload ->> 'revision')::int end
$$;

create function event_kind_of_outbox(kind text) returns text language sql immutable as $$
  select 'booking.' || lower(substr(kind, length('BOOKING_') + 1))
$$;

-- Bookings made until now. An outbox row does not say how the booking was at that time, so each event has the booking as
-- it is now. The first event of a booking has all nights that it occupies now, because it already shows them. Rows whose
-- booking is gone are skipped. Bookings go on meanwhile.
insert into events (ledger_id, hotel_id, number, at, kind, client_id, booking_id, revision, nights, last_night, booking)
select b.ledger_id, b.hotel_id, row_number() over (partition by b.ledger_id, b.hotel_id order by o.id), o.created_at,
  event_kind_of_outbox(o.kind), b.client_id, b.id, revision_in_outbox(o.kind, o.payload),
  case when o.kind = 'BOOKING_CONFIRMED' and b.status <> 'CANCELLED' then jsonb_build_array(jsonb_build_array(b.room_type_id,
    b.check_in - date '1970-01-01', b.check_out - 1 - date '1970-01-01', b.rooms_count)) else '[]' end,
  case when o.kind = 'BOOKING_CONFIRMED' and b.status <> 'CANCELLED' then b.check_out - 1 end,
  booking_in_event(b)
from outbox o join bookings b on b.ledger_id = o.ledger_id and b.hotel_id = o.hotel_id and b.id = o.booking_id;

insert into event_numbers (ledger_id, hotel_id, last) select ledger_id, hotel_id, max(number) from events group by 1, 2;

-- Writes the event of one outbox row. Its nights are what the booking occupies now minus what its events say so far.
create function write_event_of_outbox(o outbox) returns void language plpgsql as $$
declare
  b bookings;
  next integer;
  changed jsonb;
  last_changed date;
begin
  select * into b from bookings where ledger_id = o.ledger_id and hotel_id = o.hotel_id and id = o.booking_id;
  if not found then return; end if;
  insert into event_numbers as n (ledger_id, hotel_id, last) values (o.ledger_id, o.hotel_id, 1)
  on conflict (ledger_id, hotel_id) do update set last = n.last + 1 returning last into next;
  select coalesce(jsonb_agg(jsonb_build_array(room, first, last, rooms) order by first, rooms), '[]'),
    date '1970-01-01' + max(last)
  into changed, last_changed
  from (
    select room, min(day) as first, max(day) as last, rooms
    from (
      -- Days in a row with the same number of rooms have the same difference.
      select room, day, sum(rooms) as rooms, day - row_number() over (partition by room, sum(rooms) order by day) as range
      from (
        select b.room_type_id as room, b.check_in - date '1970-01-01' + d as day, b.rooms_count::int as rooms
        from generate_series(0,
          coalesce((b.cancellation ->> 'releasedFrom')::date, b.check_out) - b.check_in - 1) d where b.status <> 'CANCELLED'
        union all
        select (n ->> 0)::uuid, d, -(n ->> 3)::int
        from events e, jsonb_array_elements(e.nights) n, generate_series((n ->> 1)::int, (n ->> 2)::int) d
        where e.booking_id = b.id
      ) occupied group by room, day having sum(rooms) <> 0
    ) days group by room, rooms, range
  ) ranges;
  insert into events (ledger_id, hotel_id, number, at, kind, client_id, booking_id, revision, nights, last_night, booking)
  values (o.ledger_id, o.hotel_id, next, o.created_at, event_kind_of_outbox(o.kind), b.client_id, b.id,
    revision_in_outbox(o.kind, o.payload), changed, last_changed, booking_in_event(b));
end $$;

create function write_events_of_outbox() returns trigger language plpgsql as $$
declare
  o outbox;
begin
  for o in select * from new_rows order by id loop
    perform write_event_of_outbox(o);
  end loop;
  return null;
end $$;

-- A node of the previous release resets and deletes sandbox ledgers without knowing of events.
create function delete_events_of_bookings() returns trigger language plpgsql as $$
begin
  delete from events e using old_rows b where e.booking_id = b.id and e.ledger_id = b.ledger_id;
  return null;
end $$;

-- From here on bookings wait until this migration ends. The desk locks the two tables in this order too.
lock table bookings, outbox in share row exclusive mode;
create trigger delete_events after delete on bookings referencing old table as old_rows
  for each statement execute function delete_events_of_bookings();
create trigger write_events after insert on outbox referencing new table as new_rows
  for each statement execute function write_events_of_outbox();

-- Bookings that were made or changed while the first statement ran.
do $$
declare
  o outbox;
begin
  for o in
    select x.* from outbox x where not exists (
      select from events e where e.booking_id = x.booking_id and e.revision = revision_in_outbox(x.kind, x.payload))
    order by x.id
  loop
    perform write_event_of_outbox(o);
  end loop;
end $$;
