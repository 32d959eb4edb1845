-- How far the audit log went to each SIEM; of no tenant, so that whoever looks at the store reads it.
create table audit_stream (
  destination text primary key,
  -- By tenant the block and the place in it that is sent next; a tenant that is absent begins with its first block.
  positions jsonb not null,
  -- The node that sends, and until when no other one may.
  holder uuid,
  held_until timestamptz,
  sent_at timestamptz,
  failure text,
  failures integer not null default 0,
  retry_at timestamptz
);
comment on table audit_stream is 'exported';
comment on column audit_stream.destination is 'technical';
comment on column audit_stream.positions is 'technical';
comment on column audit_stream.holder is 'technical';
comment on column audit_stream.held_until is 'technical';
comment on column audit_stream.sent_at is 'technical';
comment on column audit_stream.failure is 'technical';
comment on column audit_stream.failures is 'technical';
comment on column audit_stream.retry_at is 'technical';
grant select, insert, update on audit_stream to gatehouse_operator;
