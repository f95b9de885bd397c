-- Oldest program: 12
-- pg_restore loads rows with an empty search path. This function calls another one by its bare name, so its check
-- failed there, and no dump could be restored.
alter function are_cancellation_rules(jsonb) set search_path from current;
