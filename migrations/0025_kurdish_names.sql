-- Room types, rate plans and addresses have Kurdish names too. Null: there is none, so readers see the English one.
-- Oldest program: 21

-- Not a key of `hotels.address`: an import by the previous release writes that value, and would delete the Kurdish address.
alter table hotels add column address_ckb text check (address_ckb <> '');
alter table room_types add column name_ckb text check (name_ckb <> '');
alter table rate_plans add column name_ckb text check (name_ckb <> '');
