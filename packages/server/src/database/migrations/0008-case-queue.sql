-- Each statement by itself.
-- What the list of cases shows and filters by, kept on the case: reading it from the hits would cost each page of the list.
-- Nobody may wait for a table that is filled anew: the lock on it ends with the statement that adds the columns.
set lock_timeout = '30s';
-- countries: ISO 3166 alpha-2 of the customer: of incorporation, nationality and residence, each once.
-- top_hit: the hit with the highest score that no earlier ruling suppressed: {"name", "source", "score"}. Null where there is none.
-- hit_sources: the lists that have such hits.
alter table case_record
  add column if not exists countries text[] not null default '{}',
  add column if not exists top_hit jsonb,
  add column if not exists hit_sources text[] not null default '{}';
comment on column case_record.countries is 'personal';
comment on column case_record.top_hit is 'personal';
comment on column case_record.hit_sources is 'technical';

-- Cases from before. Row-level security is forced on the owner of the tables too.
set lock_timeout = 0;
set role gatehouse_operator;
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
