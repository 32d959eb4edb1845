-- Executions that pause for a time or for a call outside, and the log of what was sent to the callers' servers.

-- What the node at node_id has begun and not finished; null between nodes.
alter table execution add column pending jsonb;
-- When a timer wakes the execution, or when its next attempt outside is due.
alter table execution add column due_at timestamptz;
create index execution_due on execution (due_at) where state = 'WAITING' and due_at is not null;

-- Under what id the node's work is kept elsewhere, such as a webhook's delivery.
alter table visit add column reference text;

-- One call to a caller's server, of one or several attempts that share its id as X-Webhook-Id.
create table webhook_delivery (
  tenant_id text not null,
  domain text not null,
  delivery_id uuid not null,
  webhook_id text not null,
  -- node: a step of an execution; hook: tells a decision.
  kind text not null,
  execution_id uuid not null,
  node_id text not null,
  -- json keeps the inputs in their order: the body's bytes come from them.
  inputs json not null,
  -- PENDING, SUCCEEDED, FAILED, or ABANDONED with a cancelled execution.
  state text not null,
  failure text,
  -- Of a hook: the node that sends it; another takes over when that one is gone.
  owner_node text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, domain, delivery_id)
);
create index webhook_delivery_by_execution on webhook_delivery (tenant_id, domain, execution_id);
create index webhook_delivery_by_webhook on webhook_delivery (tenant_id, domain, webhook_id, created_at desc);
-- A decision is told once.
create unique index webhook_delivery_of_hook on webhook_delivery (tenant_id, domain, execution_id) where kind = 'hook';
create index webhook_delivery_unfinished on webhook_delivery (owner_node) where state = 'PENDING' and owner_node is not null;

-- Written before the attempt leaves; the result follows when it is known.
create table webhook_attempt (
  tenant_id text not null,
  domain text not null,
  delivery_id uuid not null,
  attempt integer not null,
  intended_at timestamptz not null default now(),
  due_at timestamptz not null,
  finished_at timestamptz,
  -- succeeded, retry or spent; null while the attempt is under way or was interrupted.
  outcome text,
  http_status integer,
  failure text,
  -- What was sent and answered, with its timing.
  result json,
  primary key (tenant_id, domain, delivery_id, attempt),
  foreign key (tenant_id, domain, delivery_id) references webhook_delivery
);

do $$
declare name text;
begin
  foreach name in array array['webhook_delivery', 'webhook_attempt'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy of_operator on %I to gatehouse_operator using (current_user = ''gatehouse_operator'')', name);
    execute format('create policy of_scope on %I to gatehouse_app using (tenant_id = current_setting(''gatehouse.tenant'', true) and domain = current_setting(''gatehouse.domain'', true))', name);
  end loop;
end $$;

grant select, insert, update, delete on webhook_delivery, webhook_attempt to gatehouse_operator;
grant select, insert, update on webhook_delivery, webhook_attempt to gatehouse_app;
