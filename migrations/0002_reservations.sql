-- Quotes, holds, bookings and what they leave behind.
--
-- These tables carry no foreign keys to the catalogue: each insert would take a share lock on the one hotel row
-- that everybody books, and `npm run verify` proves what the keys would. They are keyed by ledger and hotel
-- first, so that they can be spread by hotel later.

create table quotes (
  ledger_id    integer not null,
  hotel_id     uuid not null,
  id           uuid not null,
  client_id    uuid not null,
  room_type_id uuid not null,
  rate_plan_id uuid not null,
  check_in     date not null,
  check_out    date not null check (check_out > check_in),
  rooms_count  smallint not null,
  adults       smallint not null,
  children     smallint not null,
  currency     text not null,
  total        bigint not null,
  price        jsonb not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  primary key (ledger_id, hotel_id, id)
);
create index quotes_stay on quotes (client_id, room_type_id, rate_plan_id, check_in, check_out, created_at desc);
create index quotes_expiry on quotes (expires_at);

create table holds (
  ledger_id    integer not null,
  hotel_id     uuid not null,
  id           uuid not null,
  token        text not null unique,
  client_id    uuid not null,
  room_type_id uuid not null,
  rate_plan_id uuid not null,
  check_in     date not null,
  check_out    date not null check (check_out > check_in),
  rooms_count  smallint not null check (rooms_count between 1 and 20),
  adults       smallint not null,
  children     smallint not null,
  currency     text not null,
  guest_name   text not null,
  guest_phone  text not null,
  guest_email  text,
  total        bigint not null,
  price        jsonb not null,
  status       text not null check (status in ('ACTIVE', 'CONSUMED', 'EXPIRED', 'RELEASED')),
  booking_id   uuid,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  ended_at     timestamptz,
  primary key (ledger_id, hotel_id, id),
  check ((status = 'CONSUMED') = (booking_id is not null))
);
create index holds_active on holds (ledger_id, hotel_id, expires_at) where status = 'ACTIVE';
create index holds_client on holds (client_id) where status = 'ACTIVE';

create table bookings (
  ledger_id         integer not null,
  hotel_id          uuid not null,
  id                uuid not null,
  voucher_id        text not null,
  client_id         uuid not null,
  room_type_id      uuid not null,
  rate_plan_id      uuid not null,
  status            text not null
    check (status in ('CONFIRMED', 'CANCELLED', 'CHECKED_IN', 'CHECKED_OUT', 'NO_SHOW')),
  check_in          date not null,
  check_out         date not null check (check_out > check_in),
  rooms_count       smallint not null check (rooms_count between 1 and 20),
  adults            smallint not null,
  children          smallint not null,
  currency          text not null,
  subtotal          bigint not null,
  total             bigint not null,
  price             jsonb not null,
  cancellation      jsonb not null,
  payment           jsonb not null,
  price_change      jsonb,
  special_requests  text,
  channel_reference text,
  revision          integer not null default 1,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  cancelled         jsonb,
  primary key (ledger_id, hotel_id, id)
) with (fillfactor = 85);
create unique index bookings_id on bookings (id);
create index bookings_client on bookings (client_id, created_at desc, id);
create index bookings_reference on bookings (client_id, channel_reference) where channel_reference is not null;
create index bookings_arrival on bookings (client_id, check_in);

-- Voucher identifiers are unique over all ledgers, hence a table of their own.
create table vouchers (
  voucher_id text primary key check (voucher_id ~ '^IHC-[0-9]{4}-[23456789ABCDEFGHJKMNPQRSTVWXYZ]{6}$'),
  booking_id uuid not null,
  ledger_id  integer not null,
  hotel_id   uuid not null
);

create table guests (
  ledger_id  integer not null,
  hotel_id   uuid not null,
  booking_id uuid not null,
  position   smallint not null,
  name       text not null,
  phone      text,
  email      text,
  lead       boolean not null,
  primary key (ledger_id, hotel_id, booking_id, position)
);

create table booking_audit (
  ledger_id  integer not null,
  hotel_id   uuid not null,
  booking_id uuid not null,
  revision   integer not null,
  at         timestamptz not null,
  actor      text not null,
  action     text not null,
  changes    jsonb not null,
  primary key (ledger_id, hotel_id, booking_id, revision)
);

create table idempotency_records (
  client_id    uuid not null,
  operation    text not null,
  key          text not null check (length(key) between 1 and 255),
  request_hash bytea not null,
  status       smallint not null,
  body         text not null,
  ledger_id    integer not null,
  booking_id   uuid,
  created_at   timestamptz not null,
  primary key (client_id, operation, key)
);
create index idempotency_age on idempotency_records (created_at);

-- Messages to front desks and partners, written with what they tell of and delivered afterwards.
create table outbox (
  id           bigint generated always as identity primary key,
  ledger_id    integer not null,
  hotel_id     uuid not null,
  booking_id   uuid not null,
  kind         text not null,
  payload      jsonb not null,
  created_at   timestamptz not null,
  due_at       timestamptz not null,
  attempts     integer not null default 0,
  delivered_at timestamptz
);
create index outbox_due on outbox (due_at) where delivered_at is null;

-- One row a desk batch: after a connection lost during COMMIT its presence tells whether the batch happened.
create table desk_batches (
  id           uuid primary key,
  committed_at timestamptz not null
);
create index desk_batches_age on desk_batches (committed_at);
