-- Tests of screening that the service runs, part by part: a node that goes on knows what was counted before.
create table assurance_run (
  tenant_id text not null,
  domain text not null,
  run_id uuid not null,
  -- Seed, size, engine settings, and where records come from that are on no list.
  settings jsonb not null,
  -- Versions and settings of the first part. Parts of another basis are not added up.
  basis jsonb,
  total integer not null,
  screened integer not null default 0,
  state text not null default 'ORDERED' check (state in ('ORDERED', 'DONE', 'FAILED', 'CANCELLED')),
  ordered_by text not null,
  ordered_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Figures for the list of runs.
  summary jsonb,
  report_sha256 text,
  -- As it was signed, so that its bytes stay.
  attestation text,
  failure text,
  owner_node text,
  deaths integer not null default 0,
  primary key (tenant_id, domain, run_id)
);
create index assurance_run_by_time on assurance_run (tenant_id, domain, ordered_at desc, run_id);
create index assurance_run_ordered on assurance_run (ordered_at) where state = 'ORDERED';
comment on table assurance_run is 'exported';
comment on column assurance_run.tenant_id is 'technical';
comment on column assurance_run.domain is 'technical';
comment on column assurance_run.run_id is 'technical';
comment on column assurance_run.settings is 'technical';
comment on column assurance_run.basis is 'technical';
comment on column assurance_run.total is 'technical';
comment on column assurance_run.screened is 'technical';
comment on column assurance_run.state is 'technical';
comment on column assurance_run.ordered_by is 'personal';
comment on column assurance_run.ordered_at is 'technical';
comment on column assurance_run.finished_at is 'technical';
comment on column assurance_run.summary is 'technical';
comment on column assurance_run.report_sha256 is 'technical';
comment on column assurance_run.attestation is 'technical';
comment on column assurance_run.failure is 'technical';
comment on column assurance_run.owner_node is 'technical';
comment on column assurance_run.deaths is 'technical';
alter table assurance_run alter column ordered_by set statistics 0;
alter table assurance_run enable row level security;
alter table assurance_run force row level security;
create policy of_operator on assurance_run to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on assurance_run to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant select, insert, update, delete on assurance_run to gatehouse_app;
grant select, insert, update, delete on assurance_run to gatehouse_operator;

-- Files of a run, packed: the report, or the parts that were counted until now. They name nobody but who is on a list.
create table assurance_file (
  tenant_id text not null,
  domain text not null,
  run_id uuid not null,
  name text not null,
  content bytea not null,
  primary key (tenant_id, domain, run_id, name),
  foreign key (tenant_id, domain, run_id) references assurance_run (tenant_id, domain, run_id) on delete cascade
);
comment on table assurance_file is 'exported';
comment on column assurance_file.tenant_id is 'technical';
comment on column assurance_file.domain is 'technical';
comment on column assurance_file.run_id is 'technical';
comment on column assurance_file.name is 'technical';
comment on column assurance_file.content is 'technical';
alter table assurance_file enable row level security;
alter table assurance_file force row level security;
create policy of_operator on assurance_file to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on assurance_file to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant select, insert, delete on assurance_file to gatehouse_app;
grant select, insert, update, delete on assurance_file to gatehouse_operator;
