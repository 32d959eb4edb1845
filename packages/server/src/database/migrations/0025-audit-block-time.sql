-- Which block holds a record: the first that was sealed after it, or one soon behind.
create index audit_block_by_time on audit_block (tenant_id, sealed_at, number);
