-- What the desk needs beside the tables of reservations.

-- A client's locks are limited over all hotels, so decisions on them are made under a lock of the client too.
alter table clients add column lock_number integer generated always as identity;

-- A booking finds its caller's lock by the stay, without a token.
create index holds_stay on holds (client_id, room_type_id, rate_plan_id, check_in, check_out) where status = 'ACTIVE';
drop index holds_client;

-- Every node counts locks out at the instant they fall due, so it must know them.
create trigger feed_inserted after insert on holds referencing new table as new_rows
  for each statement execute function record_rows_changed();
create trigger feed_updated after update on holds referencing new table as new_rows
  for each statement execute function record_rows_changed();
create trigger feed_deleted after delete on holds referencing old table as old_rows
  for each statement execute function record_rows_deleted();

-- A node brings its own desk's writes into memory itself and has no need to read them back.
alter table changes add column origin text not null default current_setting('application_name');

-- Answers and priced stays are two to four kilobytes. Past two, PostgreSQL would compress each one in the middle of a
-- batch, which costs more than writing it: rows of this size stay as they are, in their page.
alter table idempotency_records set (toast_tuple_target = 8160);
alter table bookings set (toast_tuple_target = 8160);
