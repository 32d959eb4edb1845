-- What becomes of each table when a store is moved (gatehouse export-store, import-store): its comment says so, before the
-- column that it grows by. exported: its rows go along, each as it is. rebuilt: the triggers of other tables make its rows
-- anew. left: its rows say something of the old store alone, such as its nodes. A later migration marks a new table itself:
-- comment on table t is 'exported'.

-- The migrations are those of the new store. Nodes, their lists and who has a case open belong to running processes.
comment on table migration is 'left';
comment on table node_lease is 'left';
comment on table list_node is 'left';
comment on table case_viewer is 'left';

-- Words of search, made by the triggers of customer and case_record.
comment on table case_word is 'rebuilt';
comment on table customer_word is 'rebuilt';

comment on table alert is 'exported; grows by alert_id';
comment on table api_key is 'exported';
comment on table api_key_use is 'exported';
comment on table audit_block is 'exported';
comment on table audit_event is 'exported; grows by event_id';
comment on table audit_head is 'exported';
comment on table audit_publication is 'exported';
comment on table audit_sealing is 'exported';
comment on table audit_signing_key is 'exported';
comment on table case_attachment is 'exported';
comment on table case_note is 'exported';
comment on table case_number is 'exported';
comment on table case_record is 'exported; grows by execution_id';
comment on table ceremony is 'exported';
comment on table change_marker is 'exported';
comment on table code_sending is 'exported';
comment on table console_session is 'exported';
comment on table customer is 'exported';
comment on table event_quota is 'exported';
comment on table execution is 'exported; grows by execution_id';
comment on table feed is 'exported';
comment on table feed_item is 'exported';
comment on table flow_draft is 'exported; grows by execution_id';
comment on table flow_file is 'exported; grows by file_id';
comment on table flow_file_part is 'exported';
comment on table flow_given is 'exported; grows by execution_id';
comment on table flow_session is 'exported';
comment on table idempotency_key is 'exported';
comment on table identity_provider is 'exported';
comment on table link is 'exported; grows by link_id';
comment on table list_activation is 'exported';
comment on table list_change is 'exported';
comment on table list_file_piece is 'exported';
comment on table list_source is 'exported';
comment on table list_version is 'exported';
comment on table message is 'exported';
comment on table message_attempt is 'exported';
comment on table monitoring_position is 'exported';
comment on table monitoring_run is 'exported; grows by run_id';
comment on table monitoring_start is 'exported; grows by run_id';
comment on table one_time_code is 'exported';
comment on table passkey is 'exported';
comment on table person_identity is 'exported';
comment on table person_link is 'exported';
comment on table quick_scan is 'exported; grows by scan_id';
comment on table quick_scan_hit is 'exported; grows by scan_id';
comment on table recovery_code is 'exported';
comment on table reference_version is 'exported';
comment on table reviewer_group is 'exported';
comment on table ruling is 'exported';
comment on table sign_in_failure is 'exported';
comment on table tenant is 'exported';
comment on table tenant_data_key is 'exported';
comment on table tenant_domain is 'exported';
comment on table tenant_reference is 'exported';
comment on table tenant_setting is 'exported';
comment on table tenant_storage is 'exported';
comment on table totp_factor is 'exported';
comment on table upload is 'exported; grows by upload_id';
comment on table upload_token is 'exported';
comment on table usage_ledger is 'exported; grows by reference';
comment on table user_account is 'exported';
comment on table visit is 'exported; grows by execution_id';
comment on table watchlist_entry is 'exported';
comment on table webhook is 'exported';
comment on table webhook_attempt is 'exported; grows by delivery_id';
comment on table webhook_delivery is 'exported; grows by delivery_id';
comment on table webhook_secret is 'exported';
comment on table webhook_version is 'exported';
comment on table workflow is 'exported';
comment on table workflow_approval is 'exported';
comment on table workflow_version is 'exported';
