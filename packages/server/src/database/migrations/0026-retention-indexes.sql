-- Each statement by itself.
-- What retention looks through once a day.
drop index if exists audit_detail_by_age;
create index concurrently audit_detail_by_age on audit_event (tenant_id, domain, event_id)
  where detail_hash is null and detail <> '{}' and object_kind not in
    ('customer', 'execution', 'case', 'link', 'delivery', 'quickscan', 'message', 'upload', 'code', 'hold', 'erasure', 'monitoringRun');
drop index if exists webhook_delivery_with_content;
create index concurrently webhook_delivery_with_content on webhook_delivery (tenant_id, domain, finished_at, delivery_id)
  where finished_at is not null and expunged_at is null;
drop index if exists message_by_age;
create index concurrently message_by_age on message (tenant_id, domain, created_at, message_id);
-- The tasks that these served are part of retention now.
drop index concurrently if exists webhook_delivery_to_expunge;
drop index concurrently if exists message_by_time;
-- References from before the triggers of 0019. Row-level security is forced on the owner of the tables too.
set role gatehouse_operator;
insert into gatehouse.upload_reference (tenant_id, domain, upload_id, execution_id)
select e.tenant_id, e.domain, u.upload_id, e.execution_id
from gatehouse.execution e cross join lateral gatehouse.uploads_in(concat(e.data, e.outputs, e.pending)) u (upload_id)
where concat(e.data, e.outputs, e.pending) like '%/uploads/%'
on conflict do nothing;
insert into gatehouse.upload_reference (tenant_id, domain, upload_id, execution_id)
select tenant_id, domain, upload_id, execution_id from gatehouse.flow_file where upload_id is not null
on conflict do nothing;
reset role;
