-- News of regulators and courts that the deployment reads, and watchlists of single domains.

-- Published news, of no tenant.
create table feed (
  url text primary key,
  title text,
  -- What the publisher's last good answer said, for conditional requests.
  etag text,
  last_modified text,
  -- When it is looked at next; a node that looks at it moves this on first.
  due_at timestamptz not null default now(),
  -- When its content was last read well or told to be unchanged; null before the first time.
  loaded_at timestamptz,
  -- Looks that failed since then, and why the last did.
  failures integer not null default 0,
  failure text
);

-- What a feed brought stays when it has left the feed.
create table feed_item (
  feed_url text not null references feed on delete cascade,
  item_id text not null,
  url text not null,
  title text not null,
  body text not null,
  published_at timestamptz,
  fetched_at timestamptz not null default now(),
  -- Words that may be names, in ASCII, and their sounds; made by the matching, so no configuration of languages applies.
  keys tsvector not null,
  primary key (feed_url, item_id)
);
create index feed_item_by_keys on feed_item using gin (keys);

grant select, insert, update, delete on feed, feed_item to gatehouse_operator;

-- Empty is every domain of the tenant: what a tenant file gives without a domain.
alter table watchlist_entry add column domain text not null default '';
alter table watchlist_entry drop constraint watchlist_entry_pkey;
alter table watchlist_entry add primary key (tenant_id, domain, entry_id);

drop policy of_tenant on watchlist_entry;
create policy of_scope on watchlist_entry for select to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain in ('', current_setting('gatehouse.domain', true)));
-- A domain changes its own entries alone.
create policy of_domain on watchlist_entry to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true)
    and domain <> '');

grant insert, update, delete on watchlist_entry to gatehouse_app;
grant update (watchlist_revision) on tenant to gatehouse_app;
