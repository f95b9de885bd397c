-- The feed tells of rows by their keys, with what they are now. A row whose key is changed would stay in every node's
-- memory under its old one: a contract moved to another hotel would go on opening the first. So keys do not change;
-- delete the row and insert another.
create function refuse_new_key() returns trigger language plpgsql as $$
begin
  raise exception 'the key of % does not change: delete the row and insert another', tg_table_name
    using errcode = 'restrict_violation';
end $$;

create procedure keep_keys(table_name text, key text[]) language plpgsql as $$
declare
  changed text := (select string_agg(format('old.%I is distinct from new.%I', c, c), ' or ') from unnest(key) c);
begin
  execute format('create trigger keep_key before update on %I for each row when (%s) execute function refuse_new_key()',
    table_name, changed);
end $$;

call keep_keys('clients', '{id,client_id,ledger_id}');
call keep_keys('api_keys', '{id,client_id}');
call keep_keys('contracts', '{client_id,hotel_id}');
call keep_keys('hotels', '{id,public_id}');
call keep_keys('room_types', '{id,hotel_id}');
call keep_keys('rate_plans', '{id,hotel_id,room_type_id}');
call keep_keys('cancellation_policies', '{id,hotel_id}');
call keep_keys('exchange_rates', '{as_of}');
call keep_keys('day_prices', '{rate_plan_id,day}');
call keep_keys('nights', '{hotel_id,room_type_id,day}');
drop procedure keep_keys;
