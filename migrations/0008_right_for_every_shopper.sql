-- Rules that hold when a partner has more than one shopper, and what is needed to verify them afterwards.

-- A quote given at the price of a hold says nothing about the price of today.
alter table quotes add column locked boolean not null default false;
-- Quotes of one stay that promise the same lie side by side: the desk steps from one promise to the next.
drop index quotes_stay;
create index quotes_stay on quotes (client_id, room_type_id, rate_plan_id, check_in, check_out, rooms_count, adults,
  children, currency, total, locked, created_at);

-- Who was told PRICE_CHANGED, and when. From then on only quotes newer than the alert count for that guest.
create table price_alerts (
  ledger_id    integer not null,
  hotel_id     uuid not null,
  client_id    uuid not null,
  room_type_id uuid not null,
  rate_plan_id uuid not null,
  check_in     date not null,
  check_out    date not null,
  guest_phone  text not null,
  rooms_count  smallint not null,
  adults       smallint not null,
  children     smallint not null,
  currency     text not null,
  alerted_at   timestamptz not null,
  primary key (client_id, room_type_id, rate_plan_id, check_in, check_out, guest_phone, rooms_count, adults, children, currency)
);
create index price_alerts_age on price_alerts (alerted_at);
create index price_alerts_ledger on price_alerts (ledger_id);

-- Stays that are over close by themselves: this index finds them.
create index bookings_open on bookings (check_out) where status in ('CONFIRMED', 'CHECKED_IN');

-- The timeline of a booking shows the least penalty that an earlier change left behind.
update bookings set least_penalty = least(least_penalty, total) where status = 'CANCELLED';
update bookings set cancellation = jsonb_set(cancellation, '{timeline}', (
    select jsonb_agg(jsonb_set(step, '{penalty}', to_jsonb(greatest((step->>'penalty')::int8, least_penalty))) order by at)
    from jsonb_array_elements(cancellation->'timeline') with ordinality t(step, at)))
  where least_penalty > 0;
update bookings set payment = jsonb_set(payment, '{dueAtHotel}', to_jsonb(greatest(total, least_penalty)))
  where cancelled is null and payment->>'collectedBy' = 'HOTEL' and least_penalty > total;
-- Where the hotel collects, nothing has been paid before arrival, so nothing is given back.
update bookings set cancelled = jsonb_set(cancelled, '{refund}', '0')
  where cancelled is not null and payment->>'collectedBy' = 'HOTEL';
-- A hold keeps who collects the money.
update holds h set price = h.price || jsonb_build_object('collectedBy', coalesce((
    select t.payment_collected_by from clients c join contracts t on t.client_id = coalesce(c.contract_holder_id, c.id)
    where c.id = h.client_id and t.hotel_id = h.hotel_id), 'PARTNER'));

-- Every price a plan ever had: `npm run verify` compares each booked night with the price in force when it was priced.
create table price_history (
  rate_plan_id      uuid not null,
  -- Null: the plan's usual price.
  day               date,
  valid_from        timestamptz not null,
  -- Null: from then on the day has the usual price.
  single_price      integer,
  double_price      integer,
  extra_adult_price integer,
  child_price       integer,
  transaction_id    xid8 not null default pg_current_xact_id()
);
insert into price_history (rate_plan_id, day, valid_from, single_price, double_price, extra_adult_price, child_price)
  select id, null::date, '-infinity'::timestamptz, single_price, double_price, extra_adult_price, child_price from rate_plans
  union all
  select rate_plan_id, day, '-infinity', single_price, double_price, extra_adult_price, child_price from day_prices;
create index price_history_plan on price_history (rate_plan_id, day, valid_from);
create index price_history_day on price_history (day);

create function record_usual_prices_inserted() returns trigger language plpgsql as $$
begin
  insert into price_history (rate_plan_id, valid_from, single_price, double_price, extra_adult_price, child_price)
  select id, '-infinity', single_price, double_price, extra_adult_price, child_price from new_rows;
  return null;
