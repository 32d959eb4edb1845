-- What the list of cases shows and filters by, kept on the case: reading it from the hits would cost each page of the list.

-- ISO 3166 alpha-2 of the customer: of incorporation, nationality and residence, each once.
alter table case_record add column countries text[] not null default '{}';
-- The hit with the highest score that no earlier ruling suppressed: {"name", "source", "score"}. Null where there is none.
alter table case_record add column top_hit jsonb;
-- The lists that have such hits.
alter table case_record add column hit_sources text[] not null default '{}';
comment on column case_record.countries is 'personal';
comment on column case_record.top_hit is 'personal';
comment on column case_record.hit_sources is 'technical';

-- Cases from before. Row-level security is forced on the owner of the tables too.
set local role gatehouse_operator;
update gatehouse.case_record c set
  countries = array(
    select f.code from (
      select distinct on (v.code) v.code, v.place
      from (values (1, c.subject ->> 'countryOfIncorporation'), (2, c.subject ->> 'countryOfNationality'),
        (3, c.subject ->> 'countryOfResidence')) v (place, code)
      where v.code ~ '^[A-Z]{2}$' order by v.code, v.place
    ) f order by f.place),
  top_hit = (
    select jsonb_build_object('name', a.hit ->> 'name', 'source', a.source, 'score', a.score)
    from gatehouse.alert a
    where a.tenant_id = c.tenant_id and a.domain = c.domain and a.execution_id = c.execution_id and not a.silenced
    order by a.score desc, a.engine, a.entity_id limit 1),
  hit_sources = array(
    select distinct a.source from gatehouse.alert a
    where a.tenant_id = c.tenant_id and a.domain = c.domain and a.execution_id = c.execution_id and not a.silenced
    order by 1);
reset role;
