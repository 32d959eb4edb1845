-- Each statement by itself.
-- ANALYZE keeps values of columns in pg_statistic, where an erasure does not reach them. Personal columns that no condition compares
-- have no statistics any more. Those that they have go with a change of the type to what it is, which reads no row.
alter table alert
  alter column party type jsonb, alter column party set statistics 0,
  alter column hit type json, alter column hit set statistics 0,
  alter column entity_facts type jsonb, alter column entity_facts set statistics 0,
  alter column reopened type jsonb, alter column reopened set statistics 0,
  alter column joins type jsonb, alter column joins set statistics 0;
-- Its condition names the column, so it would be built anew under a lock.
drop index if exists audit_detail_by_age;
alter table audit_event
  alter column detail type jsonb, alter column detail set statistics 0,
  alter column salt type uuid, alter column salt set statistics 0;
create index concurrently audit_detail_by_age on audit_event (tenant_id, domain, event_id)
  where detail_hash is null and detail <> '{}' and object_kind not in
    ('customer', 'execution', 'case', 'link', 'delivery', 'quickscan', 'message', 'upload', 'code', 'hold', 'erasure', 'monitoringRun');
alter table case_attachment
  alter column attached_by type text, alter column attached_by set statistics 0;
alter table case_note
  alter column author type text, alter column author set statistics 0,
  alter column text type text, alter column text set statistics 0;
alter table case_record
  alter column customer_name type text, alter column customer_name set statistics 0,
  alter column proposal type jsonb, alter column proposal set statistics 0,
  alter column reasons type jsonb, alter column reasons set statistics 0,
  alter column subject type jsonb, alter column subject set statistics 0,
  alter column top_hit type jsonb, alter column top_hit set statistics 0,
  alter column pending type jsonb, alter column pending set statistics 0;
alter table case_view
  alter column name type text, alter column name set statistics 0,
  alter column search type jsonb, alter column search set statistics 0;
alter table ceremony
  alter column data type jsonb, alter column data set statistics 0;
alter table console_session
  alter column device type text, alter column device set statistics 0,
  alter column address type text, alter column address set statistics 0;
alter table customer
  alter column name type text, alter column name set statistics 0,
  alter column profile type jsonb, alter column profile set statistics 0,
  alter column subject type jsonb, alter column subject set statistics 0,
  alter column id_type type text, alter column id_type set statistics 0,
  alter column id_number type text, alter column id_number set statistics 0;
alter table customer_parties
  alter column parties type jsonb, alter column parties set statistics 0,
  alter column self type jsonb, alter column self set statistics 0;
alter table document_request
  alter column country type text, alter column country set statistics 0,
  alter column person type text, alter column person set statistics 0,
  alter column asked_by type text, alter column asked_by set statistics 0;
alter table document_review
  alter column reason type text, alter column reason set statistics 0,
  alter column reviewed_by type text, alter column reviewed_by set statistics 0;
alter table entity_pair_decision
  alter column reason type text, alter column reason set statistics 0,
  alter column decided_by type text, alter column decided_by set statistics 0;
alter table erasure
  alter column customer_id type text, alter column customer_id set statistics 0,
  alter column reason type text, alter column reason set statistics 0,
  alter column requested_by type text, alter column requested_by set statistics 0,
  alter column answered_by type text, alter column answered_by set statistics 0,
  alter column refusal type text, alter column refusal set statistics 0;
-- The three are one statement here, and so one transaction: the trigger's condition names the columns.
drop trigger if exists uploads_of_added on execution; alter table execution
  alter column data type jsonb, alter column data set statistics 0,
  alter column outputs type jsonb, alter column outputs set statistics 0,
  alter column pending type jsonb, alter column pending set statistics 0,
  alter column resume_from type jsonb, alter column resume_from set statistics 0,
  alter column risk_reasons type jsonb, alter column risk_reasons set statistics 0,
  alter column failure type jsonb, alter column failure set statistics 0; create trigger uploads_of_added after insert on execution for each row
  when (concat(new.data, new.outputs, new.pending) like '%/uploads/%') execute function add_upload_references();
alter table feed_item
  alter column title type text, alter column title set statistics 0,
  alter column body type text, alter column body set statistics 0;
alter table flow_draft
  alter column draft type jsonb, alter column draft set statistics 0;
alter table flow_file
  alter column client_key type text, alter column client_key set statistics 0,
  alter column filename type text, alter column filename set statistics 0;
alter table flow_file_part
  alter column content type bytea, alter column content set statistics 0;
alter table flow_given
  alter column data_hash type bytea, alter column data_hash set statistics 0;
