-- Hosted verification: how a tenant is shown, links to end users, their sessions, what they gave and their files.

-- As the tenant file gives them; null: nothing was said.
alter table tenant add column branding json;
alter table tenant add column hosted json;

create table link (
  tenant_id text not null,
  domain text not null,
  link_id uuid not null,
  -- Trimmed and in lower case.
  email text not null,
  customer_id text not null,
  event_type text not null,
  -- SHA-256 of the token; the token itself is kept nowhere.
  token_hash bytea not null,
  api_key text not null,
  request_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null while it can be opened, as far as its days go.
  ended_at timestamptz,
  end_reason text check (end_reason in ('superseded', 'spent')),
  -- What it began or went on with; null before consent.
  execution_id uuid,
  -- The person's choice at consent.
  language text,
  consented_at timestamptz,
  primary key (tenant_id, domain, link_id),
  check ((ended_at is null) = (end_reason is null))
);
-- One live link of an address in all domains of a tenant.
create unique index link_live on link (tenant_id, email) where ended_at is null;
-- Looked up before a tenant is known, by the operator's role alone.
create unique index link_by_token on link (token_hash);
create index link_by_execution on link (tenant_id, domain, execution_id) where execution_id is not null;

create table flow_session (
  tenant_id text not null,
  domain text not null,
  session_id uuid not null,
  link_id uuid not null,
  token_hash bytea not null,
  started_at timestamptz not null,
  used_at timestamptz not null,
  primary key (tenant_id, domain, session_id),
  foreign key (tenant_id, domain, link_id) references link on delete cascade
);
create unique index flow_session_by_token on flow_session (token_hash);
create index flow_session_by_link on flow_session (tenant_id, domain, link_id);

-- What a person has begun in a step, or gave there before: it stands in the step again when it is opened again.
create table flow_draft (
  tenant_id text not null,
  domain text not null,
  execution_id uuid not null,
  node_id text not null,
  draft jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, domain, execution_id, node_id)
);

-- Steps that were given, by the key of each: who sends the same again gets the same answer.
create table flow_given (
  tenant_id text not null,
  domain text not null,
  execution_id uuid not null,
  callback_key text not null,
  node_id text not null,
  -- SHA-256 of the data.
  data_hash bytea not null,
  given_at timestamptz not null default now(),
  primary key (tenant_id, domain, execution_id, callback_key)
);

create table flow_file (
  tenant_id text not null,
  domain text not null,
  file_id uuid not null,
  execution_id uuid not null,
  client_key text not null,
  filename text not null,
  content_type text not null,
  size integer not null,
  -- The upload that it became, once it is whole and was judged.
  upload_id uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, domain, file_id),
  unique (tenant_id, domain, execution_id, client_key)
);

create table flow_file_part (
  tenant_id text not null,
  domain text not null,
  file_id uuid not null,
  number integer not null,
  content bytea not null,
  stored_at timestamptz not null default now(),
  primary key (tenant_id, domain, file_id, number),
  foreign key (tenant_id, domain, file_id) references flow_file on delete cascade
);

do $$
declare name text;
begin
  foreach name in array array['link', 'flow_session', 'flow_draft', 'flow_given', 'flow_file', 'flow_file_part'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy of_operator on %I to gatehouse_operator using (current_user = ''gatehouse_operator'')', name);
    execute format('grant select, insert, update, delete on %I to gatehouse_operator', name);
    execute format('grant select, insert, update, delete on %I to gatehouse_app', name);
    -- A new link ends the live one of its address in whatever domain of the tenant that is.
    if name <> 'link' then
      execute format('create policy of_scope on %I to gatehouse_app using (tenant_id = current_setting(''gatehouse.tenant'', true) and domain = current_setting(''gatehouse.domain'', true))', name);
    end if;
  end loop;
end $$;
create policy of_tenant on link to gatehouse_app using (tenant_id = current_setting('gatehouse.tenant', true));
