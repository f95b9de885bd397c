-- Oldest program: 21
-- Who has made sandbox credentials in the last 24 hours: one address cannot use up what there is for all. Apart from
-- ledgers, because credentials that were deleted since count too. A node of release 1.6.0 does not write here.
create table credentials_made (
  address text not null,
  role    text not null check (role in ('partner', 'hotel')),
  made_at timestamptz not null
);
create index credentials_made_address on credentials_made (address, role, made_at);
