-- What a tenant is for, so that nobody takes its console for another one's.
alter table tenant add column environment text not null default 'production',
  add constraint tenant_environment check (environment in ('production', 'test'));
