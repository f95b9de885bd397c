-- What an operator needs to run a production service: partners that can be suspended, hotels whose nights stay closed
-- until somebody opens them, seasons, and an audit of every change.

alter table clients add column suspended_at timestamptz;

-- Every node reads these rows into its memory: one that it cannot read would stop its feed.
create function are_charge_changes(changes jsonb) returns boolean immutable language sql as $$
  select jsonb_typeof(changes) = 'array' and not exists (
    select 1 from jsonb_array_elements(case jsonb_typeof(changes) when 'array' then changes else '[]' end) change
    where coalesce(change ->> 'from' !~ '^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$', true)
      or coalesce(jsonb_typeof(change -> 'tax_basis_points') <> 'number', true)
      or coalesce(jsonb_typeof(change -> 'service_basis_points') <> 'number', true))
$$;

-- A hotel with auto_open opens nights by itself. Hotels that exist today go on as before; new ones must ask for it.
alter table hotels
  add column auto_open boolean not null default true,
  add column open_ahead_days smallint not null default 500 check (open_ahead_days between 0 and 500),
  -- The last minute, in Baghdad, in which a stay that begins on the same day is sold.
  add column same_day_cutoff text not null default '23:59' check (same_day_cutoff ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- Languages that the front desk speaks, as ISO 639 codes.
  add column languages text[] not null default '{}',
  -- [{"name": …, "phone": …, "email": …, "language": "ar" | "ckb" | "en"}]: who is told about bookings.
  add column front_desk jsonb not null default '[]' check (jsonb_typeof(front_desk) = 'array'),
  -- [{"from": …, "tax_basis_points": …, "service_basis_points": …}], ascending. The two columns hold until the first.
  add column charge_changes jsonb not null default '[]' check (are_charge_changes(charge_changes));
alter table hotels alter column auto_open set default false;

-- A stay that begins in fewer days than this is not sold. Both apply: the room type's and the plan's.
alter table room_types add column release_days smallint not null default 0 check (release_days between 0 and 365);
alter table rate_plans add column release_days smallint not null default 0 check (release_days between 0 and 365);

-- Bookings name their policy, so none is deleted. One that is not active is not listed.
alter table cancellation_policies add column active boolean not null default true;

-- A night can have a price and restrictions before it is open.
alter table nights add column open boolean not null default true;

create or replace function record_nights_changed() returns trigger language plpgsql as $$
begin
  insert into changes (kind, payload)
  select 'nights', jsonb_build_object(
    'room_type_id', room_type_id,
    'days', jsonb_agg(day - date '1970-01-01'),
    'allotment', jsonb_agg(allotment),
    'blocked', jsonb_agg(blocked),
    'open', jsonb_agg(open::int),
    'stop_sell', jsonb_agg(stop_sell::int),
    'closed_to_arrival', jsonb_agg(closed_to_arrival::int),
    'closed_to_departure', jsonb_agg(closed_to_departure::int),
    'min_stay', jsonb_agg(min_stay),
    'max_stay', jsonb_agg(coalesce(max_stay, 0)),
    'version', jsonb_agg(version))
  from new_rows group by room_type_id;
  return null;
end $$;

-- A named range of days. Its effect is written into nights and day prices; `before` has what they were.
create table seasons (
  id            uuid primary key default gen_random_uuid(),
  hotel_id      uuid not null references hotels,
  name          text not null check (length(name) between 1 and 80),
  first_day     date not null,
  last_day      date not null check (last_day >= first_day),
  -- True opens the nights, false closes them, null leaves them.
  opens         boolean,
  price_percent smallint check (price_percent between 1 and 1000),
  min_stay      smallint check (min_stay between 1 and 30),
  before        jsonb not null,
  created_at    timestamptz not null default clock_timestamp(),
  ended_at      timestamptz
);
create unique index seasons_name on seasons (hotel_id, name) where ended_at is null;

-- Every change that an operator makes.
create table operator_audit (
  id      bigint generated always as identity primary key,
  at      timestamptz not null default clock_timestamp(),
  who     text not null,
  action  text not null,
  -- What was changed: the id of a partner or a hotel, or the name of a setting.
  subject text not null,
  before  jsonb,
  after   jsonb
);
create index operator_audit_at on operator_audit (at);
create index operator_audit_subject on operator_audit (subject, at);

-- The processes that serve now. Each writes its row every few seconds.
create table processes (
  process      uuid primary key,
  node         text not null,
  host         text not null,
  process_id   integer not null,
  version      text not null,
  address      text not null,
  started_at   timestamptz not null,
  seen_at      timestamptz not null,
  is_desk      boolean not null,
  feed_late_ms integer not null,
  -- Commands in the queue of the desk; 0 in other processes.
  waiting      integer not null
);
