-- Nodes that died with a run in hand since it last went on: one that kills whoever does it is given up.
alter table monitoring_run add column deaths integer not null default 0;
