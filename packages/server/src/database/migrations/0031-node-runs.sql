-- An execution that ends in its first segment keeps its log itself instead of a row of `visit` for each node that ran. What the log would
-- repeat is left out: `o` is a whole output; without it the output is the node's in `outputs` and what `d` adds.
-- n: node, t: its type, a: attempt unless 1, r: reference, i: input, s: start in milliseconds, f: milliseconds that it took.
alter table execution add column node_runs jsonb;
alter table execution alter column node_runs set statistics 0;
comment on column execution.node_runs is 'personal';

-- The log of an execution, wherever it is.
create function node_runs(of_tenant text, of_domain text, of_execution uuid)
returns table (sequence integer, node_id text, node_type text, attempt integer, reference text, input jsonb, output jsonb,
  started_at timestamptz, finished_at timestamptz)
language sql stable parallel safe as $$
  select v.sequence, v.node_id, v.node_type, v.attempt, v.reference, v.input, v.output, v.started_at, v.finished_at
  from gatehouse.visit v where v.tenant_id = of_tenant and v.domain = of_domain and v.execution_id = of_execution
  union all
  select (r.place - 1)::integer, r.run ->> 'n', r.run ->> 't', coalesce((r.run ->> 'a')::integer, 1), r.run ->> 'r', r.run -> 'i',
    coalesce(r.run -> 'o', coalesce(e.outputs -> (r.run ->> 'n'), '{}') || coalesce(r.run -> 'd', '{}')),
    timestamptz 'epoch' + (r.run ->> 's')::double precision * interval '1 millisecond',
    timestamptz 'epoch' + ((r.run ->> 's')::double precision + (r.run ->> 'f')::double precision) * interval '1 millisecond'
  from gatehouse.execution e cross join lateral jsonb_array_elements(e.node_runs) with ordinality r (run, place)
  where e.tenant_id = of_tenant and e.domain = of_domain and e.execution_id = of_execution
$$;
