-- The W3C traceparent of the call that started the execution, so that segments after waits, crashes and on other nodes
-- continue its trace. Null where traces are off.
alter table execution add column trace_parent text;
comment on column execution.trace_parent is 'technical';
