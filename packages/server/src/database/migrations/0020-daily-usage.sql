-- Usage by day, which the page of it reads instead of the ledger. Rows of one day, key and unit add up. Each statement that
-- writes to the ledger adds rows of its own, so that no submit waits for another, and a task merges them later.
create table daily_usage (
  tenant_id text not null,
  domain text not null,
  -- Of UTC.
  day date not null,
  row_id uuid not null default gen_random_uuid(),
  kind text not null,
  unit text not null,
  api_key text,
  units bigint not null,
  merged boolean not null default false,
  primary key (tenant_id, domain, day, row_id)
);
create index daily_usage_to_merge on daily_usage (row_id) where not merged;
comment on table daily_usage is 'rebuilt';
comment on column daily_usage.tenant_id is 'technical';
comment on column daily_usage.domain is 'technical';
comment on column daily_usage.day is 'technical';
comment on column daily_usage.row_id is 'technical';
comment on column daily_usage.kind is 'technical';
comment on column daily_usage.unit is 'technical';
comment on column daily_usage.api_key is 'technical';
comment on column daily_usage.units is 'technical';
comment on column daily_usage.merged is 'technical';
alter table daily_usage enable row level security;
alter table daily_usage force row level security;
create policy of_operator on daily_usage to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on daily_usage to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant insert on daily_usage to gatehouse_app;
grant select, insert, update, delete on daily_usage to gatehouse_operator;

-- From when on daily_usage has all of the ledger. A task goes back from there, hour by hour.
create table usage_backlog (
  single boolean not null default true primary key check (single),
  summed_from timestamptz not null
);
comment on table usage_backlog is 'left';
comment on column usage_backlog.single is 'technical';
comment on column usage_backlog.summed_from is 'technical';
alter table usage_backlog enable row level security;
alter table usage_backlog force row level security;
create policy of_operator on usage_backlog to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_all on usage_backlog for select to gatehouse_app using (true);
grant select on usage_backlog to gatehouse_app;
grant select, insert, update on usage_backlog to gatehouse_operator;

-- Adds what a statement wrote to the ledger. Entries from before summed_from are left to the task, which holds the lock while it
-- moves that time.
create function add_daily_usage() returns trigger language plpgsql as $$
declare
  since timestamptz;
begin
  select summed_from into strict since from gatehouse.usage_backlog;
  if exists (select from added where at < since) then
    perform pg_advisory_xact_lock_shared(8204119377);
    select summed_from into strict since from gatehouse.usage_backlog;
  end if;
  if tg_op = 'INSERT' then
    insert into gatehouse.daily_usage (tenant_id, domain, day, kind, unit, api_key, units)
    select tenant_id, domain, (at at time zone 'UTC')::date, kind, unit, api_key, sum(units)
    from added where at >= since group by 1, 2, 3, 4, 5, 6 having sum(units) <> 0;
  else
    insert into gatehouse.daily_usage (tenant_id, domain, day, kind, unit, api_key, units)
    select tenant_id, domain, (a.at at time zone 'UTC')::date, kind, unit, a.api_key, sum(a.units - r.units)
    from added a join removed r using (tenant_id, domain, reference, kind, unit)
    where a.at >= since group by 1, 2, 3, 4, 5, 6 having sum(a.units - r.units) <> 0;
  end if;
  return null;
end $$;
create trigger add_daily_usage after insert on usage_ledger
  referencing new table as added for each statement execute function add_daily_usage();
create trigger change_daily_usage after update on usage_ledger
  referencing new table as added old table as removed for each statement execute function add_daily_usage();

-- Behind the lock of the triggers: whatever is written to the ledger from now on has them.
set role gatehouse_operator;
insert into gatehouse.usage_backlog (summed_from)
select case when exists (select from gatehouse.usage_ledger) then clock_timestamp() else '-infinity' end;
reset role;
