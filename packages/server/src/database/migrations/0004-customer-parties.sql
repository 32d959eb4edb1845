-- Whom monitoring follows beside the customer itself: parties of its ownership, and other subjects that its workflows screened.

create table customer_parties (
  tenant_id text not null,
  domain text not null,
  customer_id text not null,
  -- What states them: 'ownership', or a screening node of an event's workflows. What is stated there last replaces what was.
  declared_by text not null,
  execution_id uuid not null,
  -- Fields of a screening subject with role, partyId and percent, by the key that rulings have (screening/subject-key.ts).
  parties jsonb not null,
  party_count integer not null,
  -- The customer itself as it was screened, of an event that has no subject of its own: a list, mostly of one.
  self jsonb not null,
  -- As customer.changed_in.
  changed_in bigint not null default pg_current_xact_id()::text::bigint,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, domain, customer_id, declared_by)
);
create index customer_parties_by_change on customer_parties (tenant_id, domain, changed_in, customer_id);
comment on table customer_parties is 'exported';
comment on column customer_parties.tenant_id is 'technical';
comment on column customer_parties.domain is 'technical';
comment on column customer_parties.customer_id is 'personal';
comment on column customer_parties.declared_by is 'technical';
comment on column customer_parties.execution_id is 'technical';
comment on column customer_parties.parties is 'personal';
comment on column customer_parties.party_count is 'technical';
comment on column customer_parties.self is 'personal';
comment on column customer_parties.changed_in is 'technical';
comment on column customer_parties.updated_at is 'technical';

alter table customer_parties enable row level security;
alter table customer_parties force row level security;
create policy of_operator on customer_parties to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on customer_parties to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant select, insert, update on customer_parties to gatehouse_app;
grant select, insert, update, delete on customer_parties to gatehouse_operator;

-- Which party a run reported. Rows of before say nothing of it: they are of the customer itself.
alter table monitoring_start add column parties jsonb not null default '[]';
comment on column monitoring_start.parties is 'personal';
