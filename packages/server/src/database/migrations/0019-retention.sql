-- When the business relationship with a customer ended, as somebody of the tenant states it: retention counts from there.
alter table customer add column relationship_ended_on date;
comment on column customer.relationship_ended_on is 'technical';

-- How long a kind of data is kept, where a tenant or one of its domains says otherwise than the default.
create table retention_period (
  tenant_id text not null,
  -- '': all domains that have no period of their own.
  domain text not null,
  kind text not null,
  -- An ISO 8601 duration; null: kept without end, or as long as the customer.
  period text check (period ~ '^P[1-9][0-9]{0,3}[DMY]$'),
  -- What customers whose end is not stated are counted from.
  basis text check (basis in ('RELATIONSHIP_END', 'LAST_DECISION')),
  primary key (tenant_id, domain, kind)
);
comment on table retention_period is 'exported';
comment on column retention_period.tenant_id is 'technical';
comment on column retention_period.domain is 'technical';
comment on column retention_period.kind is 'technical';
comment on column retention_period.period is 'technical';
comment on column retention_period.basis is 'technical';
alter table retention_period enable row level security;
alter table retention_period force row level security;
create policy of_operator on retention_period to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_tenant on retention_period to gatehouse_app using (tenant_id = current_setting('gatehouse.tenant', true));
grant select, insert, update, delete on retention_period to gatehouse_app;
grant select, insert, update, delete on retention_period to gatehouse_operator;

-- A change of a period. One that keeps data for less long takes effect when a second person approves it.
create table retention_change (
  tenant_id text not null,
  domain text not null,
  change_id uuid not null,
  kind text not null,
  -- Back to the default, or to the period of all domains.
  is_reset boolean not null default false,
  period text,
  basis text,
  previous_period text,
  previous_basis text,
  reason text not null,
  state text not null check (state in ('REQUESTED', 'APPLIED', 'REFUSED')),
  requested_by text not null,
  requested_at timestamptz not null default now(),
  answered_by text,
  answered_at timestamptz,
  refusal text,
  primary key (tenant_id, domain, change_id)
);
comment on table retention_change is 'exported';
comment on column retention_change.tenant_id is 'technical';
comment on column retention_change.domain is 'technical';
comment on column retention_change.change_id is 'technical';
comment on column retention_change.kind is 'technical';
comment on column retention_change.is_reset is 'technical';
comment on column retention_change.period is 'technical';
comment on column retention_change.basis is 'technical';
comment on column retention_change.previous_period is 'technical';
comment on column retention_change.previous_basis is 'technical';
comment on column retention_change.reason is 'personal';
comment on column retention_change.state is 'technical';
comment on column retention_change.requested_by is 'personal';
comment on column retention_change.requested_at is 'technical';
comment on column retention_change.answered_by is 'personal';
comment on column retention_change.answered_at is 'technical';
comment on column retention_change.refusal is 'personal';
alter table retention_change enable row level security;
alter table retention_change force row level security;
create policy of_operator on retention_change to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_tenant on retention_change to gatehouse_app using (tenant_id = current_setting('gatehouse.tenant', true));
grant select, insert, update on retention_change to gatehouse_app;
grant select, insert, update, delete on retention_change to gatehouse_operator;
create unique index retention_change_open on retention_change (tenant_id, domain, kind) where state = 'REQUESTED';

