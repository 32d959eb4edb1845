-- What people decided of late; what workflows decided by themselves is not theirs.
create index case_decided on case_record (tenant_id, domain, resolved_at)
  where resolved_at is not null and assignee is not null;
