-- Versions of webhook definitions, secrets that are being changed, replays and test sends in the delivery log.

-- A saved definition never changes: years later a delivery still tells what was sent by it.
create table webhook_version (
  tenant_id text not null,
  webhook_id text not null,
  version integer not null,
  definition jsonb not null,
  saved_at timestamptz not null default now(),
  actor_kind text not null,
  actor text not null,
  primary key (tenant_id, webhook_id, version),
  foreign key (tenant_id, webhook_id) references webhook
);
alter table webhook add column version integer not null default 1;

create table webhook_secret (
  tenant_id text not null,
  webhook_id text not null,
  -- current signs; next and previous sign beside it under headers of their own. file: what a tenant file gave
  -- last, so that applying it again does not undo a change.
  stage text not null check (stage in ('current', 'next', 'previous', 'file')),
  secret bytea not null,
  since timestamptz not null default now(),
  -- Of the previous one: when it ends.
  until timestamptz check ((until is not null) = (stage = 'previous')),
  primary key (tenant_id, webhook_id, stage),
  foreign key (tenant_id, webhook_id) references webhook
);

-- Only the operator's role sees secrets at all.
grant select, insert, update, delete on webhook_secret to gatehouse_operator;
grant select, insert on webhook_version to gatehouse_operator;
grant select on webhook_version to gatehouse_app;

-- The tables' owner is held by row-level security too, so the operator's role moves the rows.
set local role gatehouse_operator;
insert into webhook_version (tenant_id, webhook_id, version, definition, saved_at, actor_kind, actor)
  select tenant_id, webhook_id, 1, definition, updated_at, 'system', 'provision' from webhook;
insert into webhook_secret (tenant_id, webhook_id, stage, secret, since)
  select tenant_id, webhook_id, stage, secret, updated_at from webhook cross join (values ('current'), ('file')) s (stage)
  where secret is not null;
reset role;
alter table webhook drop column secret;

do $$
declare name text;
begin
  foreach name in array array['webhook_version', 'webhook_secret'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy of_operator on %I to gatehouse_operator using (current_user = ''gatehouse_operator'')', name);
  end loop;
  create policy of_tenant on webhook_version to gatehouse_app using (tenant_id = current_setting('gatehouse.tenant', true));
end $$;

-- By webhook id, the version whose inputs and outputs the workflow version was published with.
alter table workflow_version add column webhooks jsonb not null default '{}';
alter table workflow_version add column actor_kind text;
alter table workflow_version add column actor text;

-- A test send belongs to no execution.
alter table webhook_delivery alter column execution_id drop not null;
alter table webhook_delivery alter column node_id drop not null;
alter table webhook_delivery alter column inputs drop not null;
-- The version whose inputs and outputs hold; null takes the newest.
alter table webhook_delivery add column shape_version integer;
-- When inputs and answers were deleted.
alter table webhook_delivery add column expunged_at timestamptz;
alter table webhook_delivery add constraint webhook_delivery_of_execution check ((kind = 'test') = (execution_id is null));
create index webhook_delivery_by_time on webhook_delivery (tenant_id, domain, created_at desc, delivery_id desc);
create index webhook_delivery_to_expunge on webhook_delivery (finished_at) where finished_at is not null and expunged_at is null;

-- The version that was sent.
alter table webhook_attempt add column webhook_version integer;
-- service: made by itself; replay, test: asked for by a person.
alter table webhook_attempt add column cause text not null default 'service';
alter table webhook_attempt add column requested_by text;
-- Chosen by who asked: asked again, it is the same attempt.
alter table webhook_attempt add column request_id uuid;
-- Of an attempt that was asked for: the node that makes it; another takes over when that one is gone.
alter table webhook_attempt add column owner_node text;
create unique index webhook_attempt_by_request on webhook_attempt (tenant_id, domain, request_id, delivery_id) where request_id is not null;
create index webhook_attempt_unfinished on webhook_attempt (owner_node) where outcome is null and owner_node is not null;

create index execution_by_time on execution (tenant_id, domain, created_at desc, execution_id desc);