-- What retention took of a domain on a day, or would have taken where it waits for somebody.
create table retention_run (
  tenant_id text not null,
  -- '': what belongs to no domain.
  domain text not null,
  run_id uuid not null,
  state text not null check (state in ('COUNTING', 'WAITING', 'RUNNING', 'DONE', 'CANCELLED')),
  -- The instant that all ages of the run are counted to.
  as_of timestamptz not null,
  -- Period and basis by kind at its start.
  periods jsonb not null,
  -- Where it is: the kind, and the key of the last thing that was looked at.
  kind text,
  cursor text,
  -- By kind: what was due at the start, what was kept and why, and the rows that went by table.
  due jsonb not null default '{}',
  kept jsonb not null default '{}',
  removed jsonb not null default '{}',
  -- Why it waits.
  waits_for jsonb,
  answered_by text,
  answered_at timestamptz,
  -- The last failure, such as of the file store; the run goes on.
  failure text,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, domain, run_id)
);
comment on table retention_run is 'exported';
comment on column retention_run.tenant_id is 'technical';
comment on column retention_run.domain is 'technical';
comment on column retention_run.run_id is 'technical';
comment on column retention_run.state is 'technical';
comment on column retention_run.as_of is 'technical';
comment on column retention_run.periods is 'technical';
comment on column retention_run.kind is 'technical';
comment on column retention_run.cursor is 'technical';
comment on column retention_run.due is 'technical';
comment on column retention_run.kept is 'technical';
comment on column retention_run.removed is 'technical';
comment on column retention_run.waits_for is 'technical';
comment on column retention_run.answered_by is 'personal';
comment on column retention_run.answered_at is 'technical';
comment on column retention_run.failure is 'technical';
comment on column retention_run.started_at is 'technical';
comment on column retention_run.finished_at is 'technical';
alter table retention_run enable row level security;
alter table retention_run force row level security;
create policy of_operator on retention_run to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_tenant on retention_run to gatehouse_app using (tenant_id = current_setting('gatehouse.tenant', true));
grant select, update on retention_run to gatehouse_app;
grant select, insert, update, delete on retention_run to gatehouse_operator;
create unique index retention_run_open on retention_run (tenant_id, domain) where state in ('COUNTING', 'WAITING', 'RUNNING');
create index retention_run_by_time on retention_run (tenant_id, domain, as_of desc);

-- Which executions refer to an uploaded file, so that a file goes with the last of them.
create table upload_reference (
  tenant_id text not null,
  domain text not null,
  upload_id uuid not null,
  execution_id uuid not null,
  primary key (tenant_id, domain, upload_id, execution_id)
);
comment on table upload_reference is 'rebuilt; grows by execution_id';
comment on column upload_reference.tenant_id is 'technical';
comment on column upload_reference.domain is 'technical';
comment on column upload_reference.upload_id is 'technical';
comment on column upload_reference.execution_id is 'technical';
alter table upload_reference enable row level security;
alter table upload_reference force row level security;
create policy of_operator on upload_reference to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on upload_reference to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant select, insert on upload_reference to gatehouse_app;
grant select, insert, update, delete on upload_reference to gatehouse_operator;
create index upload_reference_by_execution on upload_reference (tenant_id, domain, execution_id);

create function uploads_in(said text) returns setof uuid language sql immutable strict parallel safe as $$
  select distinct found[1]::uuid
  from regexp_matches(said, 's3://[^/"]+/uploads/[0-9-]{10}/[^/"]+/[^/"]+/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[a-z]+', 'g') found
$$;
-- What a submit states; where a store is imported, also what later steps gave.
create function add_upload_references() returns trigger language plpgsql as $$
begin
  insert into gatehouse.upload_reference (tenant_id, domain, upload_id, execution_id)
  select new.tenant_id, new.domain, u.upload_id, new.execution_id
  from gatehouse.uploads_in(concat(new.data, new.outputs, new.pending)) u (upload_id)
  on conflict do nothing;
  return null;
end $$;
create trigger uploads_of_added after insert on execution for each row
  when (concat(new.data, new.outputs, new.pending) like '%/uploads/%') execute function add_upload_references();
create function add_flow_upload_reference() returns trigger language plpgsql as $$
begin
  insert into gatehouse.upload_reference (tenant_id, domain, upload_id, execution_id)
  values (new.tenant_id, new.domain, new.upload_id, new.execution_id) on conflict do nothing;
  return null;
end $$;
create trigger uploads_of_file_added after insert on flow_file for each row
  when (new.upload_id is not null) execute function add_flow_upload_reference();
create trigger uploads_of_file_changed after update of upload_id on flow_file for each row
  when (new.upload_id is not null) execute function add_flow_upload_reference();
