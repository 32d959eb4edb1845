-- An execution that nothing changes any more keeps data, outputs and log in one sealed value, under a key of its own
-- (docs/decisions/0040-sealed-executions.md).
alter table execution add column sealed bytea;
alter table execution alter column sealed set statistics 0;
comment on column execution.sealed is 'personal';

-- Of a sealed execution, `node_runs` is the hash of what SQL asks of its log, in Base64: rows of `common_input` have it, since many executions
-- have it alike. Times are sealed with the rest. Of an input there is `c` alone, of an output names of members, without their values.
create or replace function node_runs(of_tenant text, of_domain text, of_execution uuid)
returns table (sequence integer, node_id text, node_type text, attempt integer, reference text, input jsonb, output jsonb,
  started_at timestamptz, finished_at timestamptz)
language sql stable parallel safe as $$
  select v.sequence, v.node_id, v.node_type, v.attempt, v.reference, v.input, v.output, v.started_at, v.finished_at
  from gatehouse.visit v where v.tenant_id = of_tenant and v.domain = of_domain and v.execution_id = of_execution
  union all
  select (r.place - 1)::integer, r.run ->> 'n', r.run ->> 't', coalesce((r.run ->> 'a')::integer, 1), r.run ->> 'r',
    case when r.run ? 'c' then coalesce(r.run -> 'i', '{}') || (
      select c.content from gatehouse.common_input c
      where c.tenant_id = of_tenant and c.domain = of_domain and c.content_hash = decode(r.run ->> 'c', 'base64'))
      else r.run -> 'i' end,
    coalesce(r.run -> 'o', coalesce(e.outputs -> (r.run ->> 'n'), '{}') || coalesce(r.run -> 'd', '{}')),
    timestamptz 'epoch' + (r.run ->> 's')::double precision * interval '1 millisecond',
    timestamptz 'epoch' + ((r.run ->> 's')::double precision + (r.run ->> 'f')::double precision) * interval '1 millisecond'
  from gatehouse.execution e cross join lateral jsonb_array_elements(case when e.sealed is null then e.node_runs else (
      select c.content from gatehouse.common_input c
      where c.tenant_id = of_tenant and c.domain = of_domain and c.content_hash = decode(e.node_runs #>> '{}', 'base64'))
    end) with ordinality r (run, place)
  where e.tenant_id = of_tenant and e.domain = of_domain and e.execution_id = of_execution
$$;
