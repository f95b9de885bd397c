-- A client has two rate limits: one for requests that concern a reservation, and rate_limit_per_minute for all others.
-- Oldest program: 12

alter table clients add column booking_limit_per_minute integer check (booking_limit_per_minute between 1 and 100000);

-- Until now one limit was for both. Nobody may book less than before.
update clients set booking_limit_per_minute = rate_limit_per_minute where rate_limit_per_minute is not null;
