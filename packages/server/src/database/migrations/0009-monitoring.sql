-- Continuous monitoring: whom it watches, how far it has followed the lists, and what each run came to.

alter table tenant add column monitoring_default boolean not null default false;

-- monitored: null as long as nobody has said so of this customer; then the tenant's default counts.
-- subject: the screening subject as last submitted, but for the document, which the first submission settles.
-- changed_in: the transaction that last changed the row; whoever follows the customers asks for those at or above the
-- oldest one that was open at its last look, so that none is missed.
alter table customer
  add column monitored boolean,
  add column subject jsonb,
  add column changed_in bigint not null default pg_current_xact_id()::text::bigint;

update customer set subject = profile || jsonb_build_object(
    'customerId', customer_id, 'customerType', customer_type, 'name', name)
where name is not null and customer_type is not null;

create index customer_by_change on customer (tenant_id, domain, changed_in, customer_id);

-- What is known of a customer's hits on an entity, whichever execution found it.
create index alert_by_customer on alert (tenant_id, domain, customer_id, entity_id, created_at desc);

-- How far each domain that has a monitoring workflow has followed the lists.
create table monitoring_position (
  tenant_id text not null,
  domain text not null,
  -- The activation of a list that was dealt with last.
  sequence bigint not null,
  -- The same of the tenant's own list.
  watchlist_revision integer not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, domain),
  foreign key (tenant_id, domain) references tenant_domain
);

create table monitoring_run (
  tenant_id text not null,
  domain text not null,
  run_id uuid not null,
  kind text not null check (kind in ('LIST_CHANGE', 'RESCREEN')),
  state text not null check (state in ('ORDERED', 'RUNNING', 'DONE', 'FAILED')),
  -- Set where only this customer is to be screened.
  customer_id text,
  ordered_by text,
  -- Activations of lists: those after the first, up to the second.
  from_sequence bigint not null,
  to_sequence bigint not null,
  -- {source: version} before and after; watchlist is the tenant's own.
  versions_from jsonb not null default '{}',
  versions_to jsonb not null default '{}',
  engine_version text,
  entries_changed integer,
  customers_considered integer,
  customers_concerned integer,
  customers_screened integer not null default 0,
  alerts integer not null default 0,
  silenced integer not null default 0,
  executions integer not null default 0,
  failures integer not null default 0,
  failure text,
  -- The last customer dealt with, in the order of ids.
  cursor text,
  -- Milliseconds of work, over all nodes that had the run in hand.
  worked_ms double precision not null default 0,
  fence integer not null default 0,
  owner_node text,
  job_id uuid,
  ordered_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, domain, run_id)
);
create index monitoring_run_by_time on monitoring_run (tenant_id, domain, ordered_at desc, run_id);
-- One at a time in each domain.
create unique index monitoring_run_open on monitoring_run (tenant_id, domain) where state = 'RUNNING';

-- Whom a run gave an execution: the key keeps one that is done again from giving a second.
create table monitoring_start (
  tenant_id text not null,
  domain text not null,
  run_id uuid not null,
  customer_id text not null,
  execution_id uuid not null,
  entity_ids text[] not null,
  primary key (tenant_id, domain, run_id, customer_id),
  foreign key (tenant_id, domain, run_id) references monitoring_run
);

do $$
declare name text;
begin
  foreach name in array array['monitoring_position', 'monitoring_run', 'monitoring_start'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy of_operator on %I to gatehouse_operator using (current_user = ''gatehouse_operator'')', name);
    execute format('create policy of_scope on %I to gatehouse_app using (tenant_id = current_setting(''gatehouse.tenant'', true) and domain = current_setting(''gatehouse.domain'', true))', name);
  end loop;
end $$;

grant select, insert, update, delete on monitoring_position, monitoring_run, monitoring_start to gatehouse_operator;
grant select, insert, update on monitoring_position, monitoring_run to gatehouse_app;
grant select, insert on monitoring_start to gatehouse_app;
