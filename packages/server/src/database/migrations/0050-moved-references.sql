-- Which executions refer to which files: of sealed executions no trigger can tell it anew where their store is moved, so it goes along
-- (docs/decisions/0017-table-layout.md).
comment on table upload_reference is 'exported; grows by execution_id';
