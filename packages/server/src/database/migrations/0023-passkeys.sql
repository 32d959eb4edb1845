-- Passkeys, and what stands between the two halves of a ceremony at the door.

create table passkey (
  tenant_id text not null,
  passkey_id uuid not null,
  email text not null,
  credential_id bytea not null,
  public_key bytea not null,
  -- As the authenticator counts its uses; one that goes back is a copy.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  -- Whether it is kept in several places, so that a lost device is not the end of it.
  backed_up boolean not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (tenant_id, passkey_id),
  foreign key (tenant_id, email) references user_account on delete cascade
);
-- Looked up before a tenant is known; only the operator's role sees the table, so nothing leaks by this index.
create unique index passkey_by_credential on passkey (credential_id);
create index passkey_by_user on passkey (tenant_id, email);

-- A ceremony has two calls: the first hands out a challenge with a token, the second brings both back, once.
create table ceremony (
  token_hash bytea primary key,
  kind text not null,
  -- Whose it is; null while nobody has said who they are.
  tenant_id text,
  email text,
  data jsonb not null,
  expires_at timestamptz not null
);
create index ceremony_by_end on ceremony (expires_at);

alter table passkey enable row level security;
alter table passkey force row level security;
create policy of_operator on passkey to gatehouse_operator using (current_user = 'gatehouse_operator');

grant select, insert, update, delete on passkey, ceremony to gatehouse_operator;
