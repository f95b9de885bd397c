-- The desk sends the writes of a batch together with COMMIT. It sees no row counts in between, so the database checks
-- them: a wrong count raises, and COMMIT becomes ROLLBACK.

-- Called once by every statement that writes. Null as `expected` accepts any number of rows.
create function expect_rows(counted bigint, expected bigint, problem text) returns void language plpgsql as $$
begin
  if counted <> expected then
    raise exception using errcode = 'IH001', message = problem;
  end if;
  perform set_config('ihc.writes', (writes_so_far() + 1)::text, true);
end $$;

-- Called by the last statement. A statement that the driver refused to send must not be missing in what is committed.
create function expect_writes(expected integer) returns void language plpgsql as $$
begin
  if writes_so_far() <> expected then
    raise exception '% of the % writes of this batch have arrived', writes_so_far(), expected;
  end if;
end $$;

create function writes_so_far() returns integer language sql as $$
  select coalesce(nullif(current_setting('ihc.writes', true), ''), '0')::integer
$$;
