-- A draft that is evaluated on the submits of its published version: the last such run of each workflow.
create table shadow_run (
  tenant_id text not null,
  domain text not null,
  shadow_run_id uuid not null,
  workflow_id text not null,
  -- The draft, by the digest of its content, and the version whose executions are compared.
  revision text not null,
  workflow_version integer not null,
  -- Each so-many-th execution is evaluated.
  every integer not null,
  state text not null default 'RUNNING' check (state in ('RUNNING', 'ENDED')),
  started_by text not null,
  started_at timestamptz not null default now(),
  ends_at timestamptz not null,
  ended_by text,
  ended_at timestamptz,
  end_reason text,
  -- Executions that were created until then were looked at.
  compared_until timestamptz not null default now(),
  -- Executions without a decision until now.
  undecided uuid[] not null default '{}',
  -- Figures without a person.
  figures jsonb not null,
  owner_node text,
  deaths integer not null default 0,
  primary key (tenant_id, domain, shadow_run_id),
  unique (tenant_id, domain, workflow_id)
);
create index shadow_run_running on shadow_run (started_at) where state = 'RUNNING';
comment on table shadow_run is 'left';
comment on column shadow_run.tenant_id is 'technical';
comment on column shadow_run.domain is 'technical';
comment on column shadow_run.shadow_run_id is 'technical';
comment on column shadow_run.workflow_id is 'technical';
comment on column shadow_run.revision is 'technical';
comment on column shadow_run.workflow_version is 'technical';
comment on column shadow_run.every is 'technical';
comment on column shadow_run.state is 'technical';
comment on column shadow_run.started_by is 'personal';
comment on column shadow_run.started_at is 'technical';
comment on column shadow_run.ends_at is 'technical';
comment on column shadow_run.ended_by is 'personal';
comment on column shadow_run.ended_at is 'technical';
comment on column shadow_run.end_reason is 'technical';
comment on column shadow_run.compared_until is 'technical';
comment on column shadow_run.undecided is 'technical';
comment on column shadow_run.figures is 'technical';
comment on column shadow_run.owner_node is 'technical';
comment on column shadow_run.deaths is 'technical';
alter table shadow_run alter column started_by set statistics 0, alter column ended_by set statistics 0;
alter table shadow_run enable row level security;
alter table shadow_run force row level security;
create policy of_operator on shadow_run to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on shadow_run to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant select, insert, update, delete on shadow_run to gatehouse_app;
grant select, insert, update, delete on shadow_run to gatehouse_operator;

-- An execution that the draft would have decided otherwise, or with other hits.
create table shadow_difference (
  tenant_id text not null,
  domain text not null,
  shadow_run_id uuid not null,
  execution_id uuid not null,
  customer_id text not null,
  -- Decisions, scores, entities that the draft does not raise or raises beside them.
  difference jsonb not null,
  -- It has fewer alerts, or a laxer decision: kept before others.
  is_loss boolean not null,
  primary key (tenant_id, domain, shadow_run_id, execution_id),
  foreign key (tenant_id, domain, shadow_run_id) references shadow_run (tenant_id, domain, shadow_run_id) on delete cascade
);
create index shadow_difference_by_customer on shadow_difference (tenant_id, domain, customer_id);
comment on table shadow_difference is 'left';
comment on column shadow_difference.tenant_id is 'technical';
comment on column shadow_difference.domain is 'technical';
comment on column shadow_difference.shadow_run_id is 'technical';
comment on column shadow_difference.execution_id is 'technical';
comment on column shadow_difference.customer_id is 'personal';
comment on column shadow_difference.difference is 'personal';
comment on column shadow_difference.is_loss is 'technical';
alter table shadow_difference alter column difference set statistics 0;
alter table shadow_difference enable row level security;
alter table shadow_difference force row level security;
create policy of_operator on shadow_difference to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on shadow_difference to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant select, insert, delete on shadow_difference to gatehouse_app;
grant select, insert, update, delete on shadow_difference to gatehouse_operator;
