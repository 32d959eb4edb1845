-- Views of the list of cases that people keep for themselves: filters, columns and order under a name.
create table case_view (
  tenant_id text not null,
  domain text not null,
  email text not null,
  view_id uuid not null,
  name text not null,
  -- The parameters of the list's address, by name.
  search jsonb not null,
  saved_at timestamptz not null default now(),
  primary key (tenant_id, domain, email, view_id),
  unique (tenant_id, domain, email, name)
);
comment on table case_view is 'exported';
comment on column case_view.tenant_id is 'technical';
comment on column case_view.domain is 'technical';
comment on column case_view.email is 'personal';
comment on column case_view.view_id is 'technical';
comment on column case_view.name is 'personal';
comment on column case_view.search is 'personal';
comment on column case_view.saved_at is 'technical';

alter table case_view enable row level security;
alter table case_view force row level security;
create policy of_operator on case_view to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on case_view to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant select, insert, update, delete on case_view to gatehouse_app;
grant select, insert, update, delete on case_view to gatehouse_operator;
