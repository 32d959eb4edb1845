-- A decision that can still be taken back: what was decided, by whom and why, and when it takes effect. Null where none is held.
alter table case_record add column pending jsonb, add column pending_until timestamptz;
comment on column case_record.pending is 'personal';
comment on column case_record.pending_until is 'technical';
alter table case_record add constraint case_record_pending check ((pending is null) = (pending_until is null));
