-- One desk decides for all processes on this database.

-- Which process is the desk. Each takeover increments the epoch, and a batch of another epoch is not executed.
create table desk (
  only_row     boolean primary key default true check (only_row),
  epoch        bigint not null,
  process      uuid,
  -- Where the other processes send their commands.
  address      text,
  -- The machine's name, for people who look for the desk.
  host         text,
  taken_at     timestamptz,
  heartbeat_at timestamptz
);
insert into desk (epoch) values (0);

-- Which desk committed a batch. Null in rows that are older than this migration.
alter table desk_batches add column epoch bigint, add column process uuid;

-- A command that was forwarded without an Idempotency-Key has a key of its own, kept for an hour.
create index idempotency_own_keys on idempotency_records (created_at) where operation = 'command';
