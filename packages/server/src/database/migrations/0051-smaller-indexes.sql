-- Each statement by itself.
-- What is added goes to the end of an index that ascends, and the full pages behind it stay full. Where an index descends it goes to the
-- beginning, and each page that is split stays half empty. Lists read these backwards. The earlier index goes once the other is there.
drop index if exists audit_in_order;
create index concurrently audit_in_order on audit_event (tenant_id, at, event_id);
drop index concurrently if exists audit_by_time;
drop index if exists execution_in_order;
create index concurrently execution_in_order on execution (tenant_id, domain, created_at, execution_id);
drop index concurrently if exists execution_by_time;
drop index if exists execution_of_end_user_in_order;
create index concurrently execution_of_end_user_in_order on execution (tenant_id, domain, created_at, execution_id) where source = 'SDK';
drop index concurrently if exists execution_of_end_user;
drop index if exists quick_scan_in_order;
create index concurrently quick_scan_in_order on quick_scan (tenant_id, domain, created_at, scan_id);
drop index concurrently if exists quick_scan_by_time;
drop index if exists webhook_delivery_in_order;
create index concurrently webhook_delivery_in_order on webhook_delivery (tenant_id, domain, created_at, delivery_id);
drop index concurrently if exists webhook_delivery_by_time;
drop index if exists webhook_delivery_of_webhook;
create index concurrently webhook_delivery_of_webhook on webhook_delivery (tenant_id, domain, webhook_id, created_at);
drop index concurrently if exists webhook_delivery_by_webhook;
-- The records of one object are few: without their time, its key is in the index once for all of them.
drop index if exists audit_of_object;
create index concurrently audit_of_object on audit_event (tenant_id, domain, object_kind, object_id);
drop index concurrently if exists audit_by_object;
