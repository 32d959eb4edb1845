-- That a customer is to be erased: asked for by one person and confirmed by another.
create table erasure (
  tenant_id text not null,
  domain text not null,
  erasure_id uuid not null,
  -- The customer by the id that the audit log names, which outlives the customer.
  customer_audit_id uuid not null,
  -- What callers call the customer; null once it is erased.
  customer_id text,
  reason text not null,
  state text not null default 'REQUESTED' check (state in ('REQUESTED', 'CONFIRMED', 'REFUSED', 'DONE')),
  requested_by text not null,
  requested_at timestamptz not null default now(),
  -- Who confirmed or refused.
  answered_by text,
  answered_at timestamptz,
  refusal text,
  -- Rows by table that went so far, and files.
  erased jsonb not null default '{}',
  finished_at timestamptz,
  -- The customer was erased before, and a restored store had it again: nothing that stands open there forbids it.
  repeated boolean not null default false,
  primary key (tenant_id, domain, erasure_id),
  check ((state = 'DONE') = (finished_at is not null))
);
create unique index erasure_open on erasure (tenant_id, domain, customer_id) where state in ('REQUESTED', 'CONFIRMED');
create index erasure_confirmed on erasure (tenant_id, domain, erasure_id) where state = 'CONFIRMED';
comment on table erasure is 'exported';
comment on column erasure.tenant_id is 'technical';
comment on column erasure.domain is 'technical';
comment on column erasure.erasure_id is 'technical';
comment on column erasure.customer_audit_id is 'technical';
comment on column erasure.customer_id is 'personal';
comment on column erasure.reason is 'personal';
comment on column erasure.state is 'technical';
comment on column erasure.requested_by is 'personal';
comment on column erasure.requested_at is 'technical';
comment on column erasure.answered_by is 'personal';
comment on column erasure.answered_at is 'technical';
comment on column erasure.refusal is 'personal';
comment on column erasure.erased is 'technical';
comment on column erasure.finished_at is 'technical';
comment on column erasure.repeated is 'technical';

alter table erasure enable row level security;
alter table erasure force row level security;
create policy of_operator on erasure to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on erasure to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant select, insert, update on erasure to gatehouse_app;
grant select, insert, update, delete on erasure to gatehouse_operator;

-- What forbids to erase a customer, or a customer with one of its cases. One person places it, and it takes two to release it.
create table legal_hold (
  tenant_id text not null,
  domain text not null,
  hold_id uuid not null,
  customer_id text not null,
  -- Null: the customer as a whole.
  case_no text,
  reason text not null,
  placed_by text not null,
  placed_at timestamptz not null default now(),
  release_requested_by text,
  release_requested_at timestamptz,
  release_reason text,
  released_by text,
  released_at timestamptz,
  primary key (tenant_id, domain, hold_id),
  check ((release_requested_by is null) = (release_requested_at is null)),
  check ((released_by is null) = (released_at is null))
);
create index legal_hold_by_customer on legal_hold (tenant_id, domain, customer_id) where released_at is null;
create index legal_hold_by_time on legal_hold (tenant_id, domain, placed_at desc);
comment on table legal_hold is 'exported';
comment on column legal_hold.tenant_id is 'technical';
comment on column legal_hold.domain is 'technical';
comment on column legal_hold.hold_id is 'technical';
comment on column legal_hold.customer_id is 'personal';
comment on column legal_hold.case_no is 'technical';
comment on column legal_hold.reason is 'personal';
comment on column legal_hold.placed_by is 'personal';
comment on column legal_hold.placed_at is 'technical';
comment on column legal_hold.release_requested_by is 'personal';
comment on column legal_hold.release_requested_at is 'technical';
comment on column legal_hold.release_reason is 'personal';
comment on column legal_hold.released_by is 'personal';
comment on column legal_hold.released_at is 'technical';

alter table legal_hold enable row level security;
alter table legal_hold force row level security;
create policy of_operator on legal_hold to gatehouse_operator using (current_user = 'gatehouse_operator');
create policy of_scope on legal_hold to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant', true) and domain = current_setting('gatehouse.domain', true));
grant select, insert, update on legal_hold to gatehouse_app;
grant select, insert, update, delete on legal_hold to gatehouse_operator;

-- The service never changes a record of the audit log, save that a detail is replaced by the hash that the seal covers.
create function only_erase_detail() returns trigger language plpgsql as $$
begin
  if new.detail <> '{}' or new.salt is not null
    or new.detail_hash is distinct from coalesce(old.detail_hash, sha256(convert_to(coalesce(old.salt || E'\n', '') || old.detail, 'UTF8')))
    or (new.tenant_id, new.domain, new.event_id, new.at, new.actor_kind, new.actor, new.act, new.object_kind, new.object_id, new.transaction)
      is distinct from
      (old.tenant_id, old.domain, old.event_id, old.at, old.actor_kind, old.actor, old.act, old.object_kind, old.object_id, old.transaction)
  then
    raise exception 'a record of the audit log is never changed: only its detail can be erased';
  end if;
  return new;
end $$;
create trigger only_erase_detail before update on audit_event for each row
  when (current_user = 'gatehouse_operator') execute function only_erase_detail();
grant update (detail, detail_hash, salt) on audit_event to gatehouse_operator;
