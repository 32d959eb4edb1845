-- Tenants that leave for another deployment, or that have left (docs/decisions/0023-cells.md).
create table tenant_move (
  tenant_id text primary key,
  move_id uuid not null,
  -- CLOSING: calls are refused, work in progress ends. STOPPED: nothing reads or writes for it. MOVED: it works elsewhere.
  state text not null check (state in ('CLOSING', 'STOPPED', 'MOVED')),
  destination text not null,
  -- As it was before, for a move that is cancelled and for the deployment that the tenant goes to.
  was_enabled boolean not null,
  -- Of the word by which the other deployment says that it has everything.
  receipt_hash bytea not null,
  started_at timestamptz not null default now(),
  exported_at timestamptz,
  moved_at timestamptz
);
comment on table tenant_move is 'exported';
comment on column tenant_move.tenant_id is 'technical';
comment on column tenant_move.move_id is 'technical';
comment on column tenant_move.state is 'technical';
comment on column tenant_move.destination is 'technical';
comment on column tenant_move.was_enabled is 'technical';
comment on column tenant_move.receipt_hash is 'secret';
comment on column tenant_move.started_at is 'technical';
comment on column tenant_move.exported_at is 'technical';
comment on column tenant_move.moved_at is 'technical';
grant select, insert, update, delete on tenant_move to gatehouse_operator;

-- Each transaction of a tenant that may write asks this first. As the owner: the tenants' role sees nothing of other tenants.
create function require_running_tenant(given text) returns void language plpgsql stable security definer
set search_path = pg_catalog as $$
begin
  if exists (select from gatehouse.tenant_move where tenant_id = given and state <> 'CLOSING') then
    raise exception 'the tenant is stopped: it moves to another deployment' using errcode = 'GH001';
  end if;
end $$;

-- Nobody opens a tenant again that is on its way or works elsewhere.
create function keep_moving_tenant_closed() returns trigger language plpgsql as $$
begin
  if exists (select from gatehouse.tenant_move m where m.tenant_id = new.tenant_id) then
    raise exception 'the tenant is stopped: it moves to another deployment' using errcode = 'GH001';
  end if;
  return new;
end $$;
create trigger tenant_move_closes before update of enabled on tenant
for each row when (new.enabled) execute function keep_moving_tenant_closed();

-- One transaction brings all cases of a tenant that arrives, and nobody else sees it yet: a lock for each customer would be more than
-- the table of locks holds.
create or replace function lock_customer_names(keys text[], is_change boolean) returns void language plpgsql as $$
declare
  key bigint;
begin
  if current_setting('gatehouse.arriving', true) = 'on' then return; end if;
  for key in select distinct hashtextextended(k, 8204119381) from unnest(keys) k order by 1 loop
    if is_change then perform pg_advisory_xact_lock(key); else perform pg_advisory_xact_lock_shared(key); end if;
  end loop;
end $$;

-- Neither does the operator's role change anything that is recorded: what is exported already would not have it.
create function refuse_record_of_stopped_tenant() returns trigger language plpgsql as $$
begin
  perform gatehouse.require_running_tenant(new.tenant_id);
  return new;
end $$;
create trigger tenant_move_records before insert on audit_event
for each row when (current_user = 'gatehouse_operator') execute function refuse_record_of_stopped_tenant();
