-- Monitoring reads a domain that does not fit into memory in parts, in the order of the ids' bytes, whatever the database's own.
create index customer_by_id on customer (tenant_id, domain, customer_id collate "C") where subject is not null;
