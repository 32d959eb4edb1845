-- Which execution a submit started under which Idempotency-Key, and what it was answered. Kept for seven days.
create table idempotency_key (
  tenant_id text not null,
  domain text not null,
  key text not null,
  execution_id uuid not null,
  -- SHA-256 of version and body: the same key with another one is refused.
  request_digest bytea not null,
  answer jsonb not null,
  -- Until then a submit in sync mode waits for its decision. Null: the answer is final.
  answers_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, domain, key)
);
create index idempotency_key_by_age on idempotency_key (created_at);

alter table idempotency_key enable row level security;
alter table idempotency_key force row level security;
create policy of_operator on idempotency_key to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on idempotency_key to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant select, insert, update, delete on idempotency_key to gatehouse_operator, gatehouse_app;
