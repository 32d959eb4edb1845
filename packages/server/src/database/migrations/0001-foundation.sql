-- Tenants, keys, quotas, workflows, customers, executions, cases, quick scans, audit.
-- Every key of a tenant's thing begins with the tenant, and with the domain where it belongs to one:
-- a unique violation must not tell that another tenant's row exists.

create table tenant (
  tenant_id text primary key,
  name text not null,
  enabled boolean not null,
  billing_blocked boolean not null,
  events text[] not null,
  quick_scan_granted integer not null,
  quick_scan_used integer not null default 0,
  watchlist_revision integer not null default 0,
  created_at timestamptz not null default now()
);

create table tenant_domain (
  tenant_id text not null references tenant,
  domain text not null,
  primary key (tenant_id, domain)
);

-- The tenant's data key, wrapped by the deployment's master key; key_check tells which master key wrapped it.
create table tenant_data_key (
  tenant_id text primary key references tenant,
  wrapped_key bytea not null,
  master_key_id text not null,
  rotated_at timestamptz not null default now()
);

create table api_key (
  tenant_id text not null references tenant,
  api_key text not null,
  secret bytea not null,
  domains text[],
  operations text[] not null,
  rate_requests integer,
  rate_seconds double precision,
  calls_granted integer,
  calls_used integer not null default 0,
  rate_next_at double precision not null default 0,
  expires_at timestamptz,
  enabled boolean not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, api_key)
);
-- Keys are looked up before a tenant is known; only the operator writes them, so nothing leaks by this index.
create unique index api_key_by_name on api_key (api_key);

create table event_quota (
  tenant_id text not null references tenant,
  event_type text not null,
  granted integer not null,
  used integer not null default 0,
  primary key (tenant_id, event_type)
);

create table reviewer_group (
  tenant_id text not null references tenant,
  name text not null,
  primary key (tenant_id, name)
);

create table user_account (
  tenant_id text not null references tenant,
  email text not null,
  name text,
  password_hash text,
  roles text[] not null,
  groups text[] not null,
  enabled boolean not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, email)
);

create table webhook (
  tenant_id text not null references tenant,
  webhook_id text not null,
  definition jsonb not null,
  secret bytea,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, webhook_id)
);

create table watchlist_entry (
  tenant_id text not null references tenant,
  entry_id text not null,
  entry jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, entry_id)
);

create table workflow (
  tenant_id text not null,
  domain text not null,
  workflow_id text not null,
  name text not null,
  event_type text not null,
  source text not null,
  draft jsonb not null,
  published_version integer,
  published_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, domain, workflow_id),
  foreign key (tenant_id, domain) references tenant_domain
);

-- A published version never changes.
create table workflow_version (
  tenant_id text not null,
  domain text not null,
  workflow_id text not null,
  version integer not null,
  event_type text not null,
  source text not null,
  definition jsonb not null,
  published_at timestamptz not null default now(),
  primary key (tenant_id, domain, workflow_id, version),
  foreign key (tenant_id, domain, workflow_id) references workflow
);

create table customer (
  tenant_id text not null,
  domain text not null,
  customer_id text not null,
  customer_type text,
  name text,
  profile jsonb not null,
  id_type text,
  id_number text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, domain, customer_id)
);

create table execution (
  tenant_id text not null,
  domain text not null,
  execution_id uuid not null,
  customer_id text not null,
  event_type text not null,
  source text not null,
  workflow_id text not null,
  workflow_version integer not null,
  api_key text,
  request_id text not null,
  state text not null,
  -- Runs of the interpreter are numbered; a run that is not the current one commits nothing.
  segment integer not null default 0,
  -- Raised by whoever takes the segment over; the earlier owner's commit then matches no row.
  fence integer not null default 0,
  owner_node text,
  -- The job that carries the current segment; without a live one the reconciler makes another.
  job_id uuid,
  node_id text,
  visits integer not null default 0,
  data jsonb not null,
  outputs jsonb not null default '{}',
  risk_score double precision,
  risk_reasons jsonb not null default '[]',
  decision text,
  failure jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, domain, execution_id)
);
create index execution_by_customer on execution (tenant_id, domain, customer_id, event_type, source, created_at desc);
create index execution_running on execution (updated_at) where state = 'RUNNING';

-- One row per node that ran: the execution's log, and the key that makes a replayed segment write nothing twice.
create table visit (
  tenant_id text not null,
  domain text not null,
  execution_id uuid not null,
  sequence integer not null,
  node_id text not null,
  node_type text not null,
  attempt integer not null,
  input jsonb,
  output jsonb not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  primary key (tenant_id, domain, execution_id, sequence)
);

create table case_number (
  tenant_id text not null,
  domain text not null,
  last integer not null,
  primary key (tenant_id, domain)
);

create table case_record (
  tenant_id text not null,
  domain text not null,
  case_no text not null,
  execution_id uuid not null,
  customer_id text not null,
  customer_name text,
  event_type text not null,
  status text not null,
  groups text[] not null,
  group_index integer not null default 0,
  assignee text,
  risk_score double precision,
  reasons jsonb not null,
  subject jsonb not null,
  revision integer not null default 1,
  opened_at timestamptz not null default now(),
  resolved_at timestamptz,
  primary key (tenant_id, domain, case_no),
  unique (tenant_id, domain, execution_id)
);
create index case_open on case_record (tenant_id, domain, opened_at) where resolved_at is null;