end $$;
create trigger history_inserted after insert on rate_plans referencing new table as new_rows
  for each statement execute function record_usual_prices_inserted();

create function record_usual_prices_updated() returns trigger language plpgsql as $$
begin
  insert into price_history (rate_plan_id, valid_from, single_price, double_price, extra_adult_price, child_price)
  select n.id, clock_timestamp(), n.single_price, n.double_price, n.extra_adult_price, n.child_price
  from new_rows n join old_rows o using (id)
  where (n.single_price, n.double_price, n.extra_adult_price, n.child_price)
    is distinct from (o.single_price, o.double_price, o.extra_adult_price, o.child_price);
  return null;
end $$;
create trigger history_updated after update on rate_plans referencing old table as old_rows new table as new_rows
  for each statement execute function record_usual_prices_updated();

-- Day prices that come in the same transaction as their plan have no "before": nobody could have booked it.
create function record_day_prices_inserted() returns trigger language plpgsql as $$
begin
  insert into price_history (rate_plan_id, day, valid_from, single_price, double_price, extra_adult_price, child_price)
  select n.rate_plan_id, n.day,
    case when plan.transaction_id = pg_current_xact_id() then '-infinity'::timestamptz else clock_timestamp() end,
    n.single_price, n.double_price, n.extra_adult_price, n.child_price
  from new_rows n
  left join price_history plan on plan.rate_plan_id = n.rate_plan_id and plan.day is null and plan.valid_from = '-infinity';
  return null;
end $$;
create trigger history_inserted after insert on day_prices referencing new table as new_rows
  for each statement execute function record_day_prices_inserted();

-- A system that sends the same prices again and again must not fill the history.
create function record_day_prices_updated() returns trigger language plpgsql as $$
begin
  insert into price_history (rate_plan_id, day, valid_from, single_price, double_price, extra_adult_price, child_price)
  select n.rate_plan_id, n.day, clock_timestamp(), n.single_price, n.double_price, n.extra_adult_price, n.child_price
  from new_rows n join old_rows o using (rate_plan_id, day)
  where (n.single_price, n.double_price, n.extra_adult_price, n.child_price)
    is distinct from (o.single_price, o.double_price, o.extra_adult_price, o.child_price);
  return null;
end $$;
create trigger history_updated after update on day_prices referencing old table as old_rows new table as new_rows
  for each statement execute function record_day_prices_updated();

create function record_day_prices_removed() returns trigger language plpgsql as $$
begin
  insert into price_history (rate_plan_id, day, valid_from)
  select rate_plan_id, day, clock_timestamp() from old_rows;
  return null;
end $$;
create trigger history_deleted after delete on day_prices referencing old table as old_rows
  for each statement execute function record_day_prices_removed();

-- What a hotel shows of itself includes its room types, plans and policies: its updated_at moves with them.
create function touch_hotels_of_new_rows() returns trigger language plpgsql as $$
begin
  update hotels set updated_at = clock_timestamp() where id in (select hotel_id from new_rows);
  return null;
end $$;
create function touch_hotels_of_old_rows() returns trigger language plpgsql as $$
begin
  update hotels set updated_at = clock_timestamp() where id in (select hotel_id from old_rows);
  return null;
end $$;
create procedure touch_hotel_with(table_name text) language plpgsql as $$
begin
  execute format('create trigger touch_inserted after insert on %I referencing new table as new_rows
    for each statement execute function touch_hotels_of_new_rows()', table_name);
  execute format('create trigger touch_updated after update on %I referencing new table as new_rows
    for each statement execute function touch_hotels_of_new_rows()', table_name);
  execute format('create trigger touch_deleted after delete on %I referencing old table as old_rows
    for each statement execute function touch_hotels_of_old_rows()', table_name);
end $$;
call touch_hotel_with('room_types');
call touch_hotel_with('rate_plans');
call touch_hotel_with('cancellation_policies');
drop procedure touch_hotel_with;
