-- Oldest program: 21
-- A process remembers batches that the database confirmed, and notices when the database has lost one of them. A node of
-- release 1.6.0 ignores a halt, and writes batches without a number, which nobody remembers.

-- One random id per database, so that a process does not look for its batches in another database.
insert into deployment (key, value) values ('database', to_jsonb(gen_random_uuid()));

-- Counted from 1 in each epoch. Null in batches of release 1.6.0.
alter table desk_batches add column number bigint;
create index desk_batches_number on desk_batches (epoch, number);

alter table desk
  -- Since when nothing is decided, and what is missing. Null: not halted.
  add column halted_at timestamptz,
  add column halt text,
  -- The highest epoch that a process knew when it noticed a loss. It may be above `epoch`.
  add column known_epoch bigint not null default 0,
  -- The epoch with which an operator has ended the last halt. A loss in a lower epoch does not halt again.
  add column resumed_epoch bigint not null default 0;

-- The batches that are missing, with what the finder told its callers about them.
create table lost_batches (
  batch    uuid not null,
  -- The process that found it. Two processes know different commands of one batch.
  process  uuid not null,
  epoch    bigint not null,
  number   bigint not null,
  found_at timestamptz not null default clock_timestamp(),
  lines    text[] not null,
  primary key (batch, process)
);

-- Release 1.6.0 deletes every marker after an hour. The last markers of an epoch must stay, so only a program that knows
-- them deletes markers with a number.
create function keep_numbered_batches() returns trigger language plpgsql as $$
begin
  if current_setting('ihc.prunes_batches', true) is distinct from 'yes' then
    return null;
  end if;
  return old;
end $$;
create trigger keep_numbered_batches before delete on desk_batches
  for each row when (old.number is not null) execute function keep_numbered_batches();
