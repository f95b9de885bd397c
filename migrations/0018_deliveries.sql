-- Events are given to their partners in one order per partner, and are delivered to front desks and webhooks.
-- Oldest program: 17

-- Up to which event of a hotel the sequencer has come. Events from before this migration are not delivered.
create table sequenced_events (
  ledger_id integer not null,
  hotel_id  uuid not null,
  last      integer not null,
  primary key (ledger_id, hotel_id)
) with (fillfactor = 50);
insert into sequenced_events select ledger_id, hotel_id, last from event_numbers;

-- The number of each client's last event. It stays when a sandbox ledger is reset: numbers are never given twice.
create table client_event_numbers (
  client_id uuid primary key references clients on delete cascade,
  last      bigint not null
) with (fillfactor = 50);

-- The events of a partner, numbered by the sequencer after their commit. A cursor is such a number.
create table client_events (
  client_id    uuid not null,
  number       bigint not null check (number > 0),
  -- What receivers use to recognise a repeated event. Random: a restored database gives the same number again.
  id           uuid not null default gen_random_uuid(),
  at           timestamptz not null,
  kind         text not null,
  ledger_id    integer not null,
  hotel_id     uuid not null,
  -- The number in `events`. Null for hotel.updated.
  event_number integer,
  primary key (client_id, number)
);
-- Only the newest hotel.updated of a hotel is kept.
create index client_events_hotel on client_events (client_id, hotel_id) where kind = 'hotel.updated';
create index client_events_ledger on client_events (ledger_id);

-- Partners that read events or have a webhook. hotel.updated is written for them only.
create table event_readers (
  client_id uuid primary key references clients on delete cascade,
  read_at   timestamptz not null
);

-- Which hotels have changed for the clients of a ledger, and when that was last announced to them.
create table hotel_announcements (
  ledger_id    integer not null,
  hotel_id     uuid not null,
  -- A change waits to be announced. At most one a minute is.
  waits        boolean not null,
  announced_at timestamptz not null,
  primary key (ledger_id, hotel_id)
) with (fillfactor = 50);
create index hotel_announcements_waiting on hotel_announcements (announced_at) where waits;

-- Up to where `changes` has been read for announcements: a position as src/snapshot/snapshot.store.ts reads it. One row.
create table announced_changes (
  only_row boolean primary key default true check (only_row),
  position text not null,
  read_at  timestamptz not null
);

create table webhooks (
  id             uuid primary key,
  client_id      uuid not null references clients on delete cascade,
  url            text not null check (length(url) between 1 and 2048),
  -- Empty: all.
  kinds          text[] not null,
  -- Encrypted with a key that is made from the signing key with this fingerprint.
  secret         bytea not null,
  sealed_with    text not null,
  -- The secret before the last rotation. It signs too, until this time.
  old_secret     bytea,
  old_sealed_with text,
  old_until      timestamptz,
  created_at     timestamptz not null,
  -- The last success, to the second, and the last failure.
  delivered_at   timestamptz,
  failed_at      timestamptz,
  last_error     text check (length(last_error) <= 500),
  -- A test call is running until this time. Later, its process is gone.
  testing_until  timestamptz,
  unique (client_id, url),
  check ((failed_at is null) = (last_error is null)),
  check ((old_secret is null) = (old_until is null) and (old_secret is null) = (old_sealed_with is null))
);

-- One row per event and destination.
create table deliveries (
  id           bigint generated always as identity primary key,
  channel      text not null check (channel in ('WEBHOOK', 'HOTEL_EMAIL', 'HOTEL_MESSAGE', 'OPERATOR_EMAIL')),
  -- The id of a webhook; or the id of a hotel, a space, and an e-mail address or a phone number; or "operator".
  destination  text not null,
  kind         text not null,
  ledger_id    integer not null,
  hotel_id     uuid not null,
  -- The number in `events`, and the booking. Null for hotel.updated.
  event_number integer,
  booking_id   uuid,
  -- The number in `client_events`. Null for front desks.
  client_id    uuid,
  client_event bigint,
  -- Sent with every attempt, so that receivers recognise a repeated one.
  message_id   uuid not null,
  -- Sent again, because the front desk has not acknowledged the first one.
  reminder     boolean not null default false,
  created_at   timestamptz not null,
  -- An operator has sent a dead delivery again. The attempts and the 72 hours then begin again.
  retried_at   timestamptz,
  state        text not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'DEAD', 'SKIPPED')),
  due_at       timestamptz not null,
  attempts     integer not null default 0,
  attempted_at timestamptz,
  -- A process is sending it until this time. Later, the process is gone and another one may take it.
  leased_until timestamptz,
  lease        uuid,
  last_error   text check (length(last_error) <= 500),
  ended_at     timestamptz,
  check ((state = 'PENDING') = (ended_at is null))
-- Most rows have ended. Those that have not change often, so the usual share of 20 % would be reached too late.
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
-- Of each destination, the delivery that is due first. While one is being sent, due_at is the end of its lease.
create index deliveries_due on deliveries (channel, destination, due_at, id) where state = 'PENDING';
-- A later event of a booking waits for the earlier ones.
create index deliveries_order on deliveries (destination, booking_id, id) where state = 'PENDING' and booking_id is not null;
-- A newer hotel.updated replaces one that was not sent yet.
create index deliveries_hotel on deliveries (destination, hotel_id) where state = 'PENDING' and kind = 'hotel.updated';
create index deliveries_dead on deliveries (ended_at) where state = 'DEAD';
create index deliveries_ended on deliveries (ended_at) where state in ('DELIVERED', 'SKIPPED');
create index deliveries_booking on deliveries (ledger_id, booking_id);

-- What a front desk must acknowledge: each new, changed or cancelled booking, in production only.
create table front_desk_notices (
  ledger_id       integer not null,
  hotel_id        uuid not null,
  booking_id      uuid not null,
  revision        integer not null,
  event_number    integer not null,
  -- The stay of this revision. Nobody is reminded of a stay that is over.
  check_in        date not null,
  check_out       date not null,
  at              timestamptz not null,
  reminded_at     timestamptz,
  acknowledged_at timestamptz,
  primary key (hotel_id, booking_id, revision)
);
-- When a supplier acknowledges events, the reminders copy it to the notices that it covers.
create index front_desk_notices_open on front_desk_notices (check_out) where acknowledged_at is null;
create index front_desk_notices_past on front_desk_notices (check_out);
