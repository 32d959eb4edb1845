-- Keys of what is kept of people, apart from what they encrypt: an erasure deletes the key, and backups that lack this table have
-- nothing that opens (docs/decisions/0025-keys-of-persons.md). A key is wrapped by the tenant's data key.
create table personal_key (
  tenant_id text not null,
  domain text not null,
  -- The upload that it encrypts.
  key_id uuid not null,
  wrapped_key bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, domain, key_id)
);
comment on table personal_key is 'exported; grows by key_id';
comment on column personal_key.tenant_id is 'technical';
comment on column personal_key.domain is 'technical';
comment on column personal_key.key_id is 'technical';
comment on column personal_key.wrapped_key is 'secret';
comment on column personal_key.created_at is 'technical';
alter table personal_key enable row level security;
alter table personal_key force row level security;
create policy of_operator on personal_key to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on personal_key to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant select, insert on personal_key to gatehouse_app;
grant select, insert, update, delete on personal_key to gatehouse_operator;

alter table upload add column encrypted boolean not null default false;
comment on column upload.encrypted is 'technical';
grant update (encrypted) on upload to gatehouse_operator;
create index upload_in_clear on upload (upload_id) where not encrypted;

-- A row from when on files are encrypted: every node has to read them. A store that is new has no other nodes.
create table file_encryption (
  single boolean primary key default true check (single),
  started_at timestamptz not null default now()
);
comment on table file_encryption is 'left';
comment on column file_encryption.single is 'technical';
comment on column file_encryption.started_at is 'technical';
alter table file_encryption enable row level security;
alter table file_encryption force row level security;
create policy of_operator on file_encryption to gatehouse_operator using (current_user = 'gatehouse_operator');
grant select, insert on file_encryption to gatehouse_operator;
-- The owner of the tables sees no tenant.
set role gatehouse_operator;
insert into file_encryption select where not exists (select from tenant);
reset role;

-- Whether a node reads encrypted files: those of earlier versions do not say it.
alter table node_lease add column reads_encrypted_files boolean not null default false;
comment on column node_lease.reads_encrypted_files is 'technical';
