-- An erasure that fails is tried again later each time.
alter table erasure add column failures integer not null default 0;
alter table erasure add column failure text;
alter table erasure add column retry_at timestamptz;
comment on column erasure.failures is 'technical';
comment on column erasure.failure is 'technical';
comment on column erasure.retry_at is 'technical';
