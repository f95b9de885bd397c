-- Hotels' systems push rooms and prices, and read reservations. Each change of a booking is a numbered event.
-- Oldest program: 15

-- A supplier is a client of another kind: the system of one or more hotels. Its keys work under /supply/v1 only.
alter table clients
  add column kind text not null default 'PARTNER' check (kind in ('PARTNER', 'SUPPLIER')),
  -- The hotels of a supplier. In this table, because nodes of the previous release stop at a change of a table that they
  -- do not know.
  add column supplied_hotels uuid[] not null default '{}';

-- A hotel that belongs to one tester of the sandbox. It is deleted with its ledger.
alter table hotels add column private_ledger_id integer references ledgers;

-- Days on which a rate plan has restrictions. A day without a row has none.
create table plan_days (
  hotel_id            uuid not null,
  rate_plan_id        uuid not null references rate_plans on delete cascade,
  day                 date not null,
  stop_sell           boolean not null,
  closed_to_arrival   boolean not null,
  closed_to_departure boolean not null,
  -- For stays that arrive on this day.
  min_stay            smallint not null check (min_stay between 1 and 30),
  -- For stays that include this night.
  min_stay_through    smallint not null check (min_stay_through between 1 and 30),
  max_stay            smallint check (max_stay between greatest(min_stay, min_stay_through) and 30),
  primary key (rate_plan_id, day)
) with (fillfactor = 50);
create index plan_days_day on plan_days (day);
create trigger keep_key before update on plan_days for each row
  when (old.rate_plan_id is distinct from new.rate_plan_id or old.day is distinct from new.day)
  execute function refuse_new_key();

-- Nodes of the previous release stop at a kind of change that they do not know. So these changes are changes of
-- `day_prices` with no day, which those nodes read and ignore, and with `restrictions`, which newer nodes apply.
create function record_plan_days_changed() returns trigger language plpgsql as $$
begin
  insert into changes (kind, payload)
  select 'day_prices', jsonb_build_object('rate_plan_id', rate_plan_id, 'days', '[]'::jsonb, 'restrictions',
    jsonb_build_object(
      'days', jsonb_agg(day - date '1970-01-01'),
      'stop_sell', jsonb_agg(stop_sell::int),
      'closed_to_arrival', jsonb_agg(closed_to_arrival::int),
      'closed_to_departure', jsonb_agg(closed_to_departure::int),
      'min_stay', jsonb_agg(min_stay),
      'min_stay_through', jsonb_agg(min_stay_through),
      'max_stay', jsonb_agg(coalesce(max_stay, 0))))
  from new_rows group by rate_plan_id;
  return null;
end $$;
create function record_plan_days_deleted() returns trigger language plpgsql as $$
begin
  insert into changes (kind, deleted, payload)
  select 'day_prices', true, jsonb_build_object('rate_plan_id', rate_plan_id, 'days', '[]'::jsonb, 'restrictions',
    jsonb_build_object('days', jsonb_agg(day - date '1970-01-01')))
  from old_rows group by rate_plan_id;
  return null;
end $$;
create trigger feed_inserted after insert on plan_days referencing new table as new_rows
  for each statement execute function record_plan_days_changed();
create trigger feed_updated after update on plan_days referencing new table as new_rows
  for each statement execute function record_plan_days_changed();
create trigger feed_deleted after delete on plan_days referencing old table as old_rows
  for each statement execute function record_plan_days_deleted();

-- Who last changed what a room type or a rate plan offers on a day. A day that nobody has changed has no row.
create table offer_marks (
  hotel_id   uuid not null,
  -- A room type or a rate plan.
  product_id uuid not null,
  day        date not null,
  version    integer not null default 1,
  changed_at timestamptz not null,
  -- The client id of a supplier, or OPERATOR.
  changed_by text not null,
  -- The message of a supplier that changed the day last. Null: an operator did, or a booking that cannot be honoured.
  message_id text,
  -- When each field was sent that a supplier has set, in milliseconds since 1970, in the order of src/ari/fields.ts.
  sent       bigint[] not null default '{}',
  primary key (hotel_id, product_id, day)
) with (fillfactor = 70);
create index offer_marks_day on offer_marks (day);

