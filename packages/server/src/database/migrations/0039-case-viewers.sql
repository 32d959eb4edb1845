-- Who has a case open now: a row goes stale by itself when nobody says any longer that it is so. Never part of the record.
create table case_viewer (
  tenant_id text not null,
  domain text not null,
  case_no text not null,
  email text not null,
  doing text not null check (doing in ('reading', 'deciding')),
  seen_at timestamptz not null default now(),
  -- Shut the case again; kept for a while, so that those who look hear of it.
  left_at timestamptz,
  -- In which it came, went or began something else: from here on those who look are told.
  transaction xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, domain, case_no, email)
) with (fillfactor = 50);
create index case_viewer_by_transaction on case_viewer (tenant_id, transaction);

alter table case_viewer enable row level security;
alter table case_viewer force row level security;
create policy of_operator on case_viewer to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on case_viewer to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
create policy of_tenant on case_viewer for select to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and current_setting('gatehouse.domain', true) = '');
grant select, insert, update, delete on case_viewer to gatehouse_operator, gatehouse_app;
