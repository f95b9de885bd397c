-- Oldest program: 20
-- What the status page shows. docs/adr/0030-status-from-inside.md has the reasons.

-- What all processes have seen in a minute. Each process adds its numbers to the row, none overwrites another's.
create table status_minutes (
  minute    timestamptz not null,
  component text not null,
  -- How often a process has looked at what stands behind the component, and what it found.
  checks    integer not null check (checks >= 0),
  impaired  integer not null check (impaired >= 0),
  failing   integer not null check (failing >= 0),
  requests  integer not null check (requests >= 0),
  -- Requests with a status of 500 or more.
  failures  integer not null check (failures >= 0),
  -- 99 % of the requests of each process took at most this long. Null: there were none, or it is not measured.
  p99_ms    real,
  primary key (minute, component)
) with (fillfactor = 70);

-- A day in Baghdad that is over, minute by minute: 600U5D835U is up for 600 minutes, down for 5, up for 835.
-- U: up, G: degraded, D: down, N: no data.
create table status_days (
  day       date not null,
  component text not null,
  states    text not null,
  primary key (day, component)
);
