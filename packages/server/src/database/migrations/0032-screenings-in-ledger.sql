-- What the screenings of an execution used stands in the entry of its unit, by engine, where both are of one day of UTC; else it is an
-- entry for each engine, as before.
alter table usage_ledger add column screenings jsonb;
comment on column usage_ledger.screenings is 'technical';
grant update (screenings) on usage_ledger to gatehouse_app;

-- What an entry of the ledger counts.
create function usage_units(of_kind text, of_unit text, of_units integer, of_api_key text, of_screenings jsonb)
returns table (kind text, unit text, units bigint, api_key text) language sql immutable parallel safe as $$
  select of_kind, of_unit, of_units::bigint, of_api_key
  union all select 'screening', s.key, s.value::bigint, null from jsonb_each_text(of_screenings) s
$$;

create or replace function add_daily_usage() returns trigger language plpgsql as $$
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
    select a.tenant_id, a.domain, (a.at at time zone 'UTC')::date, u.kind, u.unit, u.api_key, sum(u.units)
    from added a cross join lateral gatehouse.usage_units(a.kind, a.unit, a.units, a.api_key, a.screenings) u
    where a.at >= since group by 1, 2, 3, 4, 5, 6 having sum(u.units) <> 0;
  else
    insert into gatehouse.daily_usage (tenant_id, domain, day, kind, unit, api_key, units)
    select tenant_id, domain, (at at time zone 'UTC')::date, kind, unit, api_key, sum(units)
    from (
      select a.tenant_id, a.domain, a.at, u.*
      from added a cross join lateral gatehouse.usage_units(a.kind, a.unit, a.units, a.api_key, a.screenings) u
      union all
      select r.tenant_id, r.domain, r.at, u.kind, u.unit, - u.units, u.api_key
      from removed r cross join lateral gatehouse.usage_units(r.kind, r.unit, r.units, r.api_key, r.screenings) u
    ) changed
    where at >= since group by 1, 2, 3, 4, 5, 6 having sum(units) <> 0;
  end if;
  return null;
end $$;
