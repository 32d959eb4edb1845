-- The seal of the audit record: blocks that hold a hash of every record, each chained to the one before it.

-- Says which records are settled: those of transactions older than every one that is still open.
alter table audit_event add column transaction xid8 not null default pg_current_xact_id();
create index audit_by_transaction on audit_event (transaction);
create index audit_by_time on audit_event (tenant_id, at desc, event_id desc);

create table audit_block (
  tenant_id text not null,
  number bigint not null,
  sealed_at timestamptz not null,
  events integer not null,
  -- Of each record 48 bytes: its id, then the SHA-256 of what it says.
  content bytea not null,
  hash bytea not null,
  primary key (tenant_id, number)
);

-- A part is read without the whole.
alter table audit_block alter column content set storage external;

-- One row: up to where records are sealed, in transactions of this very database cluster.
create table audit_sealing (
  single boolean primary key default true check (single),
  cluster text not null,
  sealed_before xid8 not null
);

alter table audit_block enable row level security;
alter table audit_block force row level security;
create policy of_operator on audit_block to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_tenant on audit_block for select to gatehouse_app using (tenant_id = current_setting('gatehouse.tenant', true));
alter table audit_sealing enable row level security;
alter table audit_sealing force row level security;
create policy of_operator on audit_sealing to gatehouse_operator using (current_user = 'gatehouse_operator');

-- Whoever reads for the tenant as a whole reads the records of all its domains.
create policy of_tenant on audit_event for select to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and current_setting('gatehouse.domain', true) = '');

-- Nobody whom the service acts as can change a record, its block, or take one away.
revoke update, delete on audit_event from gatehouse_operator;
grant select, insert on audit_block to gatehouse_operator;
grant select on audit_block to gatehouse_app;
grant select, insert, update on audit_sealing to gatehouse_operator;