alter table idempotency_key
  alter column answer type jsonb, alter column answer set statistics 0;
alter table legal_hold
  alter column customer_id type text, alter column customer_id set statistics 0,
  alter column reason type text, alter column reason set statistics 0,
  alter column placed_by type text, alter column placed_by set statistics 0,
  alter column release_requested_by type text, alter column release_requested_by set statistics 0,
  alter column release_reason type text, alter column release_reason set statistics 0,
  alter column released_by type text, alter column released_by set statistics 0;
alter table link
  alter column email type text, alter column email set statistics 0;
alter table list_activation
  alter column actor type text, alter column actor set statistics 0;
alter table listed_entity
  alter column entry type json, alter column entry set statistics 0;
alter table message
  alter column address type text, alter column address set statistics 0,
  alter column sealed type bytea, alter column sealed set statistics 0;
alter table message_attempt
  alter column reference type text, alter column reference set statistics 0;
alter table monitoring_run
  alter column customer_id type text, alter column customer_id set statistics 0,
  alter column ordered_by type text, alter column ordered_by set statistics 0,
  alter column failure type text, alter column failure set statistics 0,
  alter column cursor type text, alter column cursor set statistics 0;
alter table monitoring_start
  alter column entity_ids type text[], alter column entity_ids set statistics 0,
  alter column told type jsonb, alter column told set statistics 0,
  alter column parties type jsonb, alter column parties set statistics 0;
alter table one_time_code
  alter column address type text, alter column address set statistics 0,
  alter column sealed_address type bytea, alter column sealed_address set statistics 0;
alter table passkey
  alter column name type text, alter column name set statistics 0;
alter table quick_scan
  alter column subject type jsonb, alter column subject set statistics 0,
  alter column description type text, alter column description set statistics 0,
  alter column failure type jsonb, alter column failure set statistics 0,
  alter column joins type jsonb, alter column joins set statistics 0;
alter table quick_scan_hit
  alter column hit type json, alter column hit set statistics 0;
alter table reference_version
  alter column imported_by type text, alter column imported_by set statistics 0;
alter table retention_change
  alter column reason type text, alter column reason set statistics 0,
  alter column requested_by type text, alter column requested_by set statistics 0,
  alter column answered_by type text, alter column answered_by set statistics 0,
  alter column refusal type text, alter column refusal set statistics 0;
alter table retention_run
  alter column answered_by type text, alter column answered_by set statistics 0;
alter table ruling
  alter column reason type text, alter column reason set statistics 0,
  alter column subject type jsonb, alter column subject set statistics 0,
  alter column entity_facts type jsonb, alter column entity_facts set statistics 0,
  alter column subject_facts type jsonb, alter column subject_facts set statistics 0,
  alter column ruled_by type text, alter column ruled_by set statistics 0;
alter table tenant_setting
  alter column changed_by type text, alter column changed_by set statistics 0;
alter table upload
  alter column filename type text, alter column filename set statistics 0,
  alter column uploaded_by type text, alter column uploaded_by set statistics 0;
alter table user_account
  alter column name type text, alter column name set statistics 0;
alter table visit
  alter column input type jsonb, alter column input set statistics 0,
  alter column output type jsonb, alter column output set statistics 0;
alter table watchlist_entry
  alter column entry type jsonb, alter column entry set statistics 0;
alter table webhook_attempt
  alter column requested_by type text, alter column requested_by set statistics 0,
  alter column result type json, alter column result set statistics 0;
alter table webhook_delivery
  alter column inputs type json, alter column inputs set statistics 0;
alter table webhook_version
  alter column actor type text, alter column actor set statistics 0;
alter table workflow
  alter column draft_authors type text[], alter column draft_authors set statistics 0;
alter table workflow_approval
  alter column asked_by type text, alter column asked_by set statistics 0,
  alter column note type text, alter column note set statistics 0,
  alter column returned_by type text, alter column returned_by set statistics 0,
  alter column reason type text, alter column reason set statistics 0;
alter table workflow_version
  alter column actor type text, alter column actor set statistics 0,
  alter column asked_by type text, alter column asked_by set statistics 0;
-- When the figures of the columns that keep theirs were taken after rows had gone; null: they are still to be taken.
alter table erasure add column if not exists statistics_at timestamptz;
comment on column erasure.statistics_at is 'technical';
create index if not exists erasure_without_statistics on erasure (erasure_id)
  where state = 'DONE' and statistics_at is null;
alter table retention_run add column if not exists statistics_at timestamptz;
comment on column retention_run.statistics_at is 'technical';
create index if not exists retention_run_without_statistics on retention_run (run_id)
  where state = 'DONE' and statistics_at is null;
