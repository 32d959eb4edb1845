-- What the uploads of a tenant take up, beside the bound that its tenant file names.

-- Null: the default bound (contract, defaultMaxStoredBytes).
alter table tenant add column max_stored_bytes bigint;

create table tenant_storage (
  tenant_id text primary key references tenant,
  stored_bytes bigint not null
);
insert into tenant_storage (tenant_id, stored_bytes)
  select tenant_id, sum(size) from upload join tenant using (tenant_id) group by tenant_id;

alter table tenant_storage enable row level security;
alter table tenant_storage force row level security;
create policy of_operator on tenant_storage to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_tenant on tenant_storage to gatehouse_app using (tenant_id = current_setting('gatehouse.tenant', true));
grant select, insert, update on tenant_storage to gatehouse_app;
grant select, insert, update, delete on tenant_storage to gatehouse_operator;
