-- A key's secrets have numbers, so that a use is told of the very secret it was made with.
alter table api_key
  add column secret_number integer not null default 1,
  add column previous_number integer,
  -- When the secret before was replaced: what it signed since tells whether a caller still lacks the new one.
  add column previous_since timestamptz,
  -- Keyed hash of what the tenant file last said, where another secret is in force; the secret itself is not kept.
  add column file_secret_hash bytea,
  -- Raised by each change of what the key may: who read an older one changes nothing.
  add column revision integer not null default 1;
update api_key set secret_number = 2, previous_number = 1, previous_since = now() where previous_secret is not null;
alter table api_key
  drop column file_secret,
  drop column last_used_at,
  drop column previous_used_at;

-- When calls were last signed, by secret. Apart from the keys: their rows are taken by each call that is counted.
create table api_key_use (
  tenant_id text not null,
  api_key text not null,
  secret_number integer not null,
  last_used_at timestamptz not null,
  primary key (tenant_id, api_key, secret_number)
);
alter table api_key_use enable row level security;
alter table api_key_use force row level security;
create policy of_operator on api_key_use to gatehouse_operator using (current_user = 'gatehouse_operator');
grant select, insert, update on api_key_use to gatehouse_operator;
