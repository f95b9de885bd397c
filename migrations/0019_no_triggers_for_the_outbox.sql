-- No program that can use this schema writes the outbox, so nothing converts its rows any more. The table itself stays for one
-- release: programs of the previous release delete from it when they reset a sandbox ledger.
-- Oldest program: 17

drop trigger write_events on outbox;
drop trigger delete_events on bookings;
drop function write_events_of_outbox, write_event_of_outbox, delete_events_of_bookings, booking_in_event,
  revision_in_outbox, event_kind_of_outbox;
truncate outbox;
