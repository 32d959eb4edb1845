-- Signatures on the seal of the audit record, and salts that leave with what they hide (docs/audit.md).

-- The salt stands in the hash of the detail. Null: a record from before, or one whose detail was erased.
alter table audit_event add column salt uuid;
alter table audit_event alter column salt set default gen_random_uuid();
-- Of an erased detail, its hash; nothing of what it said can be found by guessing once the salt is gone.
alter table audit_event add column detail_hash bytea;

-- Null: sealed before blocks were signed.
alter table audit_block add column signing_key text;
alter table audit_block add column signature bytea;

-- The newest block of each chain, signed: the chain goes on from here, and a tail that is gone is missed.
create table audit_head (
  tenant_id text not null,
  number bigint not null,
  hash bytea not null,
  sealed_at timestamptz not null,
  -- The first block with a signature.
  signed_from bigint not null,
  signing_key text not null,
  signature bytea not null,
  primary key (tenant_id)
);

-- Public keys that signed, each vouched for by the one after it, so that an old master key need not be kept.
create table audit_signing_key (
  signing_key text not null,
  public_key text not null,
  vouched_by text not null,
  signature bytea not null,
  primary key (signing_key, vouched_by)
);

-- Where signed heads went; of no tenant, so that whoever looks at the store reads it.
create table audit_publication (
  destination text not null,
  attempted_at timestamptz not null,
  sent_at timestamptz,
  failure text,
  primary key (destination)
);

alter table audit_sealing add column signing_began timestamptz;

alter table audit_head enable row level security;
alter table audit_head force row level security;
create policy of_operator on audit_head to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_tenant on audit_head for select to gatehouse_app using (tenant_id = current_setting('gatehouse.tenant', true));
alter table audit_signing_key enable row level security;
alter table audit_signing_key force row level security;
create policy of_operator on audit_signing_key to gatehouse_operator using (current_user = 'gatehouse_operator');
-- Public, and of no tenant.
create policy of_all on audit_signing_key for select to gatehouse_app using (true);

grant select, insert, update on audit_head to gatehouse_operator;
grant select on audit_head to gatehouse_app;
grant select, insert on audit_signing_key to gatehouse_operator;
grant select on audit_signing_key to gatehouse_app;
grant select, insert, update on audit_publication to gatehouse_operator;

-- What the audit record calls a customer: a customerId may be an e-mail address.
alter table customer add column audit_id uuid not null default gen_random_uuid();
