-- Which other entries among the hits of the same subject are the same person or company, and why. Null where none is, and of
-- alerts from before.
alter table alert add column joins jsonb;
comment on column alert.joins is 'personal';

-- What people said of two entries of lists: that they are one entity, or that they are not. Appended, never changed; the newest
-- counts. It holds for every subject of the business domain, as it is a fact about the lists.
create table entity_pair_decision (
  tenant_id text not null,
  domain text not null,
  -- The ids in alphabetical order.
  first_id text not null,
  second_id text not null,
  revision integer not null,
  is_same boolean not null,
  reason text not null,
  case_no text not null,
  decided_by text not null,
  decided_at timestamptz not null default now(),
  primary key (tenant_id, domain, first_id, second_id, revision),
  check (first_id < second_id)
);
comment on table entity_pair_decision is 'exported';
comment on column entity_pair_decision.tenant_id is 'technical';
comment on column entity_pair_decision.domain is 'technical';
comment on column entity_pair_decision.first_id is 'personal';
comment on column entity_pair_decision.second_id is 'personal';
comment on column entity_pair_decision.revision is 'technical';
comment on column entity_pair_decision.is_same is 'technical';
comment on column entity_pair_decision.reason is 'personal';
comment on column entity_pair_decision.case_no is 'technical';
comment on column entity_pair_decision.decided_by is 'personal';
comment on column entity_pair_decision.decided_at is 'technical';

alter table entity_pair_decision enable row level security;
alter table entity_pair_decision force row level security;
create policy of_operator on entity_pair_decision to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on entity_pair_decision to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant select, insert on entity_pair_decision to gatehouse_app;
grant select, insert, update, delete on entity_pair_decision to gatehouse_operator;
