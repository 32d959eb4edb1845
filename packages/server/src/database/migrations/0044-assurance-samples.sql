-- Customers of the tenant that a test of screening screens as records on no list: references alone, which go with the customer.
alter table assurance_run add column customers integer;
comment on column assurance_run.customers is 'technical';

create table assurance_customer (
  tenant_id text not null,
  domain text not null,
  run_id uuid not null,
  -- Order of the sample, which the seed decides.
  place integer not null,
  customer_id text not null,
  primary key (tenant_id, domain, run_id, place),
  foreign key (tenant_id, domain, run_id) references assurance_run (tenant_id, domain, run_id) on delete cascade
);
create index assurance_customer_by_customer on assurance_customer (tenant_id, domain, customer_id);
comment on table assurance_customer is 'exported';
comment on column assurance_customer.tenant_id is 'technical';
comment on column assurance_customer.domain is 'technical';
comment on column assurance_customer.run_id is 'technical';
comment on column assurance_customer.place is 'technical';
comment on column assurance_customer.customer_id is 'personal';
alter table assurance_customer alter column customer_id set statistics 0;
alter table assurance_customer enable row level security;
alter table assurance_customer force row level security;
create policy of_operator on assurance_customer to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on assurance_customer to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant select, insert, delete on assurance_customer to gatehouse_app;
grant select, insert, update, delete on assurance_customer to gatehouse_operator;

-- Customers beside list entries that the settings do not find: people rule on them, to estimate what the settings miss.
create table assurance_pair (
  tenant_id text not null,
  domain text not null,
  run_id uuid not null,
  pair_no integer not null,
  customer_id text not null,
  score double precision not null,
  source text not null,
  entity_id text not null,
  -- The entry as it was searched: public data of the list.
  listed jsonb not null,
  ruling text check (ruling in ('MATCH', 'NO_MATCH', 'UNSURE')),
  ruled_by text,
  ruled_at timestamptz,
  primary key (tenant_id, domain, run_id, pair_no),
  foreign key (tenant_id, domain, run_id) references assurance_run (tenant_id, domain, run_id) on delete cascade
);
create index assurance_pair_by_customer on assurance_pair (tenant_id, domain, customer_id);
comment on table assurance_pair is 'exported';
comment on column assurance_pair.tenant_id is 'technical';
comment on column assurance_pair.domain is 'technical';
comment on column assurance_pair.run_id is 'technical';
comment on column assurance_pair.pair_no is 'technical';
comment on column assurance_pair.customer_id is 'personal';
comment on column assurance_pair.score is 'technical';
comment on column assurance_pair.source is 'technical';
comment on column assurance_pair.entity_id is 'personal';
comment on column assurance_pair.listed is 'personal';
comment on column assurance_pair.ruling is 'personal';
comment on column assurance_pair.ruled_by is 'personal';
comment on column assurance_pair.ruled_at is 'technical';
alter table assurance_pair alter column customer_id set statistics 0;
alter table assurance_pair alter column entity_id set statistics 0;
alter table assurance_pair alter column listed set statistics 0;
alter table assurance_pair alter column ruling set statistics 0;
alter table assurance_pair alter column ruled_by set statistics 0;
alter table assurance_pair enable row level security;
alter table assurance_pair force row level security;
create policy of_operator on assurance_pair to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on assurance_pair to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant select, insert, update, delete on assurance_pair to gatehouse_app;
grant select, insert, update, delete on assurance_pair to gatehouse_operator;
