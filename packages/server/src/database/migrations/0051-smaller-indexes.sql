-- Each statement by itself.
-- What is added goes to the end of an index that ascends, and the full pages behind it stay full. Where an index descends it goes to the
-- beginning, and each page that is split stays half empty. Lists read these backwards. The records of one object are few: without their
-- time, its key is in the index once for all of them. The earlier indexes go once the others are there, and what was interrupted goes on.
do $$ begin execute coalesce((select string_agg(format('drop index gatehouse.%I', relname), '; ') from pg_index join pg_class on pg_class.oid = indexrelid where not indisvalid and relnamespace = 'gatehouse'::regnamespace and relname in ('audit_in_order', 'execution_in_order', 'execution_of_end_user_in_order', 'quick_scan_in_order', 'webhook_delivery_in_order', 'webhook_delivery_of_webhook', 'audit_of_object')), 'select'); end $$;
create index concurrently if not exists audit_in_order on audit_event (tenant_id, at, event_id);
create index concurrently if not exists execution_in_order on execution (tenant_id, domain, created_at, execution_id);
create index concurrently if not exists execution_of_end_user_in_order on execution (tenant_id, domain, created_at, execution_id) where source = 'SDK';
create index concurrently if not exists quick_scan_in_order on quick_scan (tenant_id, domain, created_at, scan_id);
create index concurrently if not exists webhook_delivery_in_order on webhook_delivery (tenant_id, domain, created_at, delivery_id);
create index concurrently if not exists webhook_delivery_of_webhook on webhook_delivery (tenant_id, domain, webhook_id, created_at);
create index concurrently if not exists audit_of_object on audit_event (tenant_id, domain, object_kind, object_id);
drop index concurrently if exists audit_by_time;
drop index concurrently if exists execution_by_time;
drop index concurrently if exists execution_of_end_user;
drop index concurrently if exists quick_scan_by_time;
drop index concurrently if exists webhook_delivery_by_time;
drop index concurrently if exists webhook_delivery_by_webhook;
drop index concurrently if exists audit_by_object;
