-- What the logs of many executions have alike, such as the versions of the lists that were searched: once for each content. It says
-- nothing of a person, and stays.
create table common_input (
  tenant_id text not null,
  domain text not null,
  -- SHA-256 of the content as it was written.
  content_hash bytea not null,
  content jsonb not null,
  primary key (tenant_id, domain, content_hash)
);
comment on table common_input is 'exported';
comment on column common_input.tenant_id is 'technical';
comment on column common_input.domain is 'technical';
comment on column common_input.content_hash is 'technical';
comment on column common_input.content is 'technical';
alter table common_input enable row level security;
alter table common_input force row level security;
create policy of_operator on common_input to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on common_input to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant select, insert on common_input to gatehouse_app;
grant select, insert, update, delete on common_input to gatehouse_operator;

-- c: the hash of the members of the input that stand in common_input, in Base64.
create or replace function node_runs(of_tenant text, of_domain text, of_execution uuid)
returns table (sequence integer, node_id text, node_type text, attempt integer, reference text, input jsonb, output jsonb,
  started_at timestamptz, finished_at timestamptz)
language sql stable parallel safe as $$
  select v.sequence, v.node_id, v.node_type, v.attempt, v.reference, v.input, v.output, v.started_at, v.finished_at
  from gatehouse.visit v where v.tenant_id = of_tenant and v.domain = of_domain and v.execution_id = of_execution
  union all
  select (r.place - 1)::integer, r.run ->> 'n', r.run ->> 't', coalesce((r.run ->> 'a')::integer, 1), r.run ->> 'r',
    case when r.run ? 'c' then (r.run -> 'i') || (
      select c.content from gatehouse.common_input c
      where c.tenant_id = of_tenant and c.domain = of_domain and c.content_hash = decode(r.run ->> 'c', 'base64'))
      else r.run -> 'i' end,
    coalesce(r.run -> 'o', coalesce(e.outputs -> (r.run ->> 'n'), '{}') || coalesce(r.run -> 'd', '{}')),
    timestamptz 'epoch' + (r.run ->> 's')::double precision * interval '1 millisecond',
    timestamptz 'epoch' + ((r.run ->> 's')::double precision + (r.run ->> 'f')::double precision) * interval '1 millisecond'
  from gatehouse.execution e cross join lateral jsonb_array_elements(e.node_runs) with ordinality r (run, place)
  where e.tenant_id = of_tenant and e.domain = of_domain and e.execution_id = of_execution
$$;
