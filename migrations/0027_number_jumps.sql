-- Oldest program: 21
-- Event numbers that were lost are never given again. When an operator ends a halt, the numbers of all streams jump to a
-- multiple of ten million. A node of release 1.6.0 accepts a cursor inside a jump.

-- The last number of each stream before a jump. A stream is `ledger/hotel`, or the id of a client. The row with the empty
-- name stands for the jump itself: a stream without its own row had no number before it.
create table number_jumps (
  stream text not null,
  -- The first number after the jump is higher than this.
  base   bigint not null,
  last   bigint not null,
  primary key (stream, base)
);

-- The base of the jump that contains the number, or null. The number before a jump and the base itself are outside.
create function jump_over(of_stream text, number bigint) returns bigint language sql stable as $$
  select max(jump.base) from number_jumps jump
    left join number_jumps own on own.stream = of_stream and own.base = jump.base
  where jump.stream = '' and number > coalesce(own.last, 0) and number < jump.base
$$;

-- The highest number that no stream gives any more, or 0.
create function number_base() returns bigint language sql stable as $$
  select resumed_epoch * 10000 from desk
$$;
