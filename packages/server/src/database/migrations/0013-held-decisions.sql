-- Each statement by itself.
-- A decision that can still be taken back: what was decided, by whom and why, and when it takes effect. Null where none is held.
set lock_timeout = '30s';
alter table case_record add column if not exists pending jsonb, add column if not exists pending_until timestamptz;
comment on column case_record.pending is 'personal';
comment on column case_record.pending_until is 'technical';
-- Cases are checked while others work on them.
alter table case_record drop constraint if exists case_record_pending,
  add constraint case_record_pending check ((pending is null) = (pending_until is null)) not valid;
set lock_timeout = 0;
alter table case_record validate constraint case_record_pending;
