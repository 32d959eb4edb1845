-- What was guessed wrongly of a code, as keyed hashes: a guess that is sent again, because its answer was lost, costs no
-- second attempt.
alter table one_time_code add column wrong_hashes bytea[] not null default '{}';
