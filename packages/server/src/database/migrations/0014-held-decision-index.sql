-- Each statement by itself.
-- Workers look twice a second for held decisions that are due.
drop index if exists case_record_held;
create index concurrently case_record_held on case_record (pending_until) where pending_until is not null;
