-- One-time links by mail: invitations, and new passwords for people who forgot theirs.

create table person_link (
  tenant_id text not null,
  link_id uuid not null,
  email text not null,
  kind text not null check (kind in ('invitation', 'reset')),
  -- SHA-256 of the token; the token itself is kept nowhere.
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, link_id),
  foreign key (tenant_id, email) references user_account on delete cascade
);
-- Looked up before a tenant is known, by the operator's role alone.
create unique index person_link_by_token on person_link (token_hash);
create index person_link_by_user on person_link (tenant_id, email);

alter table person_link enable row level security;
alter table person_link force row level security;
create policy of_operator on person_link to gatehouse_operator using (current_user = 'gatehouse_operator');

grant select, insert, update, delete on person_link to gatehouse_operator;
