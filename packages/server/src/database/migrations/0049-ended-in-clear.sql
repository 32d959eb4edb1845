-- Each statement by itself.
-- Ended executions that keep their content in the clear: a periodic task seals it (docs/decisions/0041-executions-that-waited.md). With sealing on it
-- stays nearly empty, since those that end at once are sealed by the statement that ends them.
drop index if exists execution_in_clear;
create index concurrently execution_in_clear on execution (execution_id) where sealed is null and state in ('COMPLETED', 'CANCELLED');
