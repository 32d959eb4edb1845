-- What a tenant's own list was at any moment (docs/decisions/0030-as-of-then.md).
-- Earlier versions of the list are not known.
alter table tenant add column watchlist_versions_since timestamptz not null default now();
comment on column tenant.watchlist_versions_since is 'technical';

-- Null: it was there before versions were kept.
alter table watchlist_entry add column since_revision integer;
comment on column watchlist_entry.since_revision is 'technical';

-- Entries as they were from one revision of the list until another, which changed or removed them.
create table watchlist_entry_version (
  tenant_id text not null references tenant,
  domain text not null default '',
  entry_id text not null,
  until_revision integer not null,
  since_revision integer,
  since_at timestamptz not null,
  until_at timestamptz not null default now(),
  -- Null: erased.
  entry jsonb,
  primary key (tenant_id, domain, entry_id, until_revision)
);
comment on table watchlist_entry_version is 'exported';
comment on column watchlist_entry_version.tenant_id is 'technical';
comment on column watchlist_entry_version.domain is 'technical';
comment on column watchlist_entry_version.entry_id is 'technical';
comment on column watchlist_entry_version.until_revision is 'technical';
comment on column watchlist_entry_version.since_revision is 'technical';
comment on column watchlist_entry_version.since_at is 'technical';
comment on column watchlist_entry_version.until_at is 'technical';
comment on column watchlist_entry_version.entry is 'personal';
alter table watchlist_entry_version alter column entry set statistics 0;
alter table watchlist_entry_version enable row level security;
alter table watchlist_entry_version force row level security;
create policy of_domain on watchlist_entry_version to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true)
    and domain <> '');
create policy of_operator on watchlist_entry_version to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on watchlist_entry_version for select to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain in ('', current_setting('gatehouse.domain', true)));
grant select, insert, update, delete on watchlist_entry_version to gatehouse_app;
grant select, insert, update, delete on watchlist_entry_version to gatehouse_operator;

-- A trigger, since nodes of the version before write the list too while the others are upgraded. Whoever writes holds the tenant's row,
-- and raises its revision at the end of the transaction. Moves of a tenant and of a store bring versions as they are.
create function keep_watchlist_entry() returns trigger language plpgsql as $$
declare
  revision integer;
begin
  if tg_op = 'UPDATE' and new.entry is not distinct from old.entry then
    new.since_revision := old.since_revision;
    return new;
  end if;
  select watchlist_revision + 1 into revision from gatehouse.tenant
  where tenant_id = case tg_op when 'INSERT' then new.tenant_id else old.tenant_id end;
  if tg_op <> 'INSERT' then
    insert into gatehouse.watchlist_entry_version (tenant_id, domain, entry_id, until_revision, since_revision, since_at, entry)
    values (old.tenant_id, old.domain, old.entry_id, revision, old.since_revision, old.updated_at, old.entry)
    on conflict do nothing;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  new.since_revision := revision;
  return new;
end $$;
create trigger watchlist_entry_kept before insert or update or delete on watchlist_entry
for each row when (current_user in ('gatehouse_app', 'gatehouse_operator')
  and current_setting('gatehouse.arriving', true) is distinct from 'on'
  and current_setting('gatehouse.leaving', true) is distinct from 'on') execute function keep_watchlist_entry();
