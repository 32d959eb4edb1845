-- What would follow if a list version, or a workflow with other settings, came into force: worked out beforehand, kept for a month.
create table preview (
  tenant_id text not null,
  domain text not null,
  preview_id uuid not null,
  kind text not null check (kind in ('LIST_VERSION', 'WORKFLOW', 'REPLAY')),
  -- What is previewed: source and version of a list, or the workflow.
  change jsonb not null,
  state text not null default 'ORDERED' check (state in ('ORDERED', 'DONE', 'FAILED')),
  ordered_by text not null,
  ordered_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Figures without a person.
  result jsonb,
  failure text,
  owner_node text,
  deaths integer not null default 0,
  primary key (tenant_id, domain, preview_id)
);
create index preview_by_time on preview (tenant_id, domain, ordered_at desc, preview_id);
create index preview_ordered on preview (ordered_at) where state = 'ORDERED';
comment on table preview is 'left';
comment on column preview.tenant_id is 'technical';
comment on column preview.domain is 'technical';
comment on column preview.preview_id is 'technical';
comment on column preview.kind is 'technical';
comment on column preview.change is 'technical';
comment on column preview.state is 'technical';
comment on column preview.ordered_by is 'personal';
comment on column preview.ordered_at is 'technical';
comment on column preview.finished_at is 'technical';
comment on column preview.result is 'technical';
comment on column preview.failure is 'technical';
comment on column preview.owner_node is 'technical';
comment on column preview.deaths is 'technical';
alter table preview alter column ordered_by set statistics 0;
alter table preview enable row level security;
alter table preview force row level security;
create policy of_operator on preview to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on preview to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant select, insert, update, delete on preview to gatehouse_app;
grant select, insert, update, delete on preview to gatehouse_operator;

-- A customer whose alerts would be others.
create table preview_customer (
  tenant_id text not null,
  domain text not null,
  preview_id uuid not null,
  customer_id text not null,
  -- Alerts that would be new, and alerts that no screening would raise any more.
  appearing jsonb not null,
  vanishing jsonb not null,
  -- Of those that would vanish, how many were ruled a true match: these customers are shown first.
  true_matches integer not null,
  primary key (tenant_id, domain, preview_id, customer_id),
  foreign key (tenant_id, domain, preview_id) references preview (tenant_id, domain, preview_id) on delete cascade
);
create index preview_customer_by_customer on preview_customer (tenant_id, domain, customer_id);
comment on table preview_customer is 'left';
comment on column preview_customer.tenant_id is 'technical';
comment on column preview_customer.domain is 'technical';
comment on column preview_customer.preview_id is 'technical';
comment on column preview_customer.customer_id is 'personal';
comment on column preview_customer.appearing is 'personal';
comment on column preview_customer.vanishing is 'personal';
comment on column preview_customer.true_matches is 'technical';
alter table preview_customer alter column appearing set statistics 0, alter column vanishing set statistics 0;
alter table preview_customer enable row level security;
alter table preview_customer force row level security;
create policy of_operator on preview_customer to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on preview_customer to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant select, insert, delete on preview_customer to gatehouse_app;
grant select, insert, update, delete on preview_customer to gatehouse_operator;
