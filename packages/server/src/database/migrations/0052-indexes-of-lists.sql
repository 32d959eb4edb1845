-- Each statement by itself.
-- Rows that were written together have one time. Without the number or ID behind it, an index has that time once for all of them, and lists
-- sort the few rows of one time by themselves. Lists that leave out what comes with every execution have indexes without that. The
-- earlier indexes go once the others are there, and what was interrupted goes on. An object is found by its ID alone: few have one in common.
do $$ begin execute coalesce((select string_agg(format('drop index gatehouse.%I', relname), '; ') from pg_index join pg_class on pg_class.oid = indexrelid where not indisvalid and relnamespace = 'gatehouse'::regnamespace and relname in ('audit_by_time', 'audit_by_object', 'audit_by_act', 'audit_by_person', 'execution_by_time', 'execution_of_end_user_by_time', 'execution_stopped', 'quick_scan_by_time', 'webhook_delivery_by_time', 'case_by_time', 'case_by_risk_and_time', 'case_open_by_risk_and_time', 'case_reviewed', 'customer_by_audit_id')), 'select'); end $$;
create index concurrently if not exists audit_by_time on audit_event (tenant_id, at);
create index concurrently if not exists audit_by_object on audit_event (tenant_id, object_id);
create index concurrently if not exists audit_by_act on audit_event (tenant_id, act collate "C", at) where act not in ('execution.submit', 'execution.complete', 'quickscan.submit');
create index concurrently if not exists audit_by_person on audit_event (tenant_id, actor, at) where actor like '%@%';
create index concurrently if not exists execution_by_time on execution (tenant_id, domain, created_at);
create index concurrently if not exists execution_of_end_user_by_time on execution (tenant_id, domain, created_at) where source = 'SDK';
create index concurrently if not exists execution_stopped on execution (tenant_id, domain, created_at) where state in ('WAITING', 'FAILED', 'CANCELLED');
create index concurrently if not exists quick_scan_by_time on quick_scan (tenant_id, domain, created_at);
create index concurrently if not exists webhook_delivery_by_time on webhook_delivery (tenant_id, domain, created_at);
create index concurrently if not exists case_by_time on case_record (tenant_id, domain, opened_at);
create index concurrently if not exists case_reviewed on case_record (tenant_id, domain, opened_at) where status <> 'APPROVED' or assignee is not null;
create index concurrently if not exists case_by_risk_and_time on case_record (tenant_id, domain, (- coalesce(risk_score, -1)), opened_at);
create index concurrently if not exists case_open_by_risk_and_time on case_record (tenant_id, domain, (- coalesce(risk_score, -1)), opened_at) where resolved_at is null;
create index concurrently if not exists customer_by_audit_id on customer using hash (audit_id);
drop index concurrently if exists audit_in_order;
drop index concurrently if exists audit_of_object;
drop index concurrently if exists execution_in_order;
drop index concurrently if exists execution_of_end_user_in_order;
drop index concurrently if exists quick_scan_in_order;
drop index concurrently if exists webhook_delivery_in_order;
drop index concurrently if exists case_by_opening;
drop index concurrently if exists case_by_risk;
drop index concurrently if exists case_open_by_risk;
