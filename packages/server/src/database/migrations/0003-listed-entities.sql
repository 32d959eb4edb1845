-- The entries behind alerts, each as it was in the version of the list that was searched. Entries of equal content are one row,
-- whatever alerts and customers they concern.
create table listed_entity (
  tenant_id text not null,
  domain text not null,
  -- SHA-256 of `entry`.
  content_hash bytea not null,
  -- The text that was hashed: json keeps it as it is.
  entry json not null,
  first_seen_at timestamptz not null default now(),
  primary key (tenant_id, domain, content_hash)
);
comment on table listed_entity is 'exported';
comment on column listed_entity.tenant_id is 'technical';
comment on column listed_entity.domain is 'technical';
comment on column listed_entity.content_hash is 'technical';
comment on column listed_entity.entry is 'personal';
comment on column listed_entity.first_seen_at is 'technical';

alter table listed_entity enable row level security;
alter table listed_entity force row level security;
create policy of_operator on listed_entity to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on listed_entity to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant select, insert on listed_entity to gatehouse_app;
grant select, insert, update, delete on listed_entity to gatehouse_operator;

-- Null of alerts from before.
alter table alert add column entity_hash bytea;
comment on column alert.entity_hash is 'technical';
