-- A quick scan shows a person once, and may lead to a case.

-- Which entries among its hits are the same person or company, and why, as alert.joins. Null of scans from before.
alter table quick_scan add column joins jsonb;
-- The execution that a person submitted from it, chosen before that is there; who asked, and when.
alter table quick_scan add column case_execution_id uuid;
alter table quick_scan add column case_requested_at timestamptz;
comment on column quick_scan.joins is 'personal';
comment on column quick_scan.case_execution_id is 'technical';
comment on column quick_scan.case_requested_at is 'technical';
create index quick_scan_by_execution on quick_scan (tenant_id, domain, case_execution_id) where case_execution_id is not null;
