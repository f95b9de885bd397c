-- A prebook lock is called a hold everywhere but on the wire: in this schema a lock is a lock of the database.
alter table quotes rename column locked to from_hold;