-- Messages of the last seven days. A message that was interrupted continues after its last part.
create table supply_messages (
  client_id    uuid not null references clients on delete cascade,
  hotel_id     uuid not null,
  message_id   text not null check (length(message_id) between 1 and 255),
  request_hash bytea not null,
  -- What the updates mean: their products and parts. A message that continues must mean the same as when it began.
  plan_hash    bytea not null,
  received_at  timestamptz not null,
  -- The last event that the sender had seen when the message came.
  seen_event   integer not null,
  parts_done   integer not null,
  is_complete  boolean not null,
  -- Rejections and warnings. Updates without any were applied.
  results      jsonb not null,
  primary key (client_id, hotel_id, message_id)
);
create index supply_messages_age on supply_messages (received_at);

-- Up to which event a supplier has received the reservations of a hotel.
create table supply_acknowledgements (
  client_id       uuid not null references clients on delete cascade,
  hotel_id        uuid not null,
  up_to           integer not null check (up_to >= 0),
  acknowledged_at timestamptz not null,
  primary key (client_id, hotel_id)
);

-- The number of the last event. It stays when a sandbox ledger is reset: numbers are never given twice.
create table event_numbers (
  ledger_id integer not null,
  hotel_id  uuid not null,
  last      integer not null,
  primary key (ledger_id, hotel_id)
) with (fillfactor = 50);

-- Every change of a booking, in order, without gaps. Events are never changed.
create table events (
  ledger_id  integer not null,
  hotel_id   uuid not null,
  number     integer not null check (number > 0),
  at         timestamptz not null,
  kind       text not null check (kind in ('booking.confirmed', 'booking.modified', 'booking.cancelled',
    'booking.checked_in', 'booking.checked_out', 'booking.no_show', 'booking.not_honoured')),
  -- The partner that booked.
  client_id  uuid not null,
  booking_id uuid not null,
  revision   integer not null,
  -- What changed in `booked`: [[room type, first night, last night, rooms]], days as numbers since 1970.
  nights     jsonb not null,
  -- The last night in `nights`. Null: none changed.
  last_night date,
  -- The booking after the change, with its guest.
  booking    json not null,
  primary key (ledger_id, hotel_id, number)
) with (toast_tuple_target = 8160);
create index events_booking on events (booking_id, revision);
create index events_nights on events (ledger_id, hotel_id, last_night);

-- How a stay ended early is kept in `bookings.cancellation`, beside the terms: "releasedFrom", the first night that was given
-- back for sale, and "noShow", what a no-show cost. Columns of their own would stop the desk of the previous release for a
-- moment: it has prepared `select b.*`, and PostgreSQL refuses a prepared statement whose result has changed.
comment on column bookings.cancellation is '{"policyId", "timeline", "releasedFrom"?, "noShow"?}';

-- Systems change the same days again and again.
alter table day_prices set (fillfactor = 70);

-- The same as before, without nested loops. The planner does not know how many rows changed: with 500 days of a plan it
-- compared each with each, and the trigger took three times as long as the update itself.
create or replace function record_day_prices_updated() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  insert into price_history (rate_plan_id, day, valid_from, single_price, double_price, extra_adult_price, child_price)
  select n.rate_plan_id, n.day, clock_timestamp(), n.single_price, n.double_price, n.extra_adult_price, n.child_price
  from new_rows n join old_rows o using (rate_plan_id, day)
  where (n.single_price, n.double_price, n.extra_adult_price, n.child_price)
    is distinct from (o.single_price, o.double_price, o.extra_adult_price, o.child_price);
  return null;
end $$;
