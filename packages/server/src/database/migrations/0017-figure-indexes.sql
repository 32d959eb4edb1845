-- Each statement by itself.
-- Figures of a period count rows by their time. Without an index of their own they would read each case, or each execution.
drop index if exists case_alert;
create index concurrently case_alert on case_record (tenant_id, domain, opened_at) where hit_sources <> '{}';
-- What a decision node decides is opened and resolved in one transaction, at one instant. People take a second.
drop index if exists case_decided_automatically;
create index concurrently case_decided_automatically on case_record (tenant_id, domain, resolved_at) where resolved_at = opened_at;
drop index if exists execution_of_end_user;
create index concurrently execution_of_end_user on execution (tenant_id, domain, created_at desc, execution_id desc) where source = 'SDK';
drop index if exists ruling_by_time;
create index concurrently ruling_by_time on ruling (tenant_id, domain, ruled_at desc);
