-- Whether the tenant's own file calls it production: only then a second person publishes without being asked for.
alter table tenant add column production_stated boolean not null default false,
-- Hosts that webhooks may call; null: any.
  add column webhook_hosts jsonb;
