-- What monitoring has told of a customer, whichever run it was.
create index monitoring_start_by_customer on monitoring_start (tenant_id, domain, customer_id);
