-- Who may call, what hotels offer, and the feed that keeps every node's memory true.

-- A ledger is one set of sold rooms. Production has ledger 1 alone; each sandbox client has one of its own, so
-- that two testers never take each other's rooms.
create table ledgers (
  id           integer generated always as identity primary key,
  created_at   timestamptz not null default clock_timestamp(),
  last_used_at timestamptz not null default clock_timestamp()
);
insert into ledgers default values;

create table clients (
  id                    uuid primary key default gen_random_uuid(),
  client_id             text not null unique check (length(client_id) between 3 and 64),
  name                  text not null,
  ledger_id             integer not null references ledgers,
  -- Every sandbox client shares the contracts of one client: credentials cost three rows, not a copy of a world.
  contract_holder_id    uuid references clients,
  rate_limit_per_minute integer check (rate_limit_per_minute between 1 and 100000),
  created_at            timestamptz not null default clock_timestamp()
);
create index clients_ledger on clients (ledger_id);

create table api_keys (
  id         uuid primary key default gen_random_uuid(),
  client_id  uuid not null references clients on delete cascade,
  hash       bytea not null check (length(hash) = 32),
  hint       text not null check (length(hint) = 4),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_client on api_keys (client_id);

-- Apart from api_keys, because a use must not travel through the change feed to every node.
create table api_key_uses (
  api_key_id   uuid primary key references api_keys on delete cascade,
  last_used_at timestamptz not null
);

create table hotels (
  id                   uuid primary key default gen_random_uuid(),
  -- Advisory locks take integers. A surrogate cannot collide; a hash of the uuid could.
  lock_number          integer generated always as identity unique,
  public_id            text not null unique check (public_id ~ '^HTL-[0-9]{4}-[0-9]{4}$'),
  name_en              text not null,
  name_ar              text not null,
  name_ckb             text not null,
  star_rating          smallint not null check (star_rating between 1 and 5),
  city                 text not null,
  governorate          text not null,
  status               text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE', 'SUSPENDED')),
  currency             text not null check (currency in ('IQD', 'USD')),
  descriptions         jsonb not null,
  address              jsonb not null,
  phone                text not null,
  latitude             double precision not null check (latitude between -90 and 90),
  longitude            double precision not null check (longitude between -180 and 180),
  amenities            text[] not null default '{}',
  images               jsonb not null default '[]',
  check_in_from        text not null default '14:00' check (check_in_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  check_out_until      text not null default '12:00' check (check_out_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  policies             jsonb not null default '{}',
  tax_basis_points     integer not null default 500 check (tax_basis_points between 0 and 10000),
  service_basis_points integer not null default 1000 check (service_basis_points between 0 and 10000),
  scenario             text,
  updated_at           timestamptz not null default clock_timestamp()
);

create table contracts (
  client_id               uuid not null references clients on delete cascade,
  hotel_id                uuid not null references hotels,
  commission_basis_points integer not null check (commission_basis_points between 0 and 10000),
  permissions             text[] not null default '{VIEW,BOOK}' check (permissions <@ '{VIEW,BOOK}'),
  payment_collected_by    text not null default 'PARTNER' check (payment_collected_by in ('PARTNER', 'HOTEL')),
  valid_from              date not null,
  valid_until             date check (valid_until >= valid_from),
  primary key (client_id, hotel_id)
);
create index contracts_hotel on contracts (hotel_id);

create table room_types (
  id                uuid primary key default gen_random_uuid(),
  hotel_id          uuid not null references hotels,
  code              text not null,
  name_en           text not null,
  name_ar           text not null,
  max_occupancy     smallint not null check (max_occupancy between 1 and 20),
  max_adults        smallint not null check (max_adults between 1 and max_occupancy),
  max_children      smallint not null check (max_children between 0 and max_occupancy),
  bed_configuration jsonb not null,
  amenities         text[] not null default '{}',
  size_sqm          smallint not null check (size_sqm > 0),
  -- What a new day at the far end of the calendar offers when it comes into reach.
  default_allotment smallint not null check (default_allotment >= 0),
  active            boolean not null default true,
  unique (hotel_id, code)
);

create table cancellation_policies (
  id              uuid primary key default gen_random_uuid(),
  hotel_id        uuid not null references hotels,
  code            text not null,
  name_en         text not null,
  name_ar         text not null,
  -- [{"hours_before_check_in": 48, "penalty": {"type": "NIGHTS" | "PERCENT", "value": 1}}], a rule applying
  -- when fewer hours remain than it names.
  rules           jsonb not null,
  no_show_penalty jsonb not null,
  unique (hotel_id, code)
);

-- Prices are whole minor units and fit four bytes: two billion dinars a night is no price.
create table rate_plans (
  id                     uuid primary key default gen_random_uuid(),
  hotel_id               uuid not null references hotels,
  room_type_id           uuid not null references room_types,
  code                   text not null,
  name_en                text not null,
  name_ar                text not null,
  pricing_model          text not null
    check (pricing_model in ('ROOM_ONLY', 'BED_AND_BREAKFAST', 'HALF_BOARD', 'FULL_BOARD')),
  currency               text not null check (currency in ('IQD', 'USD')),
  single_price           integer not null check (single_price > 0),
  double_price           integer not null check (double_price > 0),
  extra_adult_price      integer not null check (extra_adult_price >= 0),
  child_price            integer not null check (child_price >= 0),
  cancellation_policy_id uuid not null references cancellation_policies,
  active                 boolean not null default true,
  unique (room_type_id, code)
);
create index rate_plans_hotel on rate_plans (hotel_id);

-- Only the days whose price differs from the plan's. Rejected: a row for every day (8.8 million for 24,000
-- plans), and one array a plan (a booking would unpack a year to read three nights).
create table day_prices (
  hotel_id          uuid not null,
  rate_plan_id      uuid not null references rate_plans on delete cascade,
  day               date not null,
  single_price      integer not null check (single_price > 0),
  double_price      integer not null check (double_price > 0),
  extra_adult_price integer not null check (extra_adult_price >= 0),
  child_price       integer not null check (child_price >= 0),
  primary key (rate_plan_id, day)
);

-- What the hotel offers on a night, the same for every ledger.
create table nights (
  hotel_id            uuid not null,
  room_type_id        uuid not null,
  day                 date not null,
  allotment           smallint not null check (allotment >= 0),
  blocked             smallint not null default 0 check (blocked >= 0),
  stop_sell           boolean not null default false,
  closed_to_arrival   boolean not null default false,
  closed_to_departure boolean not null default false,
  min_stay            smallint not null default 1 check (min_stay between 1 and 30),
  max_stay            smallint check (max_stay between min_stay and 30),
  version             integer not null default 1,
  primary key (hotel_id, room_type_id, day)
);

-- What a ledger has sold or holds of a night. Rows exist only for nights that somebody has touched: this is
-- what makes a sandbox ledger free until it is used, and keeps the row that bookings contend for small.
create table night_counters (
  ledger_id    integer not null,
  hotel_id     uuid not null,
  room_type_id uuid not null,
  day          date not null,
  booked       smallint not null check (booked >= 0),
  held         smallint not null check (held >= 0),
  version      integer not null default 1,
  primary key (ledger_id, hotel_id, room_type_id, day)
) with (fillfactor = 70);

-- Dinars for one dollar, from an instant on.
create table exchange_rates (
  as_of         timestamptz primary key,
  iqd_for_a_usd numeric(12, 4) not null check (iqd_for_a_usd > 0)
);

-- Facts about this database itself, such as the environment it belongs to.
create table deployment (
  key   text primary key,
  value jsonb not null
);
