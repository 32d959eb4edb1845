-- Retention deletes entries of the ledger and keeps their sums, so that a moved store could not make the sums anew.
comment on table daily_usage is 'exported';
comment on table usage_backlog is 'exported';
