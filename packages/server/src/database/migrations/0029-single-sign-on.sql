-- Identity providers by which people of a tenant sign in, and as whom each knows them.
create table identity_provider (
  tenant_id text not null references tenant,
  provider_id text not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  -- Sealed; null for a public client.
  client_secret bytea,
  email_domains text[] not null,
  -- Whether addresses are the person's even where the provider does not say that it verified them.
  trusts_addresses boolean not null,
  enabled boolean not null,
  primary key (tenant_id, provider_id)
);
-- Asked before a tenant is known; only the operator's role sees the table.
create index identity_provider_by_domain on identity_provider using gin (email_domains);

-- A provider may give an address to somebody else one day; its own id of a person stays.
create table person_identity (
  tenant_id text not null,
  provider_id text not null,
  subject text not null,
  email text not null,
  linked_at timestamptz not null default now(),
  primary key (tenant_id, provider_id, subject),
  unique (tenant_id, provider_id, email),
  foreign key (tenant_id, provider_id) references identity_provider on delete cascade,
  foreign key (tenant_id, email) references user_account on delete cascade
);
create index person_identity_by_user on person_identity (tenant_id, email);

alter table identity_provider enable row level security;
alter table identity_provider force row level security;
create policy of_operator on identity_provider to gatehouse_operator using (current_user = 'gatehouse_operator');
alter table person_identity enable row level security;
alter table person_identity force row level security;
create policy of_operator on person_identity to gatehouse_operator using (current_user = 'gatehouse_operator');

grant select, insert, update, delete on identity_provider, person_identity to gatehouse_operator;
