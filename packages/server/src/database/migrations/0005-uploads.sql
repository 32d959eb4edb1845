-- Files that callers upload: what is known of each, and the tokens that let them in. The bytes lie in the object store.

create table upload (
  tenant_id text not null,
  domain text not null,
  upload_id uuid not null,
  bucket text not null,
  object_key text not null,
  -- As it was sent, made safe; it never becomes part of a path.
  filename text not null,
  content_type text not null,
  size integer not null,
  sha256 bytea not null,
  api_key text not null,
  request_id text not null,
  uploaded_at timestamptz not null default now(),
  primary key (tenant_id, domain, upload_id)
);
create index upload_by_time on upload (tenant_id, domain, uploaded_at desc);

create table upload_token (
  tenant_id text not null,
  domain text not null,
  -- SHA-256 of the token; the token itself is kept nowhere.
  token_hash bytea not null,
  api_key text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, domain, token_hash)
);
-- Looked up before a tenant is known, by the operator's role alone.
create unique index upload_token_by_hash on upload_token (token_hash);
create index upload_token_by_end on upload_token (expires_at);

-- Web pages that may upload from a browser and read the answer.
alter table tenant add column upload_origins text[] not null default '{}';

do $$
declare name text;
begin
  foreach name in array array['upload', 'upload_token'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy of_operator on %I to gatehouse_operator using (current_user = ''gatehouse_operator'')', name);
    execute format('create policy of_scope on %I to gatehouse_app using (tenant_id = current_setting(''gatehouse.tenant'', true) and domain = current_setting(''gatehouse.domain'', true))', name);
  end loop;
end $$;

grant select, insert, update, delete on upload, upload_token to gatehouse_operator;
grant select, insert on upload to gatehouse_app;
grant insert on upload_token to gatehouse_app;
