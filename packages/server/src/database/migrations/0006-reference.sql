-- Reference data of prepare.platform.config: publishers' classifications that an operator imported, and what tenants
-- make of fields, forms and document rules.

-- Classifications belong to the deployment: only the operator's role sees them. Earlier versions stay, so that it can
-- be told years later which titles a form showed.
create table reference_version (
  reference_version_id uuid primary key,
  key text not null,
  version text not null,
  etag text not null,
  attribution text,
  -- json keeps the order of the members, of which the etag is made.
  items json not null,
  -- {level: count}
  counts jsonb not null,
  file_name text not null,
  file_sha256 text not null,
  imported_by text not null,
  imported_at timestamptz not null default now(),
  active boolean not null
);
create unique index reference_version_active on reference_version (key) where active;

create table tenant_reference (
  tenant_id text primary key references tenant,
  -- As in the tenant file.
  overrides json not null,
  updated_at timestamptz not null default now()
);
alter table tenant_reference enable row level security;
alter table tenant_reference force row level security;
create policy of_operator on tenant_reference to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_tenant on tenant_reference to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true));

grant select, insert, update, delete on reference_version, tenant_reference to gatehouse_operator;
grant select on tenant_reference to gatehouse_app;
