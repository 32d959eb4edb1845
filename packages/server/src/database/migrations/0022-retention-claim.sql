-- Which server node works on a run of retention, so that others leave it alone meanwhile.
alter table retention_run add column claimed_by text, add column claimed_until timestamptz;
comment on column retention_run.claimed_by is 'technical';
comment on column retention_run.claimed_until is 'technical';
