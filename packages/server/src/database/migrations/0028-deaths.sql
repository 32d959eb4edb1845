-- Nodes that died with an execution, a hook or an attempt in hand since it last went on: what kills whoever takes it ends
-- some time.
alter table execution add column deaths integer not null default 0;
alter table webhook_delivery add column deaths integer not null default 0;
alter table webhook_attempt add column deaths integer not null default 0;
alter table message add column deaths integer not null default 0;
