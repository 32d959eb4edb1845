-- One-time codes as a second factor, and codes for the day when the phone is gone.

create table totp_factor (
  tenant_id text not null,
  email text not null,
  -- Sealed under the tenant's key; null while none is confirmed.
  secret bytea,
  -- Shown to the person, who has not yet given a code of it.
  pending_secret bytea,
  confirmed_at timestamptz,
  -- Of the code that was taken last: none is taken twice.
  last_step bigint not null default 0,
  primary key (tenant_id, email),
  foreign key (tenant_id, email) references user_account on delete cascade,
  check ((secret is null) = (confirmed_at is null))
);

create table recovery_code (
  tenant_id text not null,
  email text not null,
  -- Keyed by the tenant's key: the code itself is kept nowhere.
  code_hash bytea not null,
  used_at timestamptz,
  primary key (tenant_id, email, code_hash),
  foreign key (tenant_id, email) references user_account on delete cascade
);

do $$
declare name text;
begin
  foreach name in array array['totp_factor', 'recovery_code'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy of_operator on %I to gatehouse_operator using (current_user = ''gatehouse_operator'')', name);
    execute format('grant select, insert, update, delete on %I to gatehouse_operator', name);
  end loop;
end $$;
