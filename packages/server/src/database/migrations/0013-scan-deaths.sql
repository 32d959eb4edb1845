-- Nodes that died with a quick scan in hand: one that kills whoever takes it ends some time.
alter table quick_scan add column deaths integer not null default 0;
