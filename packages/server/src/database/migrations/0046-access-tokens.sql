-- Personal access tokens of the console: by one, a program reads for its owner, in one domain.
create table access_token (
  tenant_id text not null,
  token_id uuid not null,
  email text not null,
  name text not null,
  -- SHA-256: the token itself is shown once and stored nowhere.
  token_hash bytea not null,
  -- As of a session: another password ends it.
  credential bytea not null,
  -- How its owner was signed in when it was made: what the tenant demands of sessions, it demands of tokens.
  method text not null,
  domain text not null,
  personal_data boolean not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, token_id),
  foreign key (tenant_id, email) references user_account (tenant_id, email) on delete cascade
);
create unique index access_token_by_hash on access_token (token_hash);
create index access_token_by_user on access_token (tenant_id, email);
comment on table access_token is 'exported';
comment on column access_token.tenant_id is 'technical';
comment on column access_token.token_id is 'technical';
comment on column access_token.email is 'personal';
comment on column access_token.name is 'personal';
comment on column access_token.token_hash is 'secret';
comment on column access_token.credential is 'secret';
comment on column access_token.method is 'technical';
comment on column access_token.domain is 'technical';
comment on column access_token.personal_data is 'technical';
comment on column access_token.created_at is 'technical';
comment on column access_token.expires_at is 'technical';
comment on column access_token.used_at is 'technical';
alter table access_token alter column name set statistics 0;
alter table access_token enable row level security;
alter table access_token force row level security;
create policy of_operator on access_token to gatehouse_operator using (current_user = 'gatehouse_operator');
grant select, insert, update, delete on access_token to gatehouse_operator;
