-- What people do of API keys in the console: names for them, another secret without a gap, an end for good.
alter table api_key
  -- What people call it; keys of tenant files have none until somebody says one.
  add column name text not null default '',
  -- The secret before the one in force, while calls signed with it are still taken.
  add column previous_secret bytea,
  add column previous_until timestamptz,
  -- What the tenant file last said, where the one in force is not that one: a file that lags behind brings no old secret back.
  add column file_secret bytea,
  -- When a call was last signed with it, with either secret and with the one before.
  add column last_used_at timestamptz,
  add column previous_used_at timestamptz,
  -- For good: its secrets are gone, and no tenant file brings it back.
  add column revoked_at timestamptz,
  add constraint api_key_previous check ((previous_secret is null) = (previous_until is null));
