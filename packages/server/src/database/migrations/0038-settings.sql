-- Which version of each of a tenant's settings is in force, whose it is, and whether the tenant file speaks of it. The
-- values lie where they lay: in `tenant` and `tenant_reference`.
create table tenant_setting (
  tenant_id text not null references tenant,
  section text not null,
  version integer not null default 0,
  -- Whether the file that was applied last speaks of it: applied again, its word counts again.
  in_file boolean not null default false,
  -- The person; null: a tenant file, or nobody.
  changed_by text,
  changed_at timestamptz,
  primary key (tenant_id, section)
);
alter table tenant_setting enable row level security;
alter table tenant_setting force row level security;
create policy of_operator on tenant_setting to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_tenant on tenant_setting to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true));
grant select, insert, update on tenant_setting to gatehouse_operator;
grant select on tenant_setting to gatehouse_app;
