-- People who work at hotels, and what they do on the hotel page.
-- Oldest program: 19

-- A person who works at a hotel. In sandbox an account belongs to the ledger of one tester, with that tester's hotel.
create table staff (
  id               uuid primary key,
  ledger_id        integer not null references ledgers on delete cascade,
  hotel_id         uuid not null references hotels on delete cascade,
  -- The supplier that stands for the page of the hotel. Everyone who works there acts through it.
  client_id        uuid not null references clients on delete cascade,
  email            text not null unique check (length(email) between 3 and 254 and email = lower(email)),
  name             text not null check (length(name) between 1 and 100),
  role             text not null check (role in ('MANAGER', 'FRONT_DESK')),
  -- Parameters, salt and hash. Null: no invitation has been accepted yet.
  password         text,
  password_set_at  timestamptz,
  -- The secret of one-time codes, encrypted with a key that is made from the signing key with this fingerprint.
  totp_secret      bytea,
  totp_sealed_with text,
  -- Null: the person has not shown yet that the app on the phone works. No code is asked for then.
  totp_since       timestamptz,
  -- The time step of the last code that was accepted. No code is accepted twice.
  totp_step        bigint not null default 0,
  suspended_at     timestamptz,
  -- The last request with a session, to the minute. Sessions are deleted when they end.
  used_at          timestamptz,
  created_at       timestamptz not null,
  check ((password is null) = (password_set_at is null)),
  check ((totp_secret is null) = (totp_sealed_with is null) and (totp_since is null or totp_secret is not null))
);
create index staff_hotel on staff (hotel_id);
create index staff_ledger on staff (ledger_id);
create index staff_client on staff (client_id);

-- Links that let a person in once. Only the hash of the token is stored.
create table staff_links (
  token_hash bytea primary key,
  staff_id   uuid not null references staff on delete cascade,
  -- INVITATION: the person chooses a password. ENTRY: the console of the sandbox opens the page without one.
  kind       text not null check (kind in ('INVITATION', 'ENTRY')),
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
-- A new invitation replaces the one before.
create unique index staff_links_invitation on staff_links (staff_id) where kind = 'INVITATION';
create index staff_links_staff on staff_links (staff_id);
create index staff_links_expired on staff_links (expires_at);

create table staff_sessions (
  id         uuid primary key,
  token_hash bytea not null unique,
  staff_id   uuid not null references staff on delete cascade,
  created_at timestamptz not null,
  -- To the minute.
  used_at    timestamptz not null,
  address    text not null,
  device     text not null check (length(device) <= 200)
) with (fillfactor = 70);
create index staff_sessions_staff on staff_sessions (staff_id);
create index staff_sessions_used on staff_sessions (used_at);

-- Wrong passwords, codes and links: of an account, by a hash of its e-mail address, and of a network address.
create table sign_in_failures (
  subject text primary key,
  count   integer not null,
  last_at timestamptz not null,
  -- Before this time no try is looked at.
  next_at timestamptz not null
) with (fillfactor = 70);
create index sign_in_failures_last on sign_in_failures (last_at);

-- The person who did it on the hotel page. Null: a system or an operator did it, or it was done before this column.
alter table booking_audit add column person text;
alter table offer_marks add column person text;
alter table front_desk_notices add column acknowledged_by text;

-- What the hotel page has refused is deleted after a while. What people have changed is not.
create index operator_audit_refused on operator_audit (at) where action like 'refused %';

-- Empty since 0017. The release before this one does not use it.
drop table outbox;

-- What a front desk lists: arrivals of a day, and what nobody has received.
-- Without the ledger: with it, a new database would also look up single bookings by this index, and read all of the hotel.
create index bookings_hotel_arrival on bookings (hotel_id, check_in);
create index front_desk_notices_hotel on front_desk_notices (hotel_id, check_out) where acknowledged_at is null;

-- Which bookings somebody has received, in order: each node tells the pages that it serves. Kept for an hour.
create table receipts (
  ledger_id  integer not null,
  hotel_id   uuid not null,
  number     integer not null,
  booking_id uuid not null,
  at         timestamptz not null,
  primary key (ledger_id, hotel_id, number)
);
create index receipts_age on receipts (at);
-- The number of the last receipt. The row is locked until the commit, so numbers become visible in their order.
create table receipt_numbers (
  ledger_id integer not null,
  hotel_id  uuid not null,
  last      integer not null,
  primary key (ledger_id, hotel_id)
) with (fillfactor = 70);
