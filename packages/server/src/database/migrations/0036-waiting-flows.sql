-- Each statement by itself.
-- Hosted flows that wait, one after the other, and whether a link leads there: giving up those whose person left reads no more.
drop index if exists execution_hosted;
create index concurrently execution_hosted on execution (tenant_id, domain, execution_id)
  where state = 'WAITING' and source = 'SDK';
drop index if exists link_by_customer;
create index concurrently link_by_customer on link (tenant_id, domain, customer_id, event_type);
