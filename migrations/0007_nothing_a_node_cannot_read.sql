-- Every node reads these rows into its memory: one that it cannot read would stop its feed, or break a search of the
-- whole country, until somebody finds it. So such a row is refused where it is written.

alter table exchange_rates add check (isfinite(as_of));
alter table api_keys add check (isfinite(expires_at));
-- A page's cursor holds the name of a hotel.
alter table hotels add check (length(name_en) between 1 and 200), add check (length(name_ar) between 1 and 200);

create function is_penalty(penalty jsonb) returns boolean immutable language sql as $$
  select coalesce(jsonb_typeof(penalty -> 'value') = 'number' and penalty ->> 'type' in ('NIGHTS', 'PERCENT')
    and (penalty -> 'value')::numeric >= 0, false)
$$;
create function are_cancellation_rules(rules jsonb) returns boolean immutable language sql as $$
  select jsonb_typeof(rules) = 'array' and not exists (
    select 1 from jsonb_array_elements(case jsonb_typeof(rules) when 'array' then rules else '[]' end) rule
    where coalesce(jsonb_typeof(rule -> 'hours_before_check_in') <> 'number', true) or not is_penalty(rule -> 'penalty'))
$$;
alter table cancellation_policies add check (are_cancellation_rules(rules)), add check (is_penalty(no_show_penalty));

-- What a plan costs to cancel is the hotel's own to say.
alter table cancellation_policies add unique (id, hotel_id);
alter table rate_plans add foreign key (cancellation_policy_id, hotel_id) references cancellation_policies (id, hotel_id);

-- Which transactions had ended when: changes are dropped by when they could be seen, not by when they were written.
create table feed_marks (
  at           timestamptz primary key default clock_timestamp(),
  ended_before xid8 not null
);

-- Quotes live in every node's memory too: those from before a reset promise nothing any more.
alter table clients add column reset_at timestamptz;
