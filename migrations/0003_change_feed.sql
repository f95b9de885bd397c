-- The change feed: every committed change to what the snapshot holds, with absolute values.
--
-- It is written by triggers and not by the program, so that no writer can forget it, an operator with psql
-- included. Positions are handed out before commit, so a reader does not ask for "rows after N" but for rows
-- whose transaction its previous snapshot could not see.

create table changes (
  position       bigint generated always as identity primary key,
  transaction_id xid8 not null default pg_current_xact_id(),
  at             timestamptz not null default clock_timestamp(),
  kind           text not null,
  deleted        boolean not null default false,
  payload        jsonb not null
);
create index changes_transaction on changes (transaction_id);
create index changes_age on changes (at);

create function record_rows_changed() returns trigger language plpgsql as $$
begin
  insert into changes (kind, payload) select tg_table_name, to_jsonb(r) from new_rows r;
  return null;
end $$;

create function record_rows_deleted() returns trigger language plpgsql as $$
begin
  insert into changes (kind, deleted, payload) select tg_table_name, true, to_jsonb(r) from old_rows r;
  return null;
end $$;

-- Nights change many at a time: one feed row a room type, its days in arrays.
create function record_nights_changed() returns trigger language plpgsql as $$
begin
  insert into changes (kind, payload)
  select 'nights', jsonb_build_object(
    'room_type_id', room_type_id,
    'days', jsonb_agg(day - date '1970-01-01'),
    'allotment', jsonb_agg(allotment),
    'blocked', jsonb_agg(blocked),
    'stop_sell', jsonb_agg(stop_sell::int),
    'closed_to_arrival', jsonb_agg(closed_to_arrival::int),
    'closed_to_departure', jsonb_agg(closed_to_departure::int),
    'min_stay', jsonb_agg(min_stay),
    'max_stay', jsonb_agg(coalesce(max_stay, 0)),
    'version', jsonb_agg(version))
  from new_rows group by room_type_id;
  return null;
end $$;

create function record_counters_changed() returns trigger language plpgsql as $$
begin
  insert into changes (kind, payload)
  select 'night_counters', jsonb_build_object(
    'ledger_id', ledger_id,
    'room_type_id', room_type_id,
    'days', jsonb_agg(day - date '1970-01-01'),
    'booked', jsonb_agg(booked),
    'held', jsonb_agg(held),
    'version', jsonb_agg(version))
  from new_rows group by ledger_id, room_type_id;
  return null;
end $$;

create function record_day_prices_changed() returns trigger language plpgsql as $$
begin
  insert into changes (kind, payload)
  select 'day_prices', jsonb_build_object(
    'rate_plan_id', rate_plan_id,
    'days', jsonb_agg(day - date '1970-01-01'),
    'single_price', jsonb_agg(single_price),
    'double_price', jsonb_agg(double_price),
    'extra_adult_price', jsonb_agg(extra_adult_price),
    'child_price', jsonb_agg(child_price))
  from new_rows group by rate_plan_id;
  return null;
end $$;

create function record_day_prices_deleted() returns trigger language plpgsql as $$
begin
  insert into changes (kind, deleted, payload)
  select 'day_prices', true, jsonb_build_object(
    'rate_plan_id', rate_plan_id,
    'days', jsonb_agg(day - date '1970-01-01'))
  from old_rows group by rate_plan_id;
  return null;
end $$;

create function record_night_rows_deleted() returns trigger language plpgsql as $$
begin
  insert into changes (kind, deleted, payload)
  select 'nights', true, jsonb_build_object('room_type_id', room_type_id, 'days', jsonb_agg(day - date '1970-01-01'))
  from old_rows group by room_type_id;
  return null;
end $$;

create function record_counters_deleted() returns trigger language plpgsql as $$
begin
  insert into changes (kind, deleted, payload)
  select 'night_counters', true, jsonb_build_object(
    'ledger_id', ledger_id,
    'room_type_id', room_type_id,
    'days', jsonb_agg(day - date '1970-01-01'))
  from old_rows group by ledger_id, room_type_id;
  return null;
end $$;

-- A trigger with transition tables serves one kind of event, hence three a table.
create procedure feed_from(table_name text, changed text, deleted text) language plpgsql as $$
begin
  execute format('create trigger feed_inserted after insert on %I referencing new table as new_rows
    for each statement execute function %I()', table_name, changed);
  execute format('create trigger feed_updated after update on %I referencing new table as new_rows
    for each statement execute function %I()', table_name, changed);
  execute format('create trigger feed_deleted after delete on %I referencing old table as old_rows
    for each statement execute function %I()', table_name, deleted);
end $$;

call feed_from('clients', 'record_rows_changed', 'record_rows_deleted');
call feed_from('api_keys', 'record_rows_changed', 'record_rows_deleted');
call feed_from('contracts', 'record_rows_changed', 'record_rows_deleted');
call feed_from('hotels', 'record_rows_changed', 'record_rows_deleted');
call feed_from('room_types', 'record_rows_changed', 'record_rows_deleted');
call feed_from('cancellation_policies', 'record_rows_changed', 'record_rows_deleted');
call feed_from('rate_plans', 'record_rows_changed', 'record_rows_deleted');
call feed_from('exchange_rates', 'record_rows_changed', 'record_rows_deleted');
call feed_from('day_prices', 'record_day_prices_changed', 'record_day_prices_deleted');
call feed_from('nights', 'record_nights_changed', 'record_night_rows_deleted');
call feed_from('night_counters', 'record_counters_changed', 'record_counters_deleted');
drop procedure feed_from;

-- A hotel's updated_at is part of its wire form: it moves by itself.
create function touch_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end $$;
create trigger hotels_touch before update on hotels for each row execute function touch_updated_at();

-- Readers ignore a night that is older than the one they have, so every change must be newer.
create function bump_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger nights_version before update on nights for each row execute function bump_version();