create table alert (
  tenant_id text not null,
  domain text not null,
  alert_id uuid not null,
  execution_id uuid not null,
  visit_sequence integer not null,
  customer_id text not null,
  engine text not null,
  entity_id text not null,
  source text not null,
  subject_index integer not null,
  score double precision not null,
  hit json not null,
  -- What the list said of the entity then; a ruling on this alert remembers it.
  entity_facts jsonb not null,
  silenced boolean not null,
  -- Why an earlier ruling no longer holds: which facts of entity or subject changed since.
  reopened jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, domain, alert_id),
  unique (tenant_id, domain, execution_id, visit_sequence, subject_index, engine, entity_id)
);

-- Rulings are appended, never changed; the newest of a customer and entity counts.
create table ruling (
  tenant_id text not null,
  domain text not null,
  customer_id text not null,
  entity_id text not null,
  revision integer not null,
  ruling text not null,
  reason text not null,
  case_no text,
  entity_facts jsonb not null,
  subject_facts jsonb not null,
  ruled_by text not null,
  ruled_at timestamptz not null default now(),
  primary key (tenant_id, domain, customer_id, entity_id, revision)
);

create table quick_scan (
  tenant_id text not null,
  domain text not null,
  scan_id uuid not null,
  state text not null,
  subject jsonb not null,
  -- json keeps the engines in the order in which they were chosen.
  engines json not null,
  description text,
  api_key text,
  request_id text not null,
  total_hits integer,
  hit_counts json,
  list_versions jsonb,
  failure jsonb,
  fence integer not null default 0,
  owner_node text,
  job_id uuid,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, domain, scan_id)
);
create index quick_scan_running on quick_scan (created_at) where state = 'RUNNING';

create table quick_scan_hit (
  tenant_id text not null,
  domain text not null,
  scan_id uuid not null,
  engine text not null,
  position integer not null,
  -- json, not jsonb: a hit's fields keep the order in which the interface lists them.
  hit json not null,
  primary key (tenant_id, domain, scan_id, engine, position)
);

-- What was billed or metered: units taken, and negative units given back.
create table usage_ledger (
  tenant_id text not null,
  domain text not null,
  reference uuid not null,
  kind text not null,
  unit text not null,
  units integer not null,
  api_key text,
  at timestamptz not null default now(),
  primary key (tenant_id, domain, reference, kind, unit)
);

create table audit_event (
  tenant_id text not null,
  domain text not null,
  event_id uuid not null,
  at timestamptz not null default now(),
  actor_kind text not null,
  actor text not null,
  act text not null,
  object_kind text not null,
  object_id text not null,
  detail jsonb not null,
  primary key (tenant_id, domain, event_id)
);
create index audit_by_object on audit_event (tenant_id, domain, object_kind, object_id, at);

create table node_lease (
  node_id text primary key,
  started_at timestamptz not null default now(),
  beat_at timestamptz not null default now(),
  version text not null
);

-- What every node keeps in memory tells by topic and tenant that it changed; nodes poll it.
create table change_marker (
  topic text not null,
  tenant_id text not null,
  revision bigint not null,
  primary key (topic, tenant_id)
);
create sequence change_revision;

-- Row-level security is the second wall behind the scope that every query carries. FORCE holds it for the
-- tables' owner too; an unset scope is '' and matches nothing. The roles gatehouse_app and
-- gatehouse_operator exist before the first migration runs (bootstrap); their owner is a member of both, so the
-- operator's policy asks for the role itself: only who has taken it sees everything.
do $$
declare name text;
begin
  foreach name in array array['tenant', 'tenant_domain', 'event_quota', 'reviewer_group', 'user_account', 'webhook', 'watchlist_entry'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy of_operator on %I to gatehouse_operator using (current_user = ''gatehouse_operator'')', name);
    execute format('create policy of_tenant on %I to gatehouse_app using (tenant_id = current_setting(''gatehouse.tenant'', true))', name);
  end loop;
  foreach name in array array['workflow', 'workflow_version', 'customer', 'execution', 'visit', 'case_number', 'case_record', 'alert', 'ruling', 'quick_scan', 'quick_scan_hit', 'usage_ledger', 'audit_event'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy of_operator on %I to gatehouse_operator using (current_user = ''gatehouse_operator'')', name);
    execute format('create policy of_scope on %I to gatehouse_app using (tenant_id = current_setting(''gatehouse.tenant'', true) and domain = current_setting(''gatehouse.domain'', true))', name);
  end loop;
end $$;

grant select, insert, update, delete on all tables in schema gatehouse to gatehouse_operator;
revoke all on migration from gatehouse_operator;
grant usage on all sequences in schema gatehouse to gatehouse_operator;
grant select on tenant, tenant_domain, reviewer_group, user_account, workflow, workflow_version, webhook, watchlist_entry to gatehouse_app;
grant update (quick_scan_used) on tenant to gatehouse_app;
grant select, update (used) on event_quota to gatehouse_app;
grant select, insert, update on customer, execution, case_number, case_record, quick_scan to gatehouse_app;
grant select, insert on visit, alert, ruling, quick_scan_hit, audit_event to gatehouse_app;
grant select, insert, update (units) on usage_ledger to gatehouse_app;
