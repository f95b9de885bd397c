-- What a booking remembers once it has been moved or cancelled.

-- A penalty that was due when the booking was moved stays the least that a later cancellation costs.
alter table bookings add column least_penalty bigint not null default 0 check (least_penalty >= 0);
