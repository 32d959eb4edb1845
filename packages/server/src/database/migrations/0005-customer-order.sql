-- Each statement by itself.
-- Monitoring reads customers in the order of their ids' bytes, those too that have no subject of their own and are followed by
-- their parties.
drop index if exists customer_in_order;
create index concurrently customer_in_order on customer (tenant_id, domain, customer_id collate "C");
drop index if exists customer_by_id;
