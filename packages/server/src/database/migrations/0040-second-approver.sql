-- Workflows that one person draws and another one publishes.
alter table tenant
  -- What publishing wants beside a definition without faults, and where; null: nothing.
  add column publishing jsonb;
alter table workflow
  -- Who saved the draft since it was published last: none of them approves it.
  add column draft_authors text[] not null default '{}';
alter table workflow_version
  -- Who asked for the approval by which it was published.
  add column asked_by text;

-- That somebody asked another person to publish a workflow. Saving another content takes it away.
create table workflow_approval (
  tenant_id text not null,
  domain text not null,
  workflow_id text not null,
  -- Digest of the draft that was asked for.
  revision text not null,
  state text not null default 'asked',
  asked_by text not null,
  asked_at timestamptz not null default now(),
  note text,
  returned_by text,
  returned_at timestamptz,
  reason text,
  primary key (tenant_id, domain, workflow_id),
  foreign key (tenant_id, domain, workflow_id) references workflow,
  check (state in ('asked', 'returned')),
  check ((state = 'returned') = (returned_by is not null and returned_at is not null and reason is not null))
);
alter table workflow_approval enable row level security;
alter table workflow_approval force row level security;
create policy of_operator on workflow_approval to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on workflow_approval to gatehouse_app using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant select on workflow_approval to gatehouse_app;
grant select, insert, update, delete on workflow_approval to gatehouse_operator;
