-- What monitoring must look at again: customers who were screened against older lists than those that it has passed.
alter table monitoring_position
  -- The transaction from which on changed customers may be unknown to the run that came this far.
  add column mark bigint not null default 0,
  -- The oldest lists that such a customer was screened against, and the revision of the tenant's own list.
  add column again_from bigint,
  add column again_watchlist integer,
  -- The tenant's default when everybody was last screened: customers whom it adds later were not.
  add column default_was boolean not null default false;
alter table monitoring_run
  add column mark bigint not null default 0,
  add column default_was boolean not null default false;
-- The hits that the workflow was started for, as they were: told twice is not told anew.
alter table monitoring_start add column told jsonb not null default '[]';
