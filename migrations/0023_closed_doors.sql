-- Oldest program: 21
-- A new link alone does not remove one-time codes, managers are told what others changed about accounts, and an address may have wrong
-- tries for many accounts.

-- Whether the person may choose a password without a code of the app: an operator made the link, or a second manager has agreed.
-- Links of older programs keep the codes too.
alter table staff_links add column clears_codes boolean not null default false;

-- The last entry of the audit about accounts that the manager has seen. Null: none since the account was created.
alter table staff add column news_seen bigint;

-- Of a network address: the accounts that it has tried in vain, the oldest first. One leaves the list every two minutes.
alter table sign_in_failures add column accounts text not null default '';

-- What happens every day at a hotel is deleted after a while, as what was refused.
create index operator_audit_daily on operator_audit (at)
  where action in ('sign-in', 'sign-out', 'session end', 'voucher used again');
