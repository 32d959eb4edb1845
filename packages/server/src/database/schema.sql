-- The schema as the migrations leave it, for reading and for diffs.
-- Made by dump-schema.ts from the catalogue of a migrated database; never edited.

create table access_token (
  tenant_id text not null,
  token_id uuid not null,
  email text not null,
  name text not null,
  token_hash bytea not null,
  credential bytea not null,
  method text not null,
  domain text not null,
  personal_data boolean not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint access_token_pkey PRIMARY KEY (tenant_id, token_id),
  constraint access_token_tenant_id_email_fkey FOREIGN KEY (tenant_id, email) REFERENCES user_account(tenant_id, email) ON DELETE CASCADE
);

create table alert (
  tenant_id text not null,
  domain text not null,
  alert_id uuid not null,
  execution_id uuid not null,
  visit_sequence integer not null,
  customer_id text not null,
  subject_index integer not null,
  subject_key text,
  party jsonb,
  engine text not null,
  entity_id text not null,
  source text not null,
  score double precision not null,
  hit json not null,
  entity_facts jsonb not null,
  silenced boolean not null,
  reopened jsonb,
  created_at timestamp with time zone not null default now(),
  entity_hash bytea,
  joins jsonb,
  true_match_rule text,
  constraint alert_pkey PRIMARY KEY (tenant_id, domain, alert_id)
);

create table api_key (
  tenant_id text not null,
  api_key text not null,
  name text not null default ''::text,
  secret bytea not null,
  secret_number integer not null default 1,
  previous_secret bytea,
  previous_number integer,
  previous_since timestamp with time zone,
  previous_until timestamp with time zone,
  file_secret_hash bytea,
  domains text[],
  operations text[] not null,
  rate_requests integer,
  rate_seconds double precision,
  rate_next_at double precision not null default 0,
  calls_granted integer,
  calls_used integer not null default 0,
  expires_at timestamp with time zone,
  enabled boolean not null,
  revision integer not null default 1,
  created_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone,
  constraint api_key_pkey PRIMARY KEY (tenant_id, api_key),
  constraint api_key_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id),
  constraint api_key_previous CHECK (((previous_secret IS NULL) = (previous_until IS NULL)))
);

create table api_key_use (
  tenant_id text not null,
  api_key text not null,
  secret_number integer not null,
  last_used_at timestamp with time zone not null,
  constraint api_key_use_pkey PRIMARY KEY (tenant_id, api_key, secret_number)
);

create table assurance_customer (
  tenant_id text not null,
  domain text not null,
  run_id uuid not null,
  place integer not null,
  customer_id text not null,
  constraint assurance_customer_pkey PRIMARY KEY (tenant_id, domain, run_id, place),
  constraint assurance_customer_tenant_id_domain_run_id_fkey FOREIGN KEY (tenant_id, domain, run_id) REFERENCES assurance_run(tenant_id, domain, run_id) ON DELETE CASCADE
);

create table assurance_file (
  tenant_id text not null,
  domain text not null,
  run_id uuid not null,
  name text not null,
  content bytea not null,
  constraint assurance_file_pkey PRIMARY KEY (tenant_id, domain, run_id, name),
  constraint assurance_file_tenant_id_domain_run_id_fkey FOREIGN KEY (tenant_id, domain, run_id) REFERENCES assurance_run(tenant_id, domain, run_id) ON DELETE CASCADE
);

create table assurance_pair (
  tenant_id text not null,
  domain text not null,
  run_id uuid not null,
  pair_no integer not null,
  customer_id text not null,
  score double precision not null,
  source text not null,
  entity_id text not null,
  listed jsonb not null,
  ruling text,
  ruled_by text,
  ruled_at timestamp with time zone,
  constraint assurance_pair_pkey PRIMARY KEY (tenant_id, domain, run_id, pair_no),
  constraint assurance_pair_tenant_id_domain_run_id_fkey FOREIGN KEY (tenant_id, domain, run_id) REFERENCES assurance_run(tenant_id, domain, run_id) ON DELETE CASCADE,
  constraint assurance_pair_ruling_check CHECK ((ruling = ANY (ARRAY['MATCH'::text, 'NO_MATCH'::text, 'UNSURE'::text])))
);

create table assurance_run (
  tenant_id text not null,
  domain text not null,
  run_id uuid not null,
  settings jsonb not null,
  basis jsonb,
  total integer not null,
  screened integer not null default 0,
  state text not null default 'ORDERED'::text,
  ordered_by text not null,
  ordered_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  summary jsonb,
  report_sha256 text,
  attestation text,
  failure text,
  owner_node text,
  deaths integer not null default 0,
  customers integer,
  constraint assurance_run_pkey PRIMARY KEY (tenant_id, domain, run_id),
  constraint assurance_run_state_check CHECK ((state = ANY (ARRAY['ORDERED'::text, 'DONE'::text, 'FAILED'::text, 'CANCELLED'::text])))
);

create table audit_block (
  tenant_id text not null,
  number bigint not null,
  sealed_at timestamp with time zone not null,
  events integer not null,
  content bytea not null,
  hash bytea not null,
  signing_key text,
  signature bytea,
  constraint audit_block_pkey PRIMARY KEY (tenant_id, number)
);

create table audit_event (
  tenant_id text not null,
  domain text not null,
  event_id uuid not null,
  at timestamp with time zone not null default now(),
  actor_kind text not null,
  actor text not null,
  act text not null,
  object_kind text not null,
  object_id text not null,
  detail jsonb not null,
  salt uuid default gen_random_uuid(),
  detail_hash bytea,
  transaction xid8 not null default pg_current_xact_id(),
  constraint audit_event_pkey PRIMARY KEY (tenant_id, domain, event_id)
);

create table audit_head (
  tenant_id text not null,
  number bigint not null,
  hash bytea not null,
  sealed_at timestamp with time zone not null,
  signed_from bigint not null,
  signing_key text not null,
  signature bytea not null,
  constraint audit_head_pkey PRIMARY KEY (tenant_id)
);

create table audit_publication (
  destination text not null,
  attempted_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  failure text,
  constraint audit_publication_pkey PRIMARY KEY (destination)
);

create table audit_sealing (
  single boolean not null default true,
  cluster text not null,
  sealed_before xid8 not null,
  signing_began timestamp with time zone,
  constraint audit_sealing_pkey PRIMARY KEY (single),
  constraint audit_sealing_single_check CHECK (single)
);

create table audit_signing_key (
  signing_key text not null,
  vouched_by text not null,
  public_key text not null,
  signature bytea not null,
  constraint audit_signing_key_pkey PRIMARY KEY (signing_key, vouched_by)
);

create table audit_stream (
  destination text not null,
  positions jsonb not null,
  holder uuid,
  held_until timestamp with time zone,
  sent_at timestamp with time zone,
  failure text,
  failures integer not null default 0,
  retry_at timestamp with time zone,
  constraint audit_stream_pkey PRIMARY KEY (destination)
);

create table case_attachment (
  tenant_id text not null,
  domain text not null,
  case_no text not null,
  upload_id uuid not null,
  attached_by text not null,
  attached_at timestamp with time zone not null default now(),
  constraint case_attachment_pkey PRIMARY KEY (tenant_id, domain, case_no, upload_id),
  constraint case_attachment_tenant_id_domain_case_no_fkey FOREIGN KEY (tenant_id, domain, case_no) REFERENCES case_record(tenant_id, domain, case_no),
  constraint case_attachment_tenant_id_domain_upload_id_fkey FOREIGN KEY (tenant_id, domain, upload_id) REFERENCES upload(tenant_id, domain, upload_id)
);

create table case_note (
  tenant_id text not null,
  domain text not null,
  case_no text not null,
  note_id uuid not null,
  author text not null,
  text text not null,
  written_at timestamp with time zone not null default now(),
  constraint case_note_pkey PRIMARY KEY (tenant_id, domain, case_no, note_id),
  constraint case_note_tenant_id_domain_case_no_fkey FOREIGN KEY (tenant_id, domain, case_no) REFERENCES case_record(tenant_id, domain, case_no)
);

create table case_number (
  tenant_id text not null,
  domain text not null,
  last integer not null,
  constraint case_number_pkey PRIMARY KEY (tenant_id, domain)
);

create table case_record (
  tenant_id text not null,
  domain text not null,
  case_no text not null,
  execution_id uuid not null,
  customer_id text not null,
  customer_name text,
  event_type text not null,
  status text not null,
  groups text[] not null,
  group_index integer not null default 0,
  assignee text,
  four_eyes boolean not null default false,
  proposal jsonb,
  risk_score double precision,
  reasons jsonb not null,
  subject jsonb,
  revision integer not null default 1,
  opened_at timestamp with time zone not null default now(),
  due_at timestamp with time zone,
  resolved_at timestamp with time zone,
  policy jsonb,
  countries text[] not null default '{}'::text[],
  top_hit jsonb,
  hit_sources text[] not null default '{}'::text[],
  pending jsonb,
  pending_until timestamp with time zone,
  constraint case_record_pkey PRIMARY KEY (tenant_id, domain, case_no),
  constraint case_record_tenant_id_domain_execution_id_key UNIQUE (tenant_id, domain, execution_id),
  constraint case_record_pending CHECK (((pending IS NULL) = (pending_until IS NULL)))
);

create table case_view (
  tenant_id text not null,
  domain text not null,
  email text not null,
  view_id uuid not null,
  name text not null,
  search jsonb not null,
  saved_at timestamp with time zone not null default now(),
  constraint case_view_pkey PRIMARY KEY (tenant_id, domain, email, view_id),
  constraint case_view_tenant_id_domain_email_name_key UNIQUE (tenant_id, domain, email, name)
);

create table case_viewer (
  tenant_id text not null,
  domain text not null,
  case_no text not null,
  email text not null,
  doing text not null,
  seen_at timestamp with time zone not null default now(),
  left_at timestamp with time zone,
  transaction xid8 not null default pg_current_xact_id(),
  constraint case_viewer_pkey PRIMARY KEY (tenant_id, domain, case_no, email),
  constraint case_viewer_doing_check CHECK ((doing = ANY (ARRAY['reading'::text, 'deciding'::text])))
);

create table ceremony (
  token_hash bytea not null,
  kind text not null,
  tenant_id text,
  email text,
  data jsonb not null,
  expires_at timestamp with time zone not null,
  constraint ceremony_pkey PRIMARY KEY (token_hash)
);

create table change_marker (
  topic text not null,
  tenant_id text not null,
  revision bigint not null,
  constraint change_marker_pkey PRIMARY KEY (topic, tenant_id)
);

create table code_sending (
  tenant_id text not null,
  sending_id uuid not null,
  channel text not null,
  subject_hash bytea not null,
  address_hash bytea not null,
  sent_at timestamp with time zone not null default now(),
  constraint code_sending_pkey PRIMARY KEY (tenant_id, sending_id)
);

create table common_input (
  tenant_id text not null,
  domain text not null,
  content_hash bytea not null,
  content jsonb not null,
  constraint common_input_pkey PRIMARY KEY (tenant_id, domain, content_hash)
);

create table console_session (
  tenant_id text not null,
  session_id uuid not null,
  email text not null,
  token_hash bytea not null,
  credential bytea not null,
  method text not null default 'password'::text,
  device text not null default ''::text,
  address text not null default ''::text,
  started_at timestamp with time zone not null,
  used_at timestamp with time zone not null,
  proved_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint console_session_pkey PRIMARY KEY (tenant_id, session_id),
  constraint console_session_tenant_id_email_fkey FOREIGN KEY (tenant_id, email) REFERENCES user_account(tenant_id, email) ON DELETE CASCADE
);

create table customer (
  tenant_id text not null,
  domain text not null,
  customer_id text not null,
  audit_id uuid not null default gen_random_uuid(),
  customer_type text,
  name text,
  profile jsonb not null,
  subject jsonb,
  id_type text,
  id_number text,
  monitored boolean,
  changed_in bigint not null default ((pg_current_xact_id())::text)::bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  relationship_ended_on date,
  constraint customer_pkey PRIMARY KEY (tenant_id, domain, customer_id)
);

create table customer_parties (
  tenant_id text not null,
  domain text not null,
  customer_id text not null,
  declared_by text not null,
  execution_id uuid not null,
  parties jsonb not null,
  party_count integer not null,
  self jsonb not null,
  changed_in bigint not null default ((pg_current_xact_id())::text)::bigint,
  updated_at timestamp with time zone not null default now(),
  constraint customer_parties_pkey PRIMARY KEY (tenant_id, domain, customer_id, declared_by)
);

create table customer_word (
  tenant_id text not null,
  domain text not null,
  word text not null,
  customer_id text not null,
  constraint customer_word_pkey PRIMARY KEY (tenant_id, domain, word, customer_id)
);

create table daily_usage (
  tenant_id text not null,
  domain text not null,
  day date not null,
  row_id uuid not null default gen_random_uuid(),
  kind text not null,
  unit text not null,
  api_key text,
  units bigint not null,
  merged boolean not null default false,
  constraint daily_usage_pkey PRIMARY KEY (tenant_id, domain, day, row_id)
);

create table document_request (
  tenant_id text not null,
  domain text not null,
  request_id uuid not null,
  case_no text not null,
  execution_id uuid not null,
  node_id text not null,
  document_id uuid not null,
  document_group text not null,
  document_type text not null,
  country text,
  person text,
  reason text not null,
  callback_key uuid not null,
  asked_by text not null,
  asked_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  given_at timestamp with time zone,
  constraint document_request_pkey PRIMARY KEY (tenant_id, domain, request_id),
  constraint document_request_tenant_id_domain_case_no_fkey FOREIGN KEY (tenant_id, domain, case_no) REFERENCES case_record(tenant_id, domain, case_no)
);

create table document_review (
  tenant_id text not null,
  domain text not null,
  case_no text not null,
  review_id uuid not null,
  document_id uuid not null,
  verdict text not null,
  reason text,
  reviewed_by text not null,
  reviewed_at timestamp with time zone not null default now(),
  constraint document_review_pkey PRIMARY KEY (tenant_id, domain, case_no, review_id),
  constraint document_review_tenant_id_domain_case_no_fkey FOREIGN KEY (tenant_id, domain, case_no) REFERENCES case_record(tenant_id, domain, case_no),
  constraint document_review_verdict_check CHECK ((verdict = ANY (ARRAY['ACCEPTED'::text, 'REJECTED'::text, 'ASKED_AGAIN'::text])))
);

create table entity_pair_decision (
  tenant_id text not null,
  domain text not null,
  first_id text not null,
  second_id text not null,
  revision integer not null,
  is_same boolean not null,
  reason text not null,
  case_no text not null,
  decided_by text not null,
  decided_at timestamp with time zone not null default now(),
  constraint entity_pair_decision_pkey PRIMARY KEY (tenant_id, domain, first_id, second_id, revision),
  constraint entity_pair_decision_check CHECK ((first_id < second_id))
);

create table erasure (
  tenant_id text not null,
  domain text not null,
  erasure_id uuid not null,
  customer_audit_id uuid not null,
  customer_id text,
  reason text not null,
  state text not null default 'REQUESTED'::text,
  requested_by text not null,
  requested_at timestamp with time zone not null default now(),
  answered_by text,
  answered_at timestamp with time zone,
  refusal text,
  erased jsonb not null default '{}'::jsonb,
  finished_at timestamp with time zone,
  repeated boolean not null default false,
  failures integer not null default 0,
  failure text,
  retry_at timestamp with time zone,
  statistics_at timestamp with time zone,
  constraint erasure_pkey PRIMARY KEY (tenant_id, domain, erasure_id),
  constraint erasure_check CHECK (((state = 'DONE'::text) = (finished_at IS NOT NULL))),
  constraint erasure_state_check CHECK ((state = ANY (ARRAY['REQUESTED'::text, 'CONFIRMED'::text, 'REFUSED'::text, 'DONE'::text])))
);

create table event_quota (
  tenant_id text not null,
  event_type text not null,
  granted integer not null,
  used integer not null default 0,
  constraint event_quota_pkey PRIMARY KEY (tenant_id, event_type),
  constraint event_quota_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

create table execution (
  tenant_id text not null,
  domain text not null,
  execution_id uuid not null,
  customer_id text not null,
  event_type text not null,
  source text not null,
  workflow_id text not null,
  workflow_version integer not null,
  api_key text,
  request_id text not null,
  state text not null,
  segment integer not null default 0,
  fence integer not null default 0,
  owner_node text,
  job_id uuid,
  deaths integer not null default 0,
  node_id text,
  visits integer not null default 0,
  data jsonb not null,
  outputs jsonb not null default '{}'::jsonb,
  pending jsonb,
  resume_from jsonb,
  risk_score double precision,
  risk_reasons jsonb not null default '[]'::jsonb,
  decision text,
  failure jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  due_at timestamp with time zone,
  finished_at timestamp with time zone,
  trace_parent text,
  node_runs jsonb,
  sealed bytea,
  constraint execution_pkey PRIMARY KEY (tenant_id, domain, execution_id)
);

create table feed (
  url text not null,
  title text,
  etag text,
  last_modified text,
  items integer not null default 0,
  failures integer not null default 0,
  failure text,
  due_at timestamp with time zone not null default now(),
  loaded_at timestamp with time zone,
  constraint feed_pkey PRIMARY KEY (url)
);

create table feed_item (
  feed_url text not null,
  item_id text not null,
  url text not null,
  title text not null,
  body text not null,
  published_at timestamp with time zone,
  fetched_at timestamp with time zone not null default now(),
  keys tsvector not null,
  constraint feed_item_pkey PRIMARY KEY (feed_url, item_id),
  constraint feed_item_feed_url_fkey FOREIGN KEY (feed_url) REFERENCES feed(url) ON DELETE CASCADE
);

create table file_encryption (
  single boolean not null default true,
  started_at timestamp with time zone not null default now(),
  constraint file_encryption_pkey PRIMARY KEY (single),
  constraint file_encryption_single_check CHECK (single)
);

create table flow_draft (
  tenant_id text not null,
  domain text not null,
  execution_id uuid not null,
  node_id text not null,
  draft jsonb not null,
  updated_at timestamp with time zone not null default now(),
  constraint flow_draft_pkey PRIMARY KEY (tenant_id, domain, execution_id, node_id)
);

create table flow_file (
  tenant_id text not null,
  domain text not null,
  file_id uuid not null,
  execution_id uuid not null,
  client_key text not null,
  filename text not null,
  content_type text not null,
  size integer not null,
  upload_id uuid,
  assembling_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint flow_file_pkey PRIMARY KEY (tenant_id, domain, file_id),
  constraint flow_file_tenant_id_domain_execution_id_client_key_key UNIQUE (tenant_id, domain, execution_id, client_key)
);

create table flow_file_part (
  tenant_id text not null,
  domain text not null,
  file_id uuid not null,
  number integer not null,
  content bytea not null,
  stored_at timestamp with time zone not null default now(),
  constraint flow_file_part_pkey PRIMARY KEY (tenant_id, domain, file_id, number),
  constraint flow_file_part_tenant_id_domain_file_id_fkey FOREIGN KEY (tenant_id, domain, file_id) REFERENCES flow_file(tenant_id, domain, file_id) ON DELETE CASCADE
);

create table flow_given (
  tenant_id text not null,
  domain text not null,
  execution_id uuid not null,
  callback_key text not null,
  node_id text not null,
  data_hash bytea not null,
  given_at timestamp with time zone not null default now(),
  constraint flow_given_pkey PRIMARY KEY (tenant_id, domain, execution_id, callback_key)
);

create table flow_session (
  tenant_id text not null,
  domain text not null,
  session_id uuid not null,
  link_id uuid not null,
  token_hash bytea not null,
  started_at timestamp with time zone not null,
  used_at timestamp with time zone not null,
  constraint flow_session_pkey PRIMARY KEY (tenant_id, domain, session_id),
  constraint flow_session_tenant_id_domain_link_id_fkey FOREIGN KEY (tenant_id, domain, link_id) REFERENCES link(tenant_id, domain, link_id) ON DELETE CASCADE
);

create table idempotency_key (
  tenant_id text not null,
  domain text not null,
  key text not null,
  execution_id uuid not null,
  request_digest bytea not null,
  answer jsonb not null,
  answers_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_key_pkey PRIMARY KEY (tenant_id, domain, key)
);

create table identity_provider (
  tenant_id text not null,
  provider_id text not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea,
  email_domains text[] not null,
  trusts_addresses boolean not null,
  enabled boolean not null,
  constraint identity_provider_pkey PRIMARY KEY (tenant_id, provider_id),
  constraint identity_provider_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

create table legal_hold (
  tenant_id text not null,
  domain text not null,
  hold_id uuid not null,
  customer_id text not null,
  case_no text,
  reason text not null,
  placed_by text not null,
  placed_at timestamp with time zone not null default now(),
  release_requested_by text,
  release_requested_at timestamp with time zone,
  release_reason text,
  released_by text,
  released_at timestamp with time zone,
  constraint legal_hold_pkey PRIMARY KEY (tenant_id, domain, hold_id),
  constraint legal_hold_check CHECK (((release_requested_by IS NULL) = (release_requested_at IS NULL))),
  constraint legal_hold_check1 CHECK (((released_by IS NULL) = (released_at IS NULL)))
);

create table link (
  tenant_id text not null,
  domain text not null,
  link_id uuid not null,
  email text not null,
  customer_id text not null,
  event_type text not null,
  token_hash bytea not null,
  api_key text not null,
  request_id text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text,
  execution_id uuid,
  language text,
  consented_at timestamp with time zone,
  document_request_id uuid,
  constraint link_pkey PRIMARY KEY (tenant_id, domain, link_id),
  constraint link_check CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
  constraint link_end_reason_check CHECK ((end_reason = ANY (ARRAY['superseded'::text, 'spent'::text])))
);

create table list_activation (
  sequence bigint not null,
  source text not null,
  version text not null,
  previous_version text,
  activated_at timestamp with time zone not null default now(),
  reason text not null,
  actor_kind text not null,
  actor text not null,
  entries integer not null,
  entries_new integer not null,
  entries_material integer not null,
  entries_minor integer not null,
  entries_gone integer not null,
  itemized boolean not null,
  constraint list_activation_pkey PRIMARY KEY (sequence),
  constraint list_activation_source_version_fkey FOREIGN KEY (source, version) REFERENCES list_version(source, version)
);

create table list_archive_file (
  sha256 text not null,
  size bigint not null,
  base_sha256 text,
  depth integer not null,
  pieces_id uuid not null,
  pieces integer not null,
  archived_at timestamp with time zone not null default now(),
  constraint list_archive_file_pkey PRIMARY KEY (sha256),
  constraint list_archive_file_pieces_id_key UNIQUE (pieces_id),
  constraint list_archive_file_base_sha256_fkey FOREIGN KEY (base_sha256) REFERENCES list_archive_file(sha256)
);

create table list_archive_piece (
  pieces_id uuid not null,
  piece integer not null,
  base_start bigint not null,
  base_bytes integer not null,
  content bytea not null,
  constraint list_archive_piece_pkey PRIMARY KEY (pieces_id, piece)
);

create table list_change (
  sequence bigint not null,
  entry_id text not null,
  kind text not null,
  constraint list_change_pkey PRIMARY KEY (sequence, entry_id),
  constraint list_change_sequence_fkey FOREIGN KEY (sequence) REFERENCES list_activation(sequence) ON DELETE CASCADE,
  constraint list_change_kind_check CHECK ((kind = ANY (ARRAY['new'::text, 'material'::text, 'minor'::text, 'gone'::text])))
);

create table list_file_piece (
  sha256 text not null,
  piece integer not null,
  content bytea not null,
  is_last boolean not null,
  stored_at timestamp with time zone not null default now(),
  constraint list_file_piece_pkey PRIMARY KEY (sha256, piece)
);

create table list_node (
  node_id text not null,
  sequence bigint not null,
  versions jsonb not null,
  since timestamp with time zone not null default now(),
  constraint list_node_pkey PRIMARY KEY (node_id)
);

create table list_source (
  source text not null,
  claimed_by text,
  claimed_until timestamp with time zone,
  checked_at timestamp with time zone,
  next_check_at timestamp with time zone,
  failures integer not null default 0,
  last_failure jsonb,
  validators jsonb not null default '[]'::jsonb,
  constraint list_source_pkey PRIMARY KEY (source)
);

create table list_version (
  source text not null,
  version text not null,
  state text not null,
  found_at timestamp with time zone not null default now(),
  published_at text,
  entries integer,
  names integer,
  rejected integer,
  files jsonb not null,
  refusal jsonb,
  constraint list_version_pkey PRIMARY KEY (source, version),
  constraint list_version_state_check CHECK ((state = ANY (ARRAY['active'::text, 'superseded'::text, 'refused'::text])))
);

create table listed_entity (
  tenant_id text not null,
  domain text not null,
  content_hash bytea not null,
  entry json not null,
  first_seen_at timestamp with time zone not null default now(),
  constraint listed_entity_pkey PRIMARY KEY (tenant_id, domain, content_hash)
);

create table message (
  tenant_id text not null,
  domain text not null,
  message_id uuid not null,
  channel text not null,
  kind text not null,
  language text not null,
  address text not null,
  sealed bytea,
  state text not null default 'PENDING'::text,
  owner_node text,
  deaths integer not null default 0,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint message_pkey PRIMARY KEY (tenant_id, domain, message_id)
);

create table message_attempt (
  tenant_id text not null,
  domain text not null,
  message_id uuid not null,
  attempt integer not null,
  provider text not null,
  intended_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  outcome text,
  failure text,
  reference text,
  constraint message_attempt_pkey PRIMARY KEY (tenant_id, domain, message_id, attempt),
  constraint message_attempt_tenant_id_domain_message_id_fkey FOREIGN KEY (tenant_id, domain, message_id) REFERENCES message(tenant_id, domain, message_id) ON DELETE CASCADE
);

create table migration (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  works_since text,
  constraint migration_pkey PRIMARY KEY (number)
);

create table monitoring_position (
  tenant_id text not null,
  domain text not null,
  sequence bigint not null,
  watchlist_revision integer not null,
  mark bigint not null default 0,
  again_from bigint,
  again_watchlist integer,
  default_was boolean not null default false,
  updated_at timestamp with time zone not null default now(),
  constraint monitoring_position_pkey PRIMARY KEY (tenant_id, domain),
  constraint monitoring_position_tenant_id_domain_fkey FOREIGN KEY (tenant_id, domain) REFERENCES tenant_domain(tenant_id, domain)
);

create table monitoring_run (
  tenant_id text not null,
  domain text not null,
  run_id uuid not null,
  kind text not null,
  state text not null,
  customer_id text,
  ordered_by text,
  from_sequence bigint not null,
  to_sequence bigint not null,
  mark bigint not null default 0,
  default_was boolean not null default false,
  versions_from jsonb not null default '{}'::jsonb,
  versions_to jsonb not null default '{}'::jsonb,
  engine_version text,
  entries_changed integer,
  customers_considered integer,
  customers_concerned integer,
  customers_screened integer not null default 0,
  alerts integer not null default 0,
  silenced integer not null default 0,
  executions integer not null default 0,
  failures integer not null default 0,
  failure text,
  cursor text,
  worked_ms double precision not null default 0,
  fence integer not null default 0,
  owner_node text,
  job_id uuid,
  deaths integer not null default 0,
  ordered_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint monitoring_run_pkey PRIMARY KEY (tenant_id, domain, run_id),
  constraint monitoring_run_kind_check CHECK ((kind = ANY (ARRAY['LIST_CHANGE'::text, 'RESCREEN'::text]))),
  constraint monitoring_run_state_check CHECK ((state = ANY (ARRAY['ORDERED'::text, 'RUNNING'::text, 'DONE'::text, 'FAILED'::text])))
);

create table monitoring_start (
  tenant_id text not null,
  domain text not null,
  run_id uuid not null,
  customer_id text not null,
  execution_id uuid not null,
  entity_ids text[] not null,
  told jsonb not null default '[]'::jsonb,
  parties jsonb not null default '[]'::jsonb,
  constraint monitoring_start_pkey PRIMARY KEY (tenant_id, domain, run_id, customer_id),
  constraint monitoring_start_tenant_id_domain_run_id_fkey FOREIGN KEY (tenant_id, domain, run_id) REFERENCES monitoring_run(tenant_id, domain, run_id)
);

create table node_lease (
  node_id text not null,
  started_at timestamp with time zone not null default now(),
  beat_at timestamp with time zone not null default now(),
  version text not null,
  reads_encrypted_files boolean not null default false,
  constraint node_lease_pkey PRIMARY KEY (node_id)
);

create table one_time_code (
  tenant_id text not null,
  domain text not null,
  subject_key text not null,
  channel text not null,
  code_id uuid not null,
  address text not null,
  sealed_address bytea,
  code_hash bytea,
  wrong_hashes bytea[] not null default '{}'::bytea[],
  attempts_left integer not null,
  message_id uuid not null,
  sent_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  resend_at timestamp with time zone not null,
  verified_at timestamp with time zone,
  constraint one_time_code_pkey PRIMARY KEY (tenant_id, domain, subject_key, channel)
);

create table passkey (
  tenant_id text not null,
  passkey_id uuid not null,
  email text not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  backed_up boolean not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  constraint passkey_pkey PRIMARY KEY (tenant_id, passkey_id),
  constraint passkey_tenant_id_email_fkey FOREIGN KEY (tenant_id, email) REFERENCES user_account(tenant_id, email) ON DELETE CASCADE
);

create table person_identity (
  tenant_id text not null,
  provider_id text not null,
  subject text not null,
  email text not null,
  linked_at timestamp with time zone not null default now(),
  constraint person_identity_pkey PRIMARY KEY (tenant_id, provider_id, subject),
  constraint person_identity_tenant_id_provider_id_email_key UNIQUE (tenant_id, provider_id, email),
  constraint person_identity_tenant_id_email_fkey FOREIGN KEY (tenant_id, email) REFERENCES user_account(tenant_id, email) ON DELETE CASCADE,
  constraint person_identity_tenant_id_provider_id_fkey FOREIGN KEY (tenant_id, provider_id) REFERENCES identity_provider(tenant_id, provider_id) ON DELETE CASCADE
);

create table person_link (
  tenant_id text not null,
  link_id uuid not null,
  email text not null,
  kind text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint person_link_pkey PRIMARY KEY (tenant_id, link_id),
  constraint person_link_tenant_id_email_fkey FOREIGN KEY (tenant_id, email) REFERENCES user_account(tenant_id, email) ON DELETE CASCADE,
  constraint person_link_kind_check CHECK ((kind = ANY (ARRAY['invitation'::text, 'reset'::text])))
);

create table personal_key (
  tenant_id text not null,
  domain text not null,
  key_id uuid not null,
  wrapped_key bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint personal_key_pkey PRIMARY KEY (tenant_id, domain, key_id)
);

create table preview (
  tenant_id text not null,
  domain text not null,
  preview_id uuid not null,
  kind text not null,
  change jsonb not null,
  state text not null default 'ORDERED'::text,
  ordered_by text not null,
  ordered_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  result jsonb,
  failure text,
  owner_node text,
  deaths integer not null default 0,
  progress jsonb,
  constraint preview_pkey PRIMARY KEY (tenant_id, domain, preview_id),
  constraint preview_kind_check CHECK ((kind = ANY (ARRAY['LIST_VERSION'::text, 'WORKFLOW'::text, 'REPLAY'::text]))),
  constraint preview_state_check CHECK ((state = ANY (ARRAY['ORDERED'::text, 'DONE'::text, 'FAILED'::text])))
);

create table preview_customer (
  tenant_id text not null,
  domain text not null,
  preview_id uuid not null,
  customer_id text not null,
  appearing jsonb not null,
  vanishing jsonb not null,
  true_matches integer not null,
  constraint preview_customer_pkey PRIMARY KEY (tenant_id, domain, preview_id, customer_id),
  constraint preview_customer_tenant_id_domain_preview_id_fkey FOREIGN KEY (tenant_id, domain, preview_id) REFERENCES preview(tenant_id, domain, preview_id) ON DELETE CASCADE
);

create table quick_scan (
  tenant_id text not null,
  domain text not null,
  scan_id uuid not null,
  state text not null,
  subject jsonb not null,
  engines json not null,
  description text,
  api_key text,
  requested_by text,
  request_id text not null,
  total_hits integer,
  hit_counts json,
  list_versions jsonb,
  failure jsonb,
  fence integer not null default 0,
  owner_node text,
  job_id uuid,
  deaths integer not null default 0,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  joins jsonb,
  case_execution_id uuid,
  case_requested_at timestamp with time zone,
  constraint quick_scan_pkey PRIMARY KEY (tenant_id, domain, scan_id)
);

create table quick_scan_hit (
  tenant_id text not null,
  domain text not null,
  scan_id uuid not null,
  engine text not null,
  "position" integer not null,
  hit json not null,
  constraint quick_scan_hit_pkey PRIMARY KEY (tenant_id, domain, scan_id, engine, "position")
);

create table recovery_code (
  tenant_id text not null,
  email text not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_code_pkey PRIMARY KEY (tenant_id, email, code_hash),
  constraint recovery_code_tenant_id_email_fkey FOREIGN KEY (tenant_id, email) REFERENCES user_account(tenant_id, email) ON DELETE CASCADE
);

create table reference_version (
  reference_version_id uuid not null,
  key text not null,
  version text not null,
  etag text not null,
  attribution text,
  items json not null,
  counts jsonb not null,
  file_name text not null,
  file_sha256 text not null,
  imported_by text not null,
  imported_at timestamp with time zone not null default now(),
  active boolean not null,
  constraint reference_version_pkey PRIMARY KEY (reference_version_id)
);

create table retention_change (
  tenant_id text not null,
  domain text not null,
  change_id uuid not null,
  kind text not null,
  is_reset boolean not null default false,
  period text,
  basis text,
  previous_period text,
  previous_basis text,
  reason text not null,
  state text not null,
  requested_by text not null,
  requested_at timestamp with time zone not null default now(),
  answered_by text,
  answered_at timestamp with time zone,
  refusal text,
  constraint retention_change_pkey PRIMARY KEY (tenant_id, domain, change_id),
  constraint retention_change_state_check CHECK ((state = ANY (ARRAY['REQUESTED'::text, 'APPLIED'::text, 'REFUSED'::text])))
);

create table retention_period (
  tenant_id text not null,
  domain text not null,
  kind text not null,
  period text,
  basis text,
  constraint retention_period_pkey PRIMARY KEY (tenant_id, domain, kind),
  constraint retention_period_basis_check CHECK ((basis = ANY (ARRAY['RELATIONSHIP_END'::text, 'LAST_DECISION'::text]))),
  constraint retention_period_period_check CHECK ((period ~ '^P[1-9][0-9]{0,3}[DMY]$'::text))
);

create table retention_run (
  tenant_id text not null,
  domain text not null,
  run_id uuid not null,
  state text not null,
  as_of timestamp with time zone not null,
  periods jsonb not null,
  kind text,
  cursor text,
  due jsonb not null default '{}'::jsonb,
  kept jsonb not null default '{}'::jsonb,
  removed jsonb not null default '{}'::jsonb,
  waits_for jsonb,
  answered_by text,
  answered_at timestamp with time zone,
  failure text,
  started_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  claimed_by text,
  claimed_until timestamp with time zone,
  statistics_at timestamp with time zone,
  constraint retention_run_pkey PRIMARY KEY (tenant_id, domain, run_id),
  constraint retention_run_state_check CHECK ((state = ANY (ARRAY['COUNTING'::text, 'WAITING'::text, 'RUNNING'::text, 'DONE'::text, 'CANCELLED'::text])))
);

create table reviewer_group (
  tenant_id text not null,
  name text not null,
  constraint reviewer_group_pkey PRIMARY KEY (tenant_id, name),
  constraint reviewer_group_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

create table ruling (
  tenant_id text not null,
  domain text not null,
  customer_id text not null,
  entity_id text not null,
  revision integer not null,
  ruling text not null,
  reason text not null,
  case_no text,
  subject_key text,
  subject jsonb,
  entity_facts jsonb not null,
  subject_facts jsonb not null,
  ruled_by text not null,
  ruled_at timestamp with time zone not null default now(),
  constraint ruling_pkey PRIMARY KEY (tenant_id, domain, customer_id, entity_id, revision)
);

create table shadow_difference (
  tenant_id text not null,
  domain text not null,
  shadow_run_id uuid not null,
  execution_id uuid not null,
  customer_id text not null,
  difference jsonb not null,
  is_loss boolean not null,
  constraint shadow_difference_pkey PRIMARY KEY (tenant_id, domain, shadow_run_id, execution_id),
  constraint shadow_difference_tenant_id_domain_shadow_run_id_fkey FOREIGN KEY (tenant_id, domain, shadow_run_id) REFERENCES shadow_run(tenant_id, domain, shadow_run_id) ON DELETE CASCADE
);

create table shadow_run (
  tenant_id text not null,
  domain text not null,
  shadow_run_id uuid not null,
  workflow_id text not null,
  revision text not null,
  workflow_version integer not null,
  every integer not null,
  state text not null default 'RUNNING'::text,
  started_by text not null,
  started_at timestamp with time zone not null default now(),
  ends_at timestamp with time zone not null,
  ended_by text,
  ended_at timestamp with time zone,
  end_reason text,
  compared_until timestamp with time zone not null default now(),
  undecided uuid[] not null default '{}'::uuid[],
  figures jsonb not null,
  owner_node text,
  deaths integer not null default 0,
  constraint shadow_run_pkey PRIMARY KEY (tenant_id, domain, shadow_run_id),
  constraint shadow_run_tenant_id_domain_workflow_id_key UNIQUE (tenant_id, domain, workflow_id),
  constraint shadow_run_state_check CHECK ((state = ANY (ARRAY['RUNNING'::text, 'ENDED'::text])))
);

create table sign_in_failure (
  kind text not null,
  key bytea not null,
  failures integer not null,
  since timestamp with time zone not null,
  constraint sign_in_failure_pkey PRIMARY KEY (kind, key)
);

create table tenant (
  tenant_id text not null,
  name text not null,
  environment text not null default 'production'::text,
  production_stated boolean not null default false,
  enabled boolean not null,
  billing_blocked boolean not null,
  events text[] not null,
  quick_scan_granted integer not null,
  quick_scan_used integer not null default 0,
  max_stored_bytes bigint,
  watchlist_revision integer not null default 0,
  monitoring_default boolean not null default false,
  upload_origins text[] not null default '{}'::text[],
  webhook_hosts jsonb,
  publishing jsonb,
  branding json,
  hosted json,
  case_rules json,
  sign_in json,
  created_at timestamp with time zone not null default now(),
  watchlist_versions_since timestamp with time zone not null default now(),
  constraint tenant_pkey PRIMARY KEY (tenant_id),
  constraint tenant_environment CHECK ((environment = ANY (ARRAY['production'::text, 'test'::text])))
);

create table tenant_data_key (
  tenant_id text not null,
  wrapped_key bytea not null,
  master_key_id text not null,
  rotated_at timestamp with time zone not null default now(),
  constraint tenant_data_key_pkey PRIMARY KEY (tenant_id),
  constraint tenant_data_key_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

create table tenant_domain (
  tenant_id text not null,
  domain text not null,
  constraint tenant_domain_pkey PRIMARY KEY (tenant_id, domain),
  constraint tenant_domain_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

create table tenant_move (
  tenant_id text not null,
  move_id uuid not null,
  state text not null,
  destination text not null,
  was_enabled boolean not null,
  receipt_hash bytea not null,
  started_at timestamp with time zone not null default now(),
  exported_at timestamp with time zone,
  moved_at timestamp with time zone,
  constraint tenant_move_pkey PRIMARY KEY (tenant_id),
  constraint tenant_move_state_check CHECK ((state = ANY (ARRAY['CLOSING'::text, 'STOPPED'::text, 'MOVED'::text])))
);

create table tenant_reference (
  tenant_id text not null,
  overrides json not null,
  updated_at timestamp with time zone not null default now(),
  constraint tenant_reference_pkey PRIMARY KEY (tenant_id),
  constraint tenant_reference_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

create table tenant_setting (
  tenant_id text not null,
  section text not null,
  version integer not null default 0,
  in_file boolean not null default false,
  changed_by text,
  changed_at timestamp with time zone,
  constraint tenant_setting_pkey PRIMARY KEY (tenant_id, section),
  constraint tenant_setting_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

create table tenant_storage (
  tenant_id text not null,
  stored_bytes bigint not null,
  constraint tenant_storage_pkey PRIMARY KEY (tenant_id),
  constraint tenant_storage_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

create table totp_factor (
  tenant_id text not null,
  email text not null,
  secret bytea,
  pending_secret bytea,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  constraint totp_factor_pkey PRIMARY KEY (tenant_id, email),
  constraint totp_factor_tenant_id_email_fkey FOREIGN KEY (tenant_id, email) REFERENCES user_account(tenant_id, email) ON DELETE CASCADE,
  constraint totp_factor_check CHECK (((secret IS NULL) = (confirmed_at IS NULL)))
);

create table upload (
  tenant_id text not null,
  domain text not null,
  upload_id uuid not null,
  bucket text not null,
  object_key text not null,
  filename text not null,
  content_type text not null,
  size integer not null,
  sha256 bytea not null,
  api_key text,
  uploaded_by text,
  request_id text not null,
  uploaded_at timestamp with time zone not null default now(),
  encrypted boolean not null default false,
  constraint upload_pkey PRIMARY KEY (tenant_id, domain, upload_id)
);

create table upload_reference (
  tenant_id text not null,
  domain text not null,
  upload_id uuid not null,
  execution_id uuid not null,
  constraint upload_reference_pkey PRIMARY KEY (tenant_id, domain, upload_id, execution_id)
);

create table upload_token (
  tenant_id text not null,
  domain text not null,
  token_hash bytea not null,
  api_key text not null,
  expires_at timestamp with time zone not null,
  constraint upload_token_pkey PRIMARY KEY (tenant_id, domain, token_hash)
);

create table usage_backlog (
  single boolean not null default true,
  summed_from timestamp with time zone not null,
  constraint usage_backlog_pkey PRIMARY KEY (single),
  constraint usage_backlog_single_check CHECK (single)
);

create table usage_ledger (
  tenant_id text not null,
  domain text not null,
  reference uuid not null,
  kind text not null,
  unit text not null,
  units integer not null,
  api_key text,
  at timestamp with time zone not null default now(),
  screenings jsonb,
  constraint usage_ledger_pkey PRIMARY KEY (tenant_id, domain, reference, kind, unit)
);

create table user_account (
  tenant_id text not null,
  email text not null,
  person_id uuid not null default gen_random_uuid(),
  name text,
  password_hash text,
  file_password_hash text,
  roles text[] not null,
  groups text[] not null,
  enabled boolean not null,
  created_at timestamp with time zone not null default now(),
  password_changed_at timestamp with time zone,
  signed_in_at timestamp with time zone,
  constraint user_account_pkey PRIMARY KEY (tenant_id, email),
  constraint user_account_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

create table visit (
  tenant_id text not null,
  domain text not null,
  execution_id uuid not null,
  sequence integer not null,
  node_id text not null,
  node_type text not null,
  attempt integer not null,
  reference text,
  input jsonb,
  output jsonb not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone not null,
  constraint visit_pkey PRIMARY KEY (tenant_id, domain, execution_id, sequence)
);

create table watchlist_entry (
  tenant_id text not null,
  domain text not null default ''::text,
  entry_id text not null,
  entry jsonb not null,
  updated_at timestamp with time zone not null default now(),
  since_revision integer,
  constraint watchlist_entry_pkey PRIMARY KEY (tenant_id, domain, entry_id),
  constraint watchlist_entry_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

create table watchlist_entry_version (
  tenant_id text not null,
  domain text not null default ''::text,
  entry_id text not null,
  until_revision integer not null,
  since_revision integer,
  since_at timestamp with time zone not null,
  until_at timestamp with time zone not null default now(),
  entry jsonb,
  constraint watchlist_entry_version_pkey PRIMARY KEY (tenant_id, domain, entry_id, until_revision),
  constraint watchlist_entry_version_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

create table webhook (
  tenant_id text not null,
  webhook_id text not null,
  version integer not null default 1,
  definition jsonb not null,
  updated_at timestamp with time zone not null default now(),
  removed_at timestamp with time zone,
  constraint webhook_pkey PRIMARY KEY (tenant_id, webhook_id),
  constraint webhook_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(tenant_id)
);

create table webhook_attempt (
  tenant_id text not null,
  domain text not null,
  delivery_id uuid not null,
  attempt integer not null,
  webhook_version integer,
  cause text not null default 'service'::text,
  requested_by text,
  request_id uuid,
  owner_node text,
  deaths integer not null default 0,
  intended_at timestamp with time zone not null default now(),
  due_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  outcome text,
  http_status integer,
  failure text,
  result json,
  constraint webhook_attempt_pkey PRIMARY KEY (tenant_id, domain, delivery_id, attempt),
  constraint webhook_attempt_tenant_id_domain_delivery_id_fkey FOREIGN KEY (tenant_id, domain, delivery_id) REFERENCES webhook_delivery(tenant_id, domain, delivery_id)
);

create table webhook_delivery (
  tenant_id text not null,
  domain text not null,
  delivery_id uuid not null,
  webhook_id text not null,
  shape_version integer,
  kind text not null,
  execution_id uuid,
  node_id text,
  inputs json,
  state text not null,
  failure text,
  owner_node text,
  deaths integer not null default 0,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  expunged_at timestamp with time zone,
  constraint webhook_delivery_pkey PRIMARY KEY (tenant_id, domain, delivery_id),
  constraint webhook_delivery_of_execution CHECK (((kind = 'test'::text) = (execution_id IS NULL)))
);

create table webhook_secret (
  tenant_id text not null,
  webhook_id text not null,
  stage text not null,
  secret bytea not null,
  since timestamp with time zone not null default now(),
  until timestamp with time zone,
  constraint webhook_secret_pkey PRIMARY KEY (tenant_id, webhook_id, stage),
  constraint webhook_secret_tenant_id_webhook_id_fkey FOREIGN KEY (tenant_id, webhook_id) REFERENCES webhook(tenant_id, webhook_id),
  constraint webhook_secret_check CHECK (((until IS NOT NULL) = (stage = 'previous'::text))),
  constraint webhook_secret_stage_check CHECK ((stage = ANY (ARRAY['current'::text, 'next'::text, 'previous'::text, 'file'::text])))
);

create table webhook_version (
  tenant_id text not null,
  webhook_id text not null,
  version integer not null,
  definition jsonb not null,
  saved_at timestamp with time zone not null default now(),
  actor_kind text not null,
  actor text not null,
  constraint webhook_version_pkey PRIMARY KEY (tenant_id, webhook_id, version),
  constraint webhook_version_tenant_id_webhook_id_fkey FOREIGN KEY (tenant_id, webhook_id) REFERENCES webhook(tenant_id, webhook_id)
);

create table workflow (
  tenant_id text not null,
  domain text not null,
  workflow_id text not null,
  name text not null,
  event_type text not null,
  source text not null,
  draft jsonb not null,
  draft_authors text[] not null default '{}'::text[],
  published_version integer,
  published_at timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  constraint workflow_pkey PRIMARY KEY (tenant_id, domain, workflow_id),
  constraint workflow_tenant_id_domain_fkey FOREIGN KEY (tenant_id, domain) REFERENCES tenant_domain(tenant_id, domain)
);

create table workflow_approval (
  tenant_id text not null,
  domain text not null,
  workflow_id text not null,
  revision text not null,
  state text not null default 'asked'::text,
  asked_by text not null,
  asked_at timestamp with time zone not null default now(),
  note text,
  returned_by text,
  returned_at timestamp with time zone,
  reason text,
  constraint workflow_approval_pkey PRIMARY KEY (tenant_id, domain, workflow_id),
  constraint workflow_approval_tenant_id_domain_workflow_id_fkey FOREIGN KEY (tenant_id, domain, workflow_id) REFERENCES workflow(tenant_id, domain, workflow_id),
  constraint workflow_approval_check CHECK (((state = 'returned'::text) = ((returned_by IS NOT NULL) AND (returned_at IS NOT NULL) AND (reason IS NOT NULL)))),
  constraint workflow_approval_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'returned'::text])))
);

create table workflow_version (
  tenant_id text not null,
  domain text not null,
  workflow_id text not null,
  version integer not null,
  event_type text not null,
  source text not null,
  definition jsonb not null,
  webhooks jsonb not null default '{}'::jsonb,
  actor_kind text,
  actor text,
  asked_by text,
  published_at timestamp with time zone not null default now(),
  constraint workflow_version_pkey PRIMARY KEY (tenant_id, domain, workflow_id, version),
  constraint workflow_version_tenant_id_domain_workflow_id_fkey FOREIGN KEY (tenant_id, domain, workflow_id) REFERENCES workflow(tenant_id, domain, workflow_id)
);

create sequence change_revision as bigint start 1 increment 1;

create function add_case_words() returns trigger language plpgsql as $$
begin
  perform gatehouse.lock_customer_names(array(select tenant_id || '/' || domain || '/' || customer_id from added), false);
  insert into gatehouse.customer_word (tenant_id, domain, word, customer_id)
  select k.tenant_id, k.domain, w.word, k.customer_id from added k
  left join gatehouse.customer c on (c.tenant_id, c.domain, c.customer_id) = (k.tenant_id, k.domain, k.customer_id)
  cross join lateral (select gatehouse.plain_text(k.customer_id) as word where c.customer_id is null
    union select gatehouse.plain_words(k.customer_name)) w
  where c.customer_id is null or c.name is distinct from k.customer_name
  on conflict do nothing;
  return null;
end $$;
create function add_customer_words() returns trigger language plpgsql as $$
begin
  insert into gatehouse.customer_word (tenant_id, domain, word, customer_id)
  select c.tenant_id, c.domain, w.word, c.customer_id from added c
  cross join lateral (select gatehouse.plain_text(c.customer_id) as word where gatehouse.plain_text(c.customer_id) <> c.customer_id
    union select gatehouse.plain_words(c.name)) w
  on conflict do nothing;
  return null;
end $$;
create function add_daily_usage() returns trigger language plpgsql as $$
declare
  since timestamptz;
begin
  select summed_from into strict since from gatehouse.usage_backlog;
  if exists (select from added where at < since) then
    perform pg_advisory_xact_lock_shared(8204119377);
    select summed_from into strict since from gatehouse.usage_backlog;
  end if;
  if tg_op = 'INSERT' then
    insert into gatehouse.daily_usage (tenant_id, domain, day, kind, unit, api_key, units)
    select a.tenant_id, a.domain, (a.at at time zone 'UTC')::date, u.kind, u.unit, u.api_key, sum(u.units)
    from added a cross join lateral gatehouse.usage_units(a.kind, a.unit, a.units, a.api_key, a.screenings) u
    where a.at >= since group by 1, 2, 3, 4, 5, 6 having sum(u.units) <> 0;
  else
    insert into gatehouse.daily_usage (tenant_id, domain, day, kind, unit, api_key, units)
    select tenant_id, domain, (at at time zone 'UTC')::date, kind, unit, api_key, sum(units)
    from (
      select a.tenant_id, a.domain, a.at, u.*
      from added a cross join lateral gatehouse.usage_units(a.kind, a.unit, a.units, a.api_key, a.screenings) u
      union all
      select r.tenant_id, r.domain, r.at, u.kind, u.unit, - u.units, u.api_key
      from removed r cross join lateral gatehouse.usage_units(r.kind, r.unit, r.units, r.api_key, r.screenings) u
    ) changed
    where at >= since group by 1, 2, 3, 4, 5, 6 having sum(units) <> 0;
  end if;
  return null;
end $$;
create function add_flow_upload_reference() returns trigger language plpgsql as $$
begin
  insert into gatehouse.upload_reference (tenant_id, domain, upload_id, execution_id)
  values (new.tenant_id, new.domain, new.upload_id, new.execution_id) on conflict do nothing;
  return null;
end $$;
create function add_upload_references() returns trigger language plpgsql as $$
begin
  insert into gatehouse.upload_reference (tenant_id, domain, upload_id, execution_id)
  select new.tenant_id, new.domain, u.upload_id, new.execution_id
  from gatehouse.uploads_in(concat(new.data, new.outputs, new.pending)) u (upload_id)
  on conflict do nothing;
  return null;
end $$;
create function cases_waiting_for_end_user(of_tenant text, of_domain text) returns SETOF text language plpgsql as $$
begin
  return query select d.case_no from gatehouse.document_request d
    join gatehouse.link l on l.tenant_id = d.tenant_id and l.domain = d.domain and l.execution_id = d.execution_id
      and l.document_request_id = d.request_id and l.ended_at is null
    where d.tenant_id = of_tenant and d.domain = of_domain and d.given_at is null and d.expires_at > now();
end $$;
create function change_customer_words() returns trigger language plpgsql set enable_hashjoin=off set enable_mergejoin=off set enable_seqscan=off as $$
begin
  -- Most submits of a known customer bring the same name.
  if not exists (select from added a join removed r using (tenant_id, domain, customer_id) where a.name is distinct from r.name) then
    return null;
  end if;
  perform gatehouse.lock_customer_names(
    array(select a.tenant_id || '/' || a.domain || '/' || a.customer_id from added a join removed r using (tenant_id, domain, customer_id)
      where a.name is distinct from r.name), true);
  delete from gatehouse.customer_word w using (
    select a.tenant_id, a.domain, a.customer_id, earlier.word from added a join removed r using (tenant_id, domain, customer_id)
    cross join lateral (select gatehouse.plain_words(r.name) except select gatehouse.plain_words(a.name)) earlier (word)
    where a.name is distinct from r.name
      and not exists (select from gatehouse.case_record k cross join lateral gatehouse.plain_words(k.customer_name) n (word)
        where (k.tenant_id, k.domain, k.customer_id) = (a.tenant_id, a.domain, a.customer_id) and n.word = earlier.word)
  ) gone
  where (w.tenant_id, w.domain, w.word, w.customer_id) = (gone.tenant_id, gone.domain, gone.word, gone.customer_id)
    and gone.word <> gatehouse.plain_text(gone.customer_id);
  insert into gatehouse.customer_word (tenant_id, domain, word, customer_id)
  select a.tenant_id, a.domain, w.word, a.customer_id from added a join removed r using (tenant_id, domain, customer_id)
  cross join lateral gatehouse.plain_words(a.name) w (word)
  where a.name is distinct from r.name
  on conflict do nothing;
  return null;
end $$;
create function keep_moving_tenant_closed() returns trigger language plpgsql as $$
begin
  if exists (select from gatehouse.tenant_move m where m.tenant_id = new.tenant_id) then
    raise exception 'the tenant is stopped: it moves to another deployment' using errcode = 'GH001';
  end if;
  return new;
end $$;
create function keep_watchlist_entry() returns trigger language plpgsql as $$
declare
  revision integer;
begin
  if tg_op = 'UPDATE' and new.entry is not distinct from old.entry then
    new.since_revision := old.since_revision;
    return new;
  end if;
  select watchlist_revision + 1 into revision from gatehouse.tenant
  where tenant_id = case tg_op when 'INSERT' then new.tenant_id else old.tenant_id end;
  if tg_op <> 'INSERT' then
    insert into gatehouse.watchlist_entry_version (tenant_id, domain, entry_id, until_revision, since_revision, since_at, entry)
    values (old.tenant_id, old.domain, old.entry_id, revision, old.since_revision, old.updated_at, old.entry)
    on conflict do nothing;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  new.since_revision := revision;
  return new;
end $$;
create function lock_customer_names(keys text[], is_change boolean) returns void language plpgsql as $$
declare
  key bigint;
begin
  if current_setting('gatehouse.arriving', true) = 'on' then return; end if;
  for key in select distinct hashtextextended(k, 8204119381) from unnest(keys) k order by 1 loop
    if is_change then perform pg_advisory_xact_lock(key); else perform pg_advisory_xact_lock_shared(key); end if;
  end loop;
end $$;
create function node_runs(of_tenant text, of_domain text, of_execution uuid) returns TABLE(sequence integer, node_id text, node_type text, attempt integer, reference text, input jsonb, output jsonb, started_at timestamp with time zone, finished_at timestamp with time zone) language sql as $$
  select v.sequence, v.node_id, v.node_type, v.attempt, v.reference, v.input, v.output, v.started_at, v.finished_at
  from gatehouse.visit v where v.tenant_id = of_tenant and v.domain = of_domain and v.execution_id = of_execution
  union all
  select (r.place - 1)::integer, r.run ->> 'n', r.run ->> 't', coalesce((r.run ->> 'a')::integer, 1), r.run ->> 'r',
    case when r.run ? 'c' then coalesce(r.run -> 'i', '{}') || (
      select c.content from gatehouse.common_input c
      where c.tenant_id = of_tenant and c.domain = of_domain and c.content_hash = decode(r.run ->> 'c', 'base64'))
      else r.run -> 'i' end,
    coalesce(r.run -> 'o', coalesce(e.outputs -> (r.run ->> 'n'), '{}') || coalesce(r.run -> 'd', '{}')),
    timestamptz 'epoch' + (r.run ->> 's')::double precision * interval '1 millisecond',
    timestamptz 'epoch' + ((r.run ->> 's')::double precision + (r.run ->> 'f')::double precision) * interval '1 millisecond'
  from gatehouse.execution e cross join lateral jsonb_array_elements(case when e.sealed is null then e.node_runs else (
      select c.content from gatehouse.common_input c
      where c.tenant_id = of_tenant and c.domain = of_domain and c.content_hash = decode(e.node_runs #>> '{}', 'base64'))
    end) with ordinality r (run, place)
  where e.tenant_id = of_tenant and e.domain = of_domain and e.execution_id = of_execution
$$;
create function only_erase_detail() returns trigger language plpgsql as $$
begin
  if new.detail <> '{}' or new.salt is not null
    or new.detail_hash is distinct from coalesce(old.detail_hash, sha256(convert_to(coalesce(old.salt || E'\n', '') || old.detail, 'UTF8')))
    or (new.tenant_id, new.domain, new.event_id, new.at, new.actor_kind, new.actor, new.act, new.object_kind, new.object_id, new.transaction)
      is distinct from
      (old.tenant_id, old.domain, old.event_id, old.at, old.actor_kind, old.actor, old.act, old.object_kind, old.object_id, old.transaction)
  then
    raise exception 'a record of the audit log is never changed: only its detail can be erased';
  end if;
  return new;
end $$;
create function plain_text(given text) returns text language sql as $$
  select case when octet_length(given) = char_length(given) then lower(given)
    else translate(lower(regexp_replace(normalize(coalesce(given, ''), NFKD), U&'[\0300-\036f]', '', 'g')),
    'ÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖłøđħıς',
    'æðoþdhlŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆlodhiσ') end
$$;
create function plain_words(given text) returns SETOF text language sql as $$
  select distinct left(word, 100)
  from regexp_split_to_table(
    gatehouse.plain_text(given), '[[:space:][:punct:]]+') word
  where word <> ''
$$;
create function refuse_record_of_stopped_tenant() returns trigger language plpgsql as $$
begin
  perform gatehouse.require_running_tenant(new.tenant_id);
  return new;
end $$;
create function remove_case_words() returns trigger language plpgsql set enable_hashjoin=off set enable_mergejoin=off set enable_seqscan=off as $$
begin
  delete from gatehouse.customer_word w using (
    select distinct r.tenant_id, r.domain, r.customer_id, own.word from removed r
    left join gatehouse.customer c on (c.tenant_id, c.domain, c.customer_id) = (r.tenant_id, r.domain, r.customer_id)
    cross join lateral (select gatehouse.plain_words(r.customer_name)
      union select gatehouse.plain_text(r.customer_id) where c.customer_id is null) own (word)
    where (c.customer_id is null or c.name is distinct from r.customer_name)
      and (c.customer_id is null or own.word <> gatehouse.plain_text(r.customer_id))
      and not exists (select from gatehouse.plain_words(c.name) n (word) where n.word = own.word)
      and not exists (select from gatehouse.case_record k
        cross join lateral (select gatehouse.plain_words(k.customer_name) union select gatehouse.plain_text(k.customer_id)) n (word)
        where (k.tenant_id, k.domain, k.customer_id) = (r.tenant_id, r.domain, r.customer_id) and n.word = own.word)
  ) gone
  where (w.tenant_id, w.domain, w.word, w.customer_id) = (gone.tenant_id, gone.domain, gone.word, gone.customer_id);
  return null;
end $$;
create function remove_customer_words() returns trigger language plpgsql set enable_hashjoin=off set enable_mergejoin=off set enable_seqscan=off as $$
begin
  delete from gatehouse.customer_word w using (
    select r.tenant_id, r.domain, r.customer_id, own.word from removed r
    cross join lateral (select gatehouse.plain_words(r.name) union select gatehouse.plain_text(r.customer_id)) own (word)
  ) gone
  where (w.tenant_id, w.domain, w.word, w.customer_id) = (gone.tenant_id, gone.domain, gone.word, gone.customer_id);
  return null;
end $$;
create function require_running_tenant(given text) returns void language plpgsql security definer set search_path=pg_catalog as $$
begin
  if exists (select from gatehouse.tenant_move where tenant_id = given and state <> 'CLOSING') then
    raise exception 'the tenant is stopped: it moves to another deployment' using errcode = 'GH001';
  end if;
end $$;
create function uploads_in(said text) returns SETOF uuid language sql as $$
  select distinct found[1]::uuid
  from regexp_matches(said, 's3://[^/"]+/uploads/[0-9-]{10}/[^/"]+/[^/"]+/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[a-z]+', 'g') found
$$;
create function usage_units(of_kind text, of_unit text, of_units integer, of_api_key text, of_screenings jsonb) returns TABLE(kind text, unit text, units bigint, api_key text) language sql as $$
  select of_kind, of_unit, of_units::bigint, of_api_key
  union all select 'screening', s.key, s.value::bigint, null from jsonb_each_text(of_screenings) s
$$;
create function words_of_case(case_no text, customer_id text, customer_name text) returns SETOF text language sql as $$
  select gatehouse.plain_text(case_no) union select gatehouse.plain_text(customer_id)
  union select gatehouse.plain_words(customer_name)
$$;

CREATE UNIQUE INDEX access_token_by_hash ON gatehouse.access_token USING btree (token_hash);
CREATE INDEX access_token_by_user ON gatehouse.access_token USING btree (tenant_id, email);
CREATE INDEX alert_by_customer ON gatehouse.alert USING btree (tenant_id, domain, customer_id, entity_id, created_at DESC);
CREATE INDEX alert_by_execution ON gatehouse.alert USING btree (tenant_id, domain, execution_id, visit_sequence);
CREATE UNIQUE INDEX api_key_by_name ON gatehouse.api_key USING btree (api_key);
CREATE INDEX assurance_customer_by_customer ON gatehouse.assurance_customer USING btree (tenant_id, domain, customer_id);
CREATE INDEX assurance_pair_by_customer ON gatehouse.assurance_pair USING btree (tenant_id, domain, customer_id);
CREATE INDEX assurance_run_by_time ON gatehouse.assurance_run USING btree (tenant_id, domain, ordered_at DESC, run_id);
CREATE INDEX assurance_run_ordered ON gatehouse.assurance_run USING btree (ordered_at) WHERE (state = 'ORDERED'::text);
CREATE INDEX audit_block_by_time ON gatehouse.audit_block USING btree (tenant_id, sealed_at, number);
CREATE INDEX audit_by_act ON gatehouse.audit_event USING btree (tenant_id, act COLLATE "C", at) WHERE (act <> ALL (ARRAY['execution.submit'::text, 'execution.complete'::text, 'quickscan.submit'::text]));
CREATE INDEX audit_by_object ON gatehouse.audit_event USING btree (tenant_id, object_id);
CREATE INDEX audit_by_person ON gatehouse.audit_event USING btree (tenant_id, actor, at) WHERE (actor ~~ '%@%'::text);
CREATE INDEX audit_by_time ON gatehouse.audit_event USING btree (tenant_id, at);
CREATE INDEX audit_by_transaction ON gatehouse.audit_event USING btree (transaction);
CREATE INDEX audit_detail_by_age ON gatehouse.audit_event USING btree (tenant_id, domain, event_id) WHERE ((detail_hash IS NULL) AND (detail <> '{}'::jsonb) AND (object_kind <> ALL (ARRAY['customer'::text, 'execution'::text, 'case'::text, 'link'::text, 'delivery'::text, 'quickscan'::text, 'message'::text, 'upload'::text, 'code'::text, 'hold'::text, 'erasure'::text, 'monitoringRun'::text])));
CREATE INDEX case_alert ON gatehouse.case_record USING btree (tenant_id, domain, opened_at) WHERE (hit_sources <> '{}'::text[]);
CREATE INDEX case_by_customer ON gatehouse.case_record USING btree (tenant_id, domain, customer_id, opened_at);
CREATE INDEX case_by_due ON gatehouse.case_record USING btree (tenant_id, domain, due_at, opened_at) WHERE (due_at IS NOT NULL);
CREATE INDEX case_by_risk_and_time ON gatehouse.case_record USING btree (tenant_id, domain, ((- COALESCE(risk_score, ('-1'::integer)::double precision))), opened_at);
CREATE INDEX case_by_time ON gatehouse.case_record USING btree (tenant_id, domain, opened_at);
CREATE INDEX case_decided ON gatehouse.case_record USING btree (tenant_id, domain, resolved_at) WHERE ((resolved_at IS NOT NULL) AND (assignee IS NOT NULL));
CREATE INDEX case_decided_automatically ON gatehouse.case_record USING btree (tenant_id, domain, resolved_at) WHERE (resolved_at = opened_at);
CREATE INDEX case_open ON gatehouse.case_record USING btree (tenant_id, domain, opened_at) WHERE (resolved_at IS NULL);
CREATE INDEX case_open_by_due ON gatehouse.case_record USING btree (tenant_id, domain, due_at, opened_at) WHERE ((resolved_at IS NULL) AND (due_at IS NOT NULL));
CREATE INDEX case_open_by_risk_and_time ON gatehouse.case_record USING btree (tenant_id, domain, ((- COALESCE(risk_score, ('-1'::integer)::double precision))), opened_at) WHERE (resolved_at IS NULL);
CREATE INDEX case_record_held ON gatehouse.case_record USING btree (pending_until) WHERE (pending_until IS NOT NULL);
CREATE INDEX case_reviewed ON gatehouse.case_record USING btree (tenant_id, domain, opened_at) WHERE ((status <> 'APPROVED'::text) OR (assignee IS NOT NULL));
CREATE INDEX case_viewer_by_transaction ON gatehouse.case_viewer USING btree (tenant_id, transaction);
CREATE INDEX ceremony_by_end ON gatehouse.ceremony USING btree (expires_at);
CREATE INDEX code_sending_by_address ON gatehouse.code_sending USING btree (tenant_id, channel, address_hash, sent_at);
CREATE INDEX code_sending_by_subject ON gatehouse.code_sending USING btree (tenant_id, channel, subject_hash, sent_at);
CREATE INDEX code_sending_by_time ON gatehouse.code_sending USING btree (tenant_id, channel, sent_at);
CREATE UNIQUE INDEX console_session_by_token ON gatehouse.console_session USING btree (token_hash);
CREATE INDEX console_session_by_user ON gatehouse.console_session USING btree (tenant_id, email);
CREATE INDEX customer_by_audit_id ON gatehouse.customer USING hash (audit_id);
CREATE INDEX customer_by_change ON gatehouse.customer USING btree (tenant_id, domain, changed_in, customer_id);
CREATE INDEX customer_in_order ON gatehouse.customer USING btree (tenant_id, domain, customer_id COLLATE "C");
CREATE INDEX customer_parties_by_change ON gatehouse.customer_parties USING btree (tenant_id, domain, changed_in, customer_id);
CREATE INDEX daily_usage_to_merge ON gatehouse.daily_usage USING btree (row_id) WHERE (NOT merged);
CREATE INDEX document_request_of_case ON gatehouse.document_request USING btree (tenant_id, domain, case_no);
CREATE INDEX document_request_open ON gatehouse.document_request USING btree (tenant_id, domain) WHERE (given_at IS NULL);
CREATE INDEX erasure_confirmed ON gatehouse.erasure USING btree (tenant_id, domain, erasure_id) WHERE (state = 'CONFIRMED'::text);
CREATE UNIQUE INDEX erasure_open ON gatehouse.erasure USING btree (tenant_id, domain, customer_id) WHERE (state = ANY (ARRAY['REQUESTED'::text, 'CONFIRMED'::text]));
CREATE INDEX erasure_without_statistics ON gatehouse.erasure USING btree (erasure_id) WHERE ((state = 'DONE'::text) AND (statistics_at IS NULL));
CREATE INDEX execution_by_customer ON gatehouse.execution USING btree (tenant_id, domain, customer_id, event_type, source, created_at DESC);
CREATE INDEX execution_by_time ON gatehouse.execution USING btree (tenant_id, domain, created_at);
CREATE INDEX execution_due ON gatehouse.execution USING btree (due_at) WHERE ((state = 'WAITING'::text) AND (due_at IS NOT NULL));
CREATE INDEX execution_hosted ON gatehouse.execution USING btree (tenant_id, domain, execution_id) WHERE ((state = 'WAITING'::text) AND (source = 'SDK'::text));
CREATE INDEX execution_in_clear ON gatehouse.execution USING btree (execution_id) WHERE ((sealed IS NULL) AND (state = ANY (ARRAY['COMPLETED'::text, 'CANCELLED'::text])));
CREATE INDEX execution_of_end_user_by_time ON gatehouse.execution USING btree (tenant_id, domain, created_at) WHERE (source = 'SDK'::text);
CREATE INDEX execution_running ON gatehouse.execution USING btree (updated_at) WHERE (state = 'RUNNING'::text);
CREATE INDEX execution_stopped ON gatehouse.execution USING btree (tenant_id, domain, created_at) WHERE (state = ANY (ARRAY['WAITING'::text, 'FAILED'::text, 'CANCELLED'::text]));
CREATE INDEX feed_item_by_age ON gatehouse.feed_item USING btree (fetched_at);
CREATE INDEX feed_item_by_keys ON gatehouse.feed_item USING gin (keys);
CREATE INDEX flow_session_by_link ON gatehouse.flow_session USING btree (tenant_id, domain, link_id);
CREATE UNIQUE INDEX flow_session_by_token ON gatehouse.flow_session USING btree (token_hash);
CREATE INDEX idempotency_key_by_age ON gatehouse.idempotency_key USING btree (created_at);
CREATE INDEX identity_provider_by_domain ON gatehouse.identity_provider USING gin (email_domains);
CREATE INDEX legal_hold_by_customer ON gatehouse.legal_hold USING btree (tenant_id, domain, customer_id) WHERE (released_at IS NULL);
CREATE INDEX legal_hold_by_time ON gatehouse.legal_hold USING btree (tenant_id, domain, placed_at DESC);
CREATE INDEX link_by_customer ON gatehouse.link USING btree (tenant_id, domain, customer_id, event_type);
CREATE INDEX link_by_execution ON gatehouse.link USING btree (tenant_id, domain, execution_id) WHERE (execution_id IS NOT NULL);
CREATE UNIQUE INDEX link_by_token ON gatehouse.link USING btree (token_hash);
CREATE UNIQUE INDEX link_live ON gatehouse.link USING btree (tenant_id, email) WHERE (ended_at IS NULL);
CREATE INDEX list_activation_by_source ON gatehouse.list_activation USING btree (source, sequence);
CREATE INDEX list_archive_file_by_base ON gatehouse.list_archive_file USING btree (base_sha256);
CREATE UNIQUE INDEX list_version_active ON gatehouse.list_version USING btree (source) WHERE (state = 'active'::text);
CREATE INDEX message_by_age ON gatehouse.message USING btree (tenant_id, domain, created_at, message_id);
CREATE INDEX message_kept ON gatehouse.message USING btree (finished_at) WHERE ((state = 'KEPT'::text) AND (sealed IS NOT NULL));
CREATE INDEX message_under_way ON gatehouse.message USING btree (owner_node) WHERE ((state = 'PENDING'::text) AND (owner_node IS NOT NULL));
CREATE INDEX monitoring_run_by_time ON gatehouse.monitoring_run USING btree (tenant_id, domain, ordered_at DESC, run_id);
CREATE UNIQUE INDEX monitoring_run_open ON gatehouse.monitoring_run USING btree (tenant_id, domain) WHERE (state = 'RUNNING'::text);
CREATE INDEX monitoring_start_by_customer ON gatehouse.monitoring_start USING btree (tenant_id, domain, customer_id);
CREATE INDEX one_time_code_by_time ON gatehouse.one_time_code USING btree (sent_at);
CREATE UNIQUE INDEX passkey_by_credential ON gatehouse.passkey USING btree (credential_id);
CREATE INDEX passkey_by_user ON gatehouse.passkey USING btree (tenant_id, email);
CREATE INDEX person_identity_by_user ON gatehouse.person_identity USING btree (tenant_id, email);
CREATE UNIQUE INDEX person_link_by_token ON gatehouse.person_link USING btree (token_hash);
CREATE INDEX person_link_by_user ON gatehouse.person_link USING btree (tenant_id, email);
CREATE INDEX preview_by_time ON gatehouse.preview USING btree (tenant_id, domain, ordered_at DESC, preview_id);
CREATE INDEX preview_customer_by_customer ON gatehouse.preview_customer USING btree (tenant_id, domain, customer_id);
CREATE INDEX preview_ordered ON gatehouse.preview USING btree (ordered_at) WHERE (state = 'ORDERED'::text);
CREATE INDEX quick_scan_by_execution ON gatehouse.quick_scan USING btree (tenant_id, domain, case_execution_id) WHERE (case_execution_id IS NOT NULL);
CREATE INDEX quick_scan_by_time ON gatehouse.quick_scan USING btree (tenant_id, domain, created_at);
CREATE INDEX quick_scan_running ON gatehouse.quick_scan USING btree (created_at) WHERE (state = 'RUNNING'::text);
CREATE UNIQUE INDEX reference_version_active ON gatehouse.reference_version USING btree (key) WHERE active;
CREATE UNIQUE INDEX retention_change_open ON gatehouse.retention_change USING btree (tenant_id, domain, kind) WHERE (state = 'REQUESTED'::text);
CREATE INDEX retention_run_by_time ON gatehouse.retention_run USING btree (tenant_id, domain, as_of DESC);
CREATE UNIQUE INDEX retention_run_open ON gatehouse.retention_run USING btree (tenant_id, domain) WHERE (state = ANY (ARRAY['COUNTING'::text, 'WAITING'::text, 'RUNNING'::text]));
CREATE INDEX retention_run_without_statistics ON gatehouse.retention_run USING btree (run_id) WHERE ((state = 'DONE'::text) AND (statistics_at IS NULL));
CREATE INDEX ruling_by_time ON gatehouse.ruling USING btree (tenant_id, domain, ruled_at DESC);
CREATE INDEX shadow_difference_by_customer ON gatehouse.shadow_difference USING btree (tenant_id, domain, customer_id);
CREATE INDEX shadow_run_running ON gatehouse.shadow_run USING btree (started_at) WHERE (state = 'RUNNING'::text);
CREATE INDEX sign_in_failure_by_age ON gatehouse.sign_in_failure USING btree (since);
CREATE INDEX upload_by_time ON gatehouse.upload USING btree (tenant_id, domain, uploaded_at DESC);
CREATE INDEX upload_in_clear ON gatehouse.upload USING btree (upload_id) WHERE (NOT encrypted);
CREATE INDEX upload_reference_by_execution ON gatehouse.upload_reference USING btree (tenant_id, domain, execution_id);
CREATE INDEX upload_token_by_end ON gatehouse.upload_token USING btree (expires_at);
CREATE UNIQUE INDEX upload_token_by_hash ON gatehouse.upload_token USING btree (token_hash);
CREATE INDEX usage_by_time ON gatehouse.usage_ledger USING brin (at) WITH (pages_per_range='32');
CREATE INDEX user_account_by_email ON gatehouse.user_account USING btree (email);
CREATE UNIQUE INDEX user_account_by_id ON gatehouse.user_account USING btree (tenant_id, person_id);
CREATE UNIQUE INDEX webhook_attempt_by_request ON gatehouse.webhook_attempt USING btree (tenant_id, domain, request_id, delivery_id) WHERE (request_id IS NOT NULL);
CREATE INDEX webhook_attempt_unfinished ON gatehouse.webhook_attempt USING btree (owner_node) WHERE ((outcome IS NULL) AND (owner_node IS NOT NULL));
CREATE INDEX webhook_delivery_by_execution ON gatehouse.webhook_delivery USING btree (tenant_id, domain, execution_id);
CREATE INDEX webhook_delivery_by_time ON gatehouse.webhook_delivery USING btree (tenant_id, domain, created_at);
CREATE INDEX webhook_delivery_in_clear ON gatehouse.webhook_delivery USING btree (delivery_id) WHERE (json_typeof(inputs) = 'object'::text);
CREATE UNIQUE INDEX webhook_delivery_of_hook ON gatehouse.webhook_delivery USING btree (tenant_id, domain, execution_id) WHERE (kind = 'hook'::text);
CREATE INDEX webhook_delivery_of_webhook ON gatehouse.webhook_delivery USING btree (tenant_id, domain, webhook_id, created_at);
CREATE INDEX webhook_delivery_unfinished ON gatehouse.webhook_delivery USING btree (owner_node) WHERE ((state = 'PENDING'::text) AND (owner_node IS NOT NULL));
CREATE INDEX webhook_delivery_with_content ON gatehouse.webhook_delivery USING btree (tenant_id, domain, finished_at, delivery_id) WHERE ((finished_at IS NOT NULL) AND (expunged_at IS NULL));

alter table access_token enable row level security;
alter table access_token force row level security;
alter table alert enable row level security;
alter table alert force row level security;
alter table api_key_use enable row level security;
alter table api_key_use force row level security;
alter table assurance_customer enable row level security;
alter table assurance_customer force row level security;
alter table assurance_file enable row level security;
alter table assurance_file force row level security;
alter table assurance_pair enable row level security;
alter table assurance_pair force row level security;
alter table assurance_run enable row level security;
alter table assurance_run force row level security;
alter table audit_block enable row level security;
alter table audit_block force row level security;
alter table audit_event enable row level security;
alter table audit_event force row level security;
alter table audit_head enable row level security;
alter table audit_head force row level security;
alter table audit_sealing enable row level security;
alter table audit_sealing force row level security;
alter table audit_signing_key enable row level security;
alter table audit_signing_key force row level security;
alter table case_attachment enable row level security;
alter table case_attachment force row level security;
alter table case_note enable row level security;
alter table case_note force row level security;
alter table case_number enable row level security;
alter table case_number force row level security;
alter table case_record enable row level security;
alter table case_record force row level security;
alter table case_view enable row level security;
alter table case_view force row level security;
alter table case_viewer enable row level security;
alter table case_viewer force row level security;
alter table code_sending enable row level security;
alter table code_sending force row level security;
alter table common_input enable row level security;
alter table common_input force row level security;
alter table console_session enable row level security;
alter table console_session force row level security;
alter table customer enable row level security;
alter table customer force row level security;
alter table customer_parties enable row level security;
alter table customer_parties force row level security;
alter table customer_word enable row level security;
alter table customer_word force row level security;
alter table daily_usage enable row level security;
alter table daily_usage force row level security;
alter table document_request enable row level security;
alter table document_request force row level security;
alter table document_review enable row level security;
alter table document_review force row level security;
alter table entity_pair_decision enable row level security;
alter table entity_pair_decision force row level security;
alter table erasure enable row level security;
alter table erasure force row level security;
alter table event_quota enable row level security;
alter table event_quota force row level security;
alter table execution enable row level security;
alter table execution force row level security;
alter table file_encryption enable row level security;
alter table file_encryption force row level security;
alter table flow_draft enable row level security;
alter table flow_draft force row level security;
alter table flow_file enable row level security;
alter table flow_file force row level security;
alter table flow_file_part enable row level security;
alter table flow_file_part force row level security;
alter table flow_given enable row level security;
alter table flow_given force row level security;
alter table flow_session enable row level security;
alter table flow_session force row level security;
alter table idempotency_key enable row level security;
alter table idempotency_key force row level security;
alter table identity_provider enable row level security;
alter table identity_provider force row level security;
alter table legal_hold enable row level security;
alter table legal_hold force row level security;
alter table link enable row level security;
alter table link force row level security;
alter table listed_entity enable row level security;
alter table listed_entity force row level security;
alter table message enable row level security;
alter table message force row level security;
alter table message_attempt enable row level security;
alter table message_attempt force row level security;
alter table monitoring_position enable row level security;
alter table monitoring_position force row level security;
alter table monitoring_run enable row level security;
alter table monitoring_run force row level security;
alter table monitoring_start enable row level security;
alter table monitoring_start force row level security;
alter table one_time_code enable row level security;
alter table one_time_code force row level security;
alter table passkey enable row level security;
alter table passkey force row level security;
alter table person_identity enable row level security;
alter table person_identity force row level security;
alter table person_link enable row level security;
alter table person_link force row level security;
alter table personal_key enable row level security;
alter table personal_key force row level security;
alter table preview enable row level security;
alter table preview force row level security;
alter table preview_customer enable row level security;
alter table preview_customer force row level security;
alter table quick_scan enable row level security;
alter table quick_scan force row level security;
alter table quick_scan_hit enable row level security;
alter table quick_scan_hit force row level security;
alter table recovery_code enable row level security;
alter table recovery_code force row level security;
alter table retention_change enable row level security;
alter table retention_change force row level security;
alter table retention_period enable row level security;
alter table retention_period force row level security;
alter table retention_run enable row level security;
alter table retention_run force row level security;
alter table reviewer_group enable row level security;
alter table reviewer_group force row level security;
alter table ruling enable row level security;
alter table ruling force row level security;
alter table shadow_difference enable row level security;
alter table shadow_difference force row level security;
alter table shadow_run enable row level security;
alter table shadow_run force row level security;
alter table tenant enable row level security;
alter table tenant force row level security;
alter table tenant_domain enable row level security;
alter table tenant_domain force row level security;
alter table tenant_reference enable row level security;
alter table tenant_reference force row level security;
alter table tenant_setting enable row level security;
alter table tenant_setting force row level security;
alter table tenant_storage enable row level security;
alter table tenant_storage force row level security;
alter table totp_factor enable row level security;
alter table totp_factor force row level security;
alter table upload enable row level security;
alter table upload force row level security;
alter table upload_reference enable row level security;
alter table upload_reference force row level security;
alter table upload_token enable row level security;
alter table upload_token force row level security;
alter table usage_backlog enable row level security;
alter table usage_backlog force row level security;
alter table usage_ledger enable row level security;
alter table usage_ledger force row level security;
alter table user_account enable row level security;
alter table user_account force row level security;
alter table visit enable row level security;
alter table visit force row level security;
alter table watchlist_entry enable row level security;
alter table watchlist_entry force row level security;
alter table watchlist_entry_version enable row level security;
alter table watchlist_entry_version force row level security;
alter table webhook enable row level security;
alter table webhook force row level security;
alter table webhook_attempt enable row level security;
alter table webhook_attempt force row level security;
alter table webhook_delivery enable row level security;
alter table webhook_delivery force row level security;
alter table webhook_secret enable row level security;
alter table webhook_secret force row level security;
alter table webhook_version enable row level security;
alter table webhook_version force row level security;
alter table workflow enable row level security;
alter table workflow force row level security;
alter table workflow_approval enable row level security;
alter table workflow_approval force row level security;
alter table workflow_version enable row level security;
alter table workflow_version force row level security;

create policy of_operator on access_token for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_operator on alert for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on alert for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on api_key_use for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_operator on assurance_customer for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on assurance_customer for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on assurance_file for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on assurance_file for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on assurance_pair for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on assurance_pair for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on assurance_run for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on assurance_run for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on audit_block for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_tenant on audit_block for select to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant'::text, true));
create policy of_operator on audit_event for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on audit_event for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_tenant on audit_event for select to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (current_setting('gatehouse.domain'::text, true) = ''::text));
create policy of_operator on audit_head for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_tenant on audit_head for select to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant'::text, true));
create policy of_operator on audit_sealing for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_all on audit_signing_key for select to gatehouse_app
  using true;
create policy of_operator on audit_signing_key for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_operator on case_attachment for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on case_attachment for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on case_note for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on case_note for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on case_number for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on case_number for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on case_record for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on case_record for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on case_view for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on case_view for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on case_viewer for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on case_viewer for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_tenant on case_viewer for select to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (current_setting('gatehouse.domain'::text, true) = ''::text));
create policy of_operator on code_sending for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_tenant on code_sending for all to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant'::text, true));
create policy of_operator on common_input for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on common_input for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on console_session for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_operator on customer for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on customer for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on customer_parties for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on customer_parties for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on customer_word for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on customer_word for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on daily_usage for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on daily_usage for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on document_request for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on document_request for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on document_review for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on document_review for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on entity_pair_decision for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on entity_pair_decision for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on erasure for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on erasure for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on event_quota for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_tenant on event_quota for all to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant'::text, true));
create policy of_operator on execution for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on execution for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on file_encryption for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_operator on flow_draft for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on flow_draft for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on flow_file for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on flow_file for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on flow_file_part for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on flow_file_part for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on flow_given for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on flow_given for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on flow_session for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on flow_session for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on idempotency_key for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on idempotency_key for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on identity_provider for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_operator on legal_hold for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on legal_hold for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on link for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_tenant on link for all to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant'::text, true));
create policy of_operator on listed_entity for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on listed_entity for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on message for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on message for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on message_attempt for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on message_attempt for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on monitoring_position for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on monitoring_position for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on monitoring_run for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on monitoring_run for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on monitoring_start for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on monitoring_start for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on one_time_code for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on one_time_code for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on passkey for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_operator on person_identity for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_operator on person_link for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_operator on personal_key for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on personal_key for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on preview for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on preview for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on preview_customer for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on preview_customer for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on quick_scan for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on quick_scan for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on quick_scan_hit for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on quick_scan_hit for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on recovery_code for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_operator on retention_change for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_tenant on retention_change for all to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant'::text, true));
create policy of_operator on retention_period for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_tenant on retention_period for all to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant'::text, true));
create policy of_operator on retention_run for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_tenant on retention_run for all to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant'::text, true));
create policy of_operator on reviewer_group for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_tenant on reviewer_group for all to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant'::text, true));
create policy of_operator on ruling for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on ruling for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on shadow_difference for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on shadow_difference for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on shadow_run for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on shadow_run for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on tenant for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_tenant on tenant for all to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant'::text, true));
create policy of_operator on tenant_domain for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_tenant on tenant_domain for all to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant'::text, true));
create policy of_operator on tenant_reference for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_tenant on tenant_reference for all to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant'::text, true));
create policy of_operator on tenant_setting for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_tenant on tenant_setting for all to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant'::text, true));
create policy of_operator on tenant_storage for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_tenant on tenant_storage for all to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant'::text, true));
create policy of_operator on totp_factor for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_operator on upload for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on upload for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on upload_reference for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on upload_reference for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on upload_token for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on upload_token for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_all on usage_backlog for select to gatehouse_app
  using true;
create policy of_operator on usage_backlog for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_operator on usage_ledger for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on usage_ledger for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on user_account for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_tenant on user_account for all to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant'::text, true));
create policy of_operator on visit for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on visit for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_domain on watchlist_entry for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)) AND (domain <> ''::text));
create policy of_operator on watchlist_entry for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on watchlist_entry for select to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = ANY (ARRAY[''::text, current_setting('gatehouse.domain'::text, true)])));
create policy of_domain on watchlist_entry_version for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)) AND (domain <> ''::text));
create policy of_operator on watchlist_entry_version for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on watchlist_entry_version for select to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = ANY (ARRAY[''::text, current_setting('gatehouse.domain'::text, true)])));
create policy of_operator on webhook for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_tenant on webhook for all to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant'::text, true));
create policy of_operator on webhook_attempt for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on webhook_attempt for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on webhook_delivery for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on webhook_delivery for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on webhook_secret for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_operator on webhook_version for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_tenant on webhook_version for all to gatehouse_app
  using (tenant_id = current_setting('gatehouse.tenant'::text, true));
create policy of_operator on workflow for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on workflow for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on workflow_approval for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on workflow_approval for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));
create policy of_operator on workflow_version for all to gatehouse_operator
  using COALESCE((CURRENT_USER = 'gatehouse_operator'::name), false);
create policy of_scope on workflow_version for all to gatehouse_app
  using ((tenant_id = current_setting('gatehouse.tenant'::text, true)) AND (domain = current_setting('gatehouse.domain'::text, true)));

grant delete, insert, select, update on access_token to gatehouse_operator;
grant insert, select on alert to gatehouse_app;
grant delete, insert, select, update on alert to gatehouse_operator;
grant delete, insert, select, update on api_key to gatehouse_operator;
grant insert, select, update on api_key_use to gatehouse_operator;
grant delete, insert, select on assurance_customer to gatehouse_app;
grant delete, insert, select, update on assurance_customer to gatehouse_operator;
grant delete, insert, select on assurance_file to gatehouse_app;
grant delete, insert, select, update on assurance_file to gatehouse_operator;
grant delete, insert, select, update on assurance_pair to gatehouse_app;
grant delete, insert, select, update on assurance_pair to gatehouse_operator;
grant delete, insert, select, update on assurance_run to gatehouse_app;
grant delete, insert, select, update on assurance_run to gatehouse_operator;
grant select on audit_block to gatehouse_app;
grant insert, select on audit_block to gatehouse_operator;
grant insert, select on audit_event to gatehouse_app;
grant insert, select, update (detail, detail_hash, salt) on audit_event to gatehouse_operator;
grant select on audit_head to gatehouse_app;
grant insert, select, update on audit_head to gatehouse_operator;
grant insert, select, update on audit_publication to gatehouse_operator;
grant insert, select, update on audit_sealing to gatehouse_operator;
grant select on audit_signing_key to gatehouse_app;
grant insert, select on audit_signing_key to gatehouse_operator;
grant insert, select, update on audit_stream to gatehouse_operator;
grant insert, select on case_attachment to gatehouse_app;
grant delete, insert, select, update on case_attachment to gatehouse_operator;
grant insert, select on case_note to gatehouse_app;
grant delete, insert, select, update on case_note to gatehouse_operator;
grant insert, select, update on case_number to gatehouse_app;
grant delete, insert, select, update on case_number to gatehouse_operator;
grant insert, select, update on case_record to gatehouse_app;
grant delete, insert, select, update on case_record to gatehouse_operator;
grant delete, insert, select, update on case_view to gatehouse_app;
grant delete, insert, select, update on case_view to gatehouse_operator;
grant delete, insert, select, update on case_viewer to gatehouse_app;
grant delete, insert, select, update on case_viewer to gatehouse_operator;
grant delete, insert, select, update on ceremony to gatehouse_operator;
grant delete, insert, select, update on change_marker to gatehouse_operator;
grant usage on change_revision to gatehouse_operator;
grant insert, select on code_sending to gatehouse_app;
grant delete, insert, select, update on code_sending to gatehouse_operator;
grant insert, select on common_input to gatehouse_app;
grant delete, insert, select, update on common_input to gatehouse_operator;
grant delete, insert, select, update on console_session to gatehouse_operator;
grant insert, select, update on customer to gatehouse_app;
grant delete, insert, select, update on customer to gatehouse_operator;
grant insert, select, update on customer_parties to gatehouse_app;
grant delete, insert, select, update on customer_parties to gatehouse_operator;
grant delete, insert, select on customer_word to gatehouse_app;
grant delete, insert, select, update on customer_word to gatehouse_operator;
grant insert on daily_usage to gatehouse_app;
grant delete, insert, select, update on daily_usage to gatehouse_operator;
grant insert, select, update on document_request to gatehouse_app;
grant delete, insert, select, update on document_request to gatehouse_operator;
grant insert, select on document_review to gatehouse_app;
grant delete, insert, select, update on document_review to gatehouse_operator;
grant insert, select on entity_pair_decision to gatehouse_app;
grant delete, insert, select, update on entity_pair_decision to gatehouse_operator;
grant insert, select, update on erasure to gatehouse_app;
grant delete, insert, select, update on erasure to gatehouse_operator;
grant select, update (used) on event_quota to gatehouse_app;
grant delete, insert, select, update on event_quota to gatehouse_operator;
grant insert, select, update on execution to gatehouse_app;
grant delete, insert, select, update on execution to gatehouse_operator;
grant delete, insert, select, update on feed to gatehouse_operator;
grant delete, insert, select, update on feed_item to gatehouse_operator;
grant insert, select on file_encryption to gatehouse_operator;
grant delete, insert, select, update on flow_draft to gatehouse_app;
grant delete, insert, select, update on flow_draft to gatehouse_operator;
grant delete, insert, select, update on flow_file to gatehouse_app;
grant delete, insert, select, update on flow_file to gatehouse_operator;
grant delete, insert, select, update on flow_file_part to gatehouse_app;
grant delete, insert, select, update on flow_file_part to gatehouse_operator;
grant delete, insert, select, update on flow_given to gatehouse_app;
grant delete, insert, select, update on flow_given to gatehouse_operator;
grant delete, insert, select, update on flow_session to gatehouse_app;
grant delete, insert, select, update on flow_session to gatehouse_operator;
grant delete, insert, select, update on idempotency_key to gatehouse_app;
grant delete, insert, select, update on idempotency_key to gatehouse_operator;
grant delete, insert, select, update on identity_provider to gatehouse_operator;
grant insert, select, update on legal_hold to gatehouse_app;
grant delete, insert, select, update on legal_hold to gatehouse_operator;
grant delete, insert, select, update on link to gatehouse_app;
grant delete, insert, select, update on link to gatehouse_operator;
grant delete, insert, select, update on list_activation to gatehouse_operator;
grant delete, insert, select, update on list_archive_file to gatehouse_operator;
grant delete, insert, select, update on list_archive_piece to gatehouse_operator;
grant delete, insert, select, update on list_change to gatehouse_operator;
grant delete, insert, select, update on list_file_piece to gatehouse_operator;
grant delete, insert, select, update on list_node to gatehouse_operator;
grant delete, insert, select, update on list_source to gatehouse_operator;
grant delete, insert, select, update on list_version to gatehouse_operator;
grant insert, select on listed_entity to gatehouse_app;
grant delete, insert, select, update on listed_entity to gatehouse_operator;
grant insert, select, update on message to gatehouse_app;
grant delete, insert, select, update on message to gatehouse_operator;
grant insert, select, update on message_attempt to gatehouse_app;
grant delete, insert, select, update on message_attempt to gatehouse_operator;
grant insert, select, update on monitoring_position to gatehouse_app;
grant delete, insert, select, update on monitoring_position to gatehouse_operator;
grant insert, select, update on monitoring_run to gatehouse_app;
grant delete, insert, select, update on monitoring_run to gatehouse_operator;
grant insert, select on monitoring_start to gatehouse_app;
grant delete, insert, select, update on monitoring_start to gatehouse_operator;
grant delete, insert, select, update on node_lease to gatehouse_operator;
grant insert, select, update on one_time_code to gatehouse_app;
grant delete, insert, select, update on one_time_code to gatehouse_operator;
grant delete, insert, select, update on passkey to gatehouse_operator;
grant delete, insert, select, update on person_identity to gatehouse_operator;
grant delete, insert, select, update on person_link to gatehouse_operator;
grant insert, select on personal_key to gatehouse_app;
grant delete, insert, select, update on personal_key to gatehouse_operator;
grant delete, insert, select, update on preview to gatehouse_app;
grant delete, insert, select, update on preview to gatehouse_operator;
grant delete, insert, select on preview_customer to gatehouse_app;
grant delete, insert, select, update on preview_customer to gatehouse_operator;
grant insert, select, update on quick_scan to gatehouse_app;
grant delete, insert, select, update on quick_scan to gatehouse_operator;
grant insert, select on quick_scan_hit to gatehouse_app;
grant delete, insert, select, update on quick_scan_hit to gatehouse_operator;
grant delete, insert, select, update on recovery_code to gatehouse_operator;
grant delete, insert, select, update on reference_version to gatehouse_operator;
grant insert, select, update on retention_change to gatehouse_app;
grant delete, insert, select, update on retention_change to gatehouse_operator;
grant delete, insert, select, update on retention_period to gatehouse_app;
grant delete, insert, select, update on retention_period to gatehouse_operator;
grant select, update on retention_run to gatehouse_app;
grant delete, insert, select, update on retention_run to gatehouse_operator;
grant select on reviewer_group to gatehouse_app;
grant delete, insert, select, update on reviewer_group to gatehouse_operator;
grant insert, select on ruling to gatehouse_app;
grant delete, insert, select, update on ruling to gatehouse_operator;
grant delete, insert, select on shadow_difference to gatehouse_app;
grant delete, insert, select, update on shadow_difference to gatehouse_operator;
grant delete, insert, select, update on shadow_run to gatehouse_app;
grant delete, insert, select, update on shadow_run to gatehouse_operator;
grant delete, insert, select, update on sign_in_failure to gatehouse_operator;
grant select, update (quick_scan_used, watchlist_revision) on tenant to gatehouse_app;
grant delete, insert, select, update on tenant to gatehouse_operator;
grant delete, insert, select, update on tenant_data_key to gatehouse_operator;
grant select on tenant_domain to gatehouse_app;
grant delete, insert, select, update on tenant_domain to gatehouse_operator;
grant delete, insert, select, update on tenant_move to gatehouse_operator;
grant select on tenant_reference to gatehouse_app;
grant delete, insert, select, update on tenant_reference to gatehouse_operator;
grant select on tenant_setting to gatehouse_app;
grant insert, select, update on tenant_setting to gatehouse_operator;
grant insert, select, update on tenant_storage to gatehouse_app;
grant delete, insert, select, update on tenant_storage to gatehouse_operator;
grant delete, insert, select, update on totp_factor to gatehouse_operator;
grant insert, select on upload to gatehouse_app;
grant delete, insert, select, update, update (encrypted) on upload to gatehouse_operator;
grant insert, select on upload_reference to gatehouse_app;
grant delete, insert, select, update on upload_reference to gatehouse_operator;
grant insert on upload_token to gatehouse_app;
grant delete, insert, select, update on upload_token to gatehouse_operator;
grant select on usage_backlog to gatehouse_app;
grant insert, select, update on usage_backlog to gatehouse_operator;
grant insert, select, update (screenings, units) on usage_ledger to gatehouse_app;
grant delete, insert, select, update on usage_ledger to gatehouse_operator;
grant select (email, enabled, groups, name, roles, tenant_id) on user_account to gatehouse_app;
grant delete, insert, select, update on user_account to gatehouse_operator;
grant insert, select on visit to gatehouse_app;
grant delete, insert, select, update on visit to gatehouse_operator;
grant delete, insert, select, update on watchlist_entry to gatehouse_app;
grant delete, insert, select, update on watchlist_entry to gatehouse_operator;
grant delete, insert, select, update on watchlist_entry_version to gatehouse_app;
grant delete, insert, select, update on watchlist_entry_version to gatehouse_operator;
grant select on webhook to gatehouse_app;
grant delete, insert, select, update on webhook to gatehouse_operator;
grant insert, select, update on webhook_attempt to gatehouse_app;
grant delete, insert, select, update on webhook_attempt to gatehouse_operator;
grant insert, select, update on webhook_delivery to gatehouse_app;
grant delete, insert, select, update on webhook_delivery to gatehouse_operator;
grant delete, insert, select, update on webhook_secret to gatehouse_operator;
grant select on webhook_version to gatehouse_app;
grant insert, select on webhook_version to gatehouse_operator;
grant select on workflow to gatehouse_app;
grant delete, insert, select, update on workflow to gatehouse_operator;
grant select on workflow_approval to gatehouse_app;
grant delete, insert, select, update on workflow_approval to gatehouse_operator;
grant select on workflow_version to gatehouse_app;
grant delete, insert, select, update on workflow_version to gatehouse_operator;

comment on table access_token is 'exported';
comment on column access_token.tenant_id is 'technical';
comment on column access_token.token_id is 'technical';
comment on column access_token.email is 'personal';
comment on column access_token.name is 'personal';
comment on column access_token.token_hash is 'secret';
comment on column access_token.credential is 'secret';
comment on column access_token.method is 'technical';
comment on column access_token.domain is 'technical';
comment on column access_token.personal_data is 'technical';
comment on column access_token.created_at is 'technical';
comment on column access_token.expires_at is 'technical';
comment on column access_token.used_at is 'technical';
comment on table alert is 'exported; grows by alert_id';
comment on column alert.tenant_id is 'technical';
comment on column alert.domain is 'technical';
comment on column alert.alert_id is 'technical';
comment on column alert.execution_id is 'technical';
comment on column alert.visit_sequence is 'technical';
comment on column alert.customer_id is 'personal';
comment on column alert.subject_index is 'technical';
comment on column alert.subject_key is 'personal';
comment on column alert.party is 'personal';
comment on column alert.engine is 'technical';
comment on column alert.entity_id is 'personal';
comment on column alert.source is 'technical';
comment on column alert.score is 'technical';
comment on column alert.hit is 'personal';
comment on column alert.entity_facts is 'personal';
comment on column alert.silenced is 'technical';
comment on column alert.reopened is 'personal';
comment on column alert.created_at is 'technical';
comment on column alert.entity_hash is 'technical';
comment on column alert.joins is 'personal';
comment on column alert.true_match_rule is 'technical';
comment on table api_key is 'exported';
comment on column api_key.tenant_id is 'technical';
comment on column api_key.api_key is 'technical';
comment on column api_key.name is 'technical';
comment on column api_key.secret is 'secret';
comment on column api_key.secret_number is 'technical';
comment on column api_key.previous_secret is 'secret';
comment on column api_key.previous_number is 'technical';
comment on column api_key.previous_since is 'technical';
comment on column api_key.previous_until is 'technical';
comment on column api_key.file_secret_hash is 'secret';
comment on column api_key.domains is 'technical';
comment on column api_key.operations is 'technical';
comment on column api_key.rate_requests is 'technical';
comment on column api_key.rate_seconds is 'technical';
comment on column api_key.rate_next_at is 'technical';
comment on column api_key.calls_granted is 'technical';
comment on column api_key.calls_used is 'technical';
comment on column api_key.expires_at is 'technical';
comment on column api_key.enabled is 'technical';
comment on column api_key.revision is 'technical';
comment on column api_key.created_at is 'technical';
comment on column api_key.revoked_at is 'technical';
comment on table api_key_use is 'exported';
comment on column api_key_use.tenant_id is 'technical';
comment on column api_key_use.api_key is 'technical';
comment on column api_key_use.secret_number is 'technical';
comment on column api_key_use.last_used_at is 'technical';
comment on table assurance_customer is 'exported';
comment on column assurance_customer.tenant_id is 'technical';
comment on column assurance_customer.domain is 'technical';
comment on column assurance_customer.run_id is 'technical';
comment on column assurance_customer.place is 'technical';
comment on column assurance_customer.customer_id is 'personal';
comment on table assurance_file is 'exported';
comment on column assurance_file.tenant_id is 'technical';
comment on column assurance_file.domain is 'technical';
comment on column assurance_file.run_id is 'technical';
comment on column assurance_file.name is 'technical';
comment on column assurance_file.content is 'technical';
comment on table assurance_pair is 'exported';
comment on column assurance_pair.tenant_id is 'technical';
comment on column assurance_pair.domain is 'technical';
comment on column assurance_pair.run_id is 'technical';
comment on column assurance_pair.pair_no is 'technical';
comment on column assurance_pair.customer_id is 'personal';
comment on column assurance_pair.score is 'technical';
comment on column assurance_pair.source is 'technical';
comment on column assurance_pair.entity_id is 'personal';
comment on column assurance_pair.listed is 'personal';
comment on column assurance_pair.ruling is 'personal';
comment on column assurance_pair.ruled_by is 'personal';
comment on column assurance_pair.ruled_at is 'technical';
comment on table assurance_run is 'exported';
comment on column assurance_run.tenant_id is 'technical';
comment on column assurance_run.domain is 'technical';
comment on column assurance_run.run_id is 'technical';
comment on column assurance_run.settings is 'technical';
comment on column assurance_run.basis is 'technical';
comment on column assurance_run.total is 'technical';
comment on column assurance_run.screened is 'technical';
comment on column assurance_run.state is 'technical';
comment on column assurance_run.ordered_by is 'personal';
comment on column assurance_run.ordered_at is 'technical';
comment on column assurance_run.finished_at is 'technical';
comment on column assurance_run.summary is 'technical';
comment on column assurance_run.report_sha256 is 'technical';
comment on column assurance_run.attestation is 'technical';
comment on column assurance_run.failure is 'technical';
comment on column assurance_run.owner_node is 'technical';
comment on column assurance_run.deaths is 'technical';
comment on column assurance_run.customers is 'technical';
comment on table audit_block is 'exported';
comment on column audit_block.tenant_id is 'technical';
comment on column audit_block.number is 'technical';
comment on column audit_block.sealed_at is 'technical';
comment on column audit_block.events is 'technical';
comment on column audit_block.content is 'technical';
comment on column audit_block.hash is 'technical';
comment on column audit_block.signing_key is 'technical';
comment on column audit_block.signature is 'technical';
comment on table audit_event is 'exported; grows by event_id';
comment on column audit_event.tenant_id is 'technical';
comment on column audit_event.domain is 'technical';
comment on column audit_event.event_id is 'technical';
comment on column audit_event.at is 'technical';
comment on column audit_event.actor_kind is 'technical';
comment on column audit_event.actor is 'personal';
comment on column audit_event.act is 'technical';
comment on column audit_event.object_kind is 'technical';
comment on column audit_event.object_id is 'personal';
comment on column audit_event.detail is 'personal';
comment on column audit_event.salt is 'personal';
comment on column audit_event.detail_hash is 'technical';
comment on column audit_event.transaction is 'technical';
comment on table audit_head is 'exported';
comment on column audit_head.tenant_id is 'technical';
comment on column audit_head.number is 'technical';
comment on column audit_head.hash is 'technical';
comment on column audit_head.sealed_at is 'technical';
comment on column audit_head.signed_from is 'technical';
comment on column audit_head.signing_key is 'technical';
comment on column audit_head.signature is 'technical';
comment on table audit_publication is 'exported';
comment on column audit_publication.destination is 'technical';
comment on column audit_publication.attempted_at is 'technical';
comment on column audit_publication.sent_at is 'technical';
comment on column audit_publication.failure is 'technical';
comment on table audit_sealing is 'exported';
comment on column audit_sealing.single is 'technical';
comment on column audit_sealing.cluster is 'technical';
comment on column audit_sealing.sealed_before is 'technical';
comment on column audit_sealing.signing_began is 'technical';
comment on table audit_signing_key is 'exported';
comment on column audit_signing_key.signing_key is 'technical';
comment on column audit_signing_key.vouched_by is 'technical';
comment on column audit_signing_key.public_key is 'technical';
comment on column audit_signing_key.signature is 'technical';
comment on table audit_stream is 'exported';
comment on column audit_stream.destination is 'technical';
comment on column audit_stream.positions is 'technical';
comment on column audit_stream.holder is 'technical';
comment on column audit_stream.held_until is 'technical';
comment on column audit_stream.sent_at is 'technical';
comment on column audit_stream.failure is 'technical';
comment on column audit_stream.failures is 'technical';
comment on column audit_stream.retry_at is 'technical';
comment on table case_attachment is 'exported';
comment on column case_attachment.tenant_id is 'technical';
comment on column case_attachment.domain is 'technical';
comment on column case_attachment.case_no is 'technical';
comment on column case_attachment.upload_id is 'technical';
comment on column case_attachment.attached_by is 'personal';
comment on column case_attachment.attached_at is 'technical';
comment on table case_note is 'exported';
comment on column case_note.tenant_id is 'technical';
comment on column case_note.domain is 'technical';
comment on column case_note.case_no is 'technical';
comment on column case_note.note_id is 'technical';
comment on column case_note.author is 'personal';
comment on column case_note.text is 'personal';
comment on column case_note.written_at is 'technical';
comment on table case_number is 'exported';
comment on column case_number.tenant_id is 'technical';
comment on column case_number.domain is 'technical';
comment on column case_number.last is 'technical';
comment on table case_record is 'exported; grows by execution_id';
comment on column case_record.tenant_id is 'technical';
comment on column case_record.domain is 'technical';
comment on column case_record.case_no is 'technical';
comment on column case_record.execution_id is 'technical';
comment on column case_record.customer_id is 'personal';
comment on column case_record.customer_name is 'personal';
comment on column case_record.event_type is 'technical';
comment on column case_record.status is 'technical';
comment on column case_record.groups is 'technical';
comment on column case_record.group_index is 'technical';
comment on column case_record.assignee is 'personal';
comment on column case_record.four_eyes is 'technical';
comment on column case_record.proposal is 'personal';
comment on column case_record.risk_score is 'technical';
comment on column case_record.reasons is 'personal';
comment on column case_record.subject is 'personal';
comment on column case_record.revision is 'technical';
comment on column case_record.opened_at is 'technical';
comment on column case_record.due_at is 'technical';
comment on column case_record.resolved_at is 'technical';
comment on column case_record.policy is 'technical';
comment on column case_record.countries is 'personal';
comment on column case_record.top_hit is 'personal';
comment on column case_record.hit_sources is 'technical';
comment on column case_record.pending is 'personal';
comment on column case_record.pending_until is 'technical';
comment on table case_view is 'exported';
comment on column case_view.tenant_id is 'technical';
comment on column case_view.domain is 'technical';
comment on column case_view.email is 'personal';
comment on column case_view.view_id is 'technical';
comment on column case_view.name is 'personal';
comment on column case_view.search is 'personal';
comment on column case_view.saved_at is 'technical';
comment on table case_viewer is 'left';
comment on column case_viewer.tenant_id is 'technical';
comment on column case_viewer.domain is 'technical';
comment on column case_viewer.case_no is 'technical';
comment on column case_viewer.email is 'personal';
comment on column case_viewer.doing is 'technical';
comment on column case_viewer.seen_at is 'technical';
comment on column case_viewer.left_at is 'technical';
comment on column case_viewer.transaction is 'technical';
comment on table ceremony is 'exported';
comment on column ceremony.token_hash is 'secret';
comment on column ceremony.kind is 'technical';
comment on column ceremony.tenant_id is 'technical';
comment on column ceremony.email is 'personal';
comment on column ceremony.data is 'personal';
comment on column ceremony.expires_at is 'technical';
comment on table change_marker is 'exported';
comment on column change_marker.topic is 'technical';
comment on column change_marker.tenant_id is 'technical';
comment on column change_marker.revision is 'technical';
comment on table code_sending is 'exported';
comment on column code_sending.tenant_id is 'technical';
comment on column code_sending.sending_id is 'technical';
comment on column code_sending.channel is 'technical';
comment on column code_sending.subject_hash is 'personal';
comment on column code_sending.address_hash is 'personal';
comment on column code_sending.sent_at is 'technical';
comment on table common_input is 'exported';
comment on column common_input.tenant_id is 'technical';
comment on column common_input.domain is 'technical';
comment on column common_input.content_hash is 'technical';
comment on column common_input.content is 'technical';
comment on table console_session is 'exported';
comment on column console_session.tenant_id is 'technical';
comment on column console_session.session_id is 'technical';
comment on column console_session.email is 'personal';
comment on column console_session.token_hash is 'secret';
comment on column console_session.credential is 'secret';
comment on column console_session.method is 'technical';
comment on column console_session.device is 'personal';
comment on column console_session.address is 'personal';
comment on column console_session.started_at is 'technical';
comment on column console_session.used_at is 'technical';
comment on column console_session.proved_at is 'technical';
comment on column console_session.expires_at is 'technical';
comment on table customer is 'exported';
comment on column customer.tenant_id is 'technical';
comment on column customer.domain is 'technical';
comment on column customer.customer_id is 'personal';
comment on column customer.audit_id is 'technical';
comment on column customer.customer_type is 'technical';
comment on column customer.name is 'personal';
comment on column customer.profile is 'personal';
comment on column customer.subject is 'personal';
comment on column customer.id_type is 'personal';
comment on column customer.id_number is 'personal';
comment on column customer.monitored is 'technical';
comment on column customer.changed_in is 'technical';
comment on column customer.created_at is 'technical';
comment on column customer.updated_at is 'technical';
comment on column customer.relationship_ended_on is 'technical';
comment on table customer_parties is 'exported';
comment on column customer_parties.tenant_id is 'technical';
comment on column customer_parties.domain is 'technical';
comment on column customer_parties.customer_id is 'personal';
comment on column customer_parties.declared_by is 'technical';
comment on column customer_parties.execution_id is 'technical';
comment on column customer_parties.parties is 'personal';
comment on column customer_parties.party_count is 'technical';
comment on column customer_parties.self is 'personal';
comment on column customer_parties.changed_in is 'technical';
comment on column customer_parties.updated_at is 'technical';
comment on table customer_word is 'rebuilt';
comment on column customer_word.tenant_id is 'technical';
comment on column customer_word.domain is 'technical';
comment on column customer_word.word is 'personal';
comment on column customer_word.customer_id is 'personal';
comment on table daily_usage is 'exported';
comment on column daily_usage.tenant_id is 'technical';
comment on column daily_usage.domain is 'technical';
comment on column daily_usage.day is 'technical';
comment on column daily_usage.row_id is 'technical';
comment on column daily_usage.kind is 'technical';
comment on column daily_usage.unit is 'technical';
comment on column daily_usage.api_key is 'technical';
comment on column daily_usage.units is 'technical';
comment on column daily_usage.merged is 'technical';
comment on table document_request is 'exported';
comment on column document_request.tenant_id is 'technical';
comment on column document_request.domain is 'technical';
comment on column document_request.request_id is 'technical';
comment on column document_request.case_no is 'technical';
comment on column document_request.execution_id is 'technical';
comment on column document_request.node_id is 'technical';
comment on column document_request.document_id is 'technical';
comment on column document_request.document_group is 'technical';
comment on column document_request.document_type is 'technical';
comment on column document_request.country is 'personal';
comment on column document_request.person is 'personal';
comment on column document_request.reason is 'technical';
comment on column document_request.callback_key is 'technical';
comment on column document_request.asked_by is 'personal';
comment on column document_request.asked_at is 'technical';
comment on column document_request.expires_at is 'technical';
comment on column document_request.given_at is 'technical';
comment on table document_review is 'exported';
comment on column document_review.tenant_id is 'technical';
comment on column document_review.domain is 'technical';
comment on column document_review.case_no is 'technical';
comment on column document_review.review_id is 'technical';
comment on column document_review.document_id is 'technical';
comment on column document_review.verdict is 'technical';
comment on column document_review.reason is 'personal';
comment on column document_review.reviewed_by is 'personal';
comment on column document_review.reviewed_at is 'technical';
comment on table entity_pair_decision is 'exported';
comment on column entity_pair_decision.tenant_id is 'technical';
comment on column entity_pair_decision.domain is 'technical';
comment on column entity_pair_decision.first_id is 'personal';
comment on column entity_pair_decision.second_id is 'personal';
comment on column entity_pair_decision.revision is 'technical';
comment on column entity_pair_decision.is_same is 'technical';
comment on column entity_pair_decision.reason is 'personal';
comment on column entity_pair_decision.case_no is 'technical';
comment on column entity_pair_decision.decided_by is 'personal';
comment on column entity_pair_decision.decided_at is 'technical';
comment on table erasure is 'exported';
comment on column erasure.tenant_id is 'technical';
comment on column erasure.domain is 'technical';
comment on column erasure.erasure_id is 'technical';
comment on column erasure.customer_audit_id is 'technical';
comment on column erasure.customer_id is 'personal';
comment on column erasure.reason is 'personal';
comment on column erasure.state is 'technical';
comment on column erasure.requested_by is 'personal';
comment on column erasure.requested_at is 'technical';
comment on column erasure.answered_by is 'personal';
comment on column erasure.answered_at is 'technical';
comment on column erasure.refusal is 'personal';
comment on column erasure.erased is 'technical';
comment on column erasure.finished_at is 'technical';
comment on column erasure.repeated is 'technical';
comment on column erasure.failures is 'technical';
comment on column erasure.failure is 'technical';
comment on column erasure.retry_at is 'technical';
comment on column erasure.statistics_at is 'technical';
comment on table event_quota is 'exported';
comment on column event_quota.tenant_id is 'technical';
comment on column event_quota.event_type is 'technical';
comment on column event_quota.granted is 'technical';
comment on column event_quota.used is 'technical';
comment on table execution is 'exported; grows by execution_id';
comment on column execution.tenant_id is 'technical';
comment on column execution.domain is 'technical';
comment on column execution.execution_id is 'technical';
comment on column execution.customer_id is 'personal';
comment on column execution.event_type is 'technical';
comment on column execution.source is 'technical';
comment on column execution.workflow_id is 'technical';
comment on column execution.workflow_version is 'technical';
comment on column execution.api_key is 'technical';
comment on column execution.request_id is 'technical';
comment on column execution.state is 'technical';
comment on column execution.segment is 'technical';
comment on column execution.fence is 'technical';
comment on column execution.owner_node is 'technical';
comment on column execution.job_id is 'technical';
comment on column execution.deaths is 'technical';
comment on column execution.node_id is 'technical';
comment on column execution.visits is 'technical';
comment on column execution.data is 'personal';
comment on column execution.outputs is 'personal';
comment on column execution.pending is 'personal';
comment on column execution.resume_from is 'personal';
comment on column execution.risk_score is 'technical';
comment on column execution.risk_reasons is 'personal';
comment on column execution.decision is 'technical';
comment on column execution.failure is 'personal';
comment on column execution.created_at is 'technical';
comment on column execution.updated_at is 'technical';
comment on column execution.due_at is 'technical';
comment on column execution.finished_at is 'technical';
comment on column execution.trace_parent is 'technical';
comment on column execution.node_runs is 'personal';
comment on column execution.sealed is 'personal';
comment on table feed is 'exported';
comment on column feed.url is 'technical';
comment on column feed.title is 'technical';
comment on column feed.etag is 'technical';
comment on column feed.last_modified is 'technical';
comment on column feed.items is 'technical';
comment on column feed.failures is 'technical';
comment on column feed.failure is 'technical';
comment on column feed.due_at is 'technical';
comment on column feed.loaded_at is 'technical';
comment on table feed_item is 'exported';
comment on column feed_item.feed_url is 'technical';
comment on column feed_item.item_id is 'technical';
comment on column feed_item.url is 'technical';
comment on column feed_item.title is 'personal';
comment on column feed_item.body is 'personal';
comment on column feed_item.published_at is 'technical';
comment on column feed_item.fetched_at is 'technical';
comment on column feed_item.keys is 'personal';
comment on table file_encryption is 'left';
comment on column file_encryption.single is 'technical';
comment on column file_encryption.started_at is 'technical';
comment on table flow_draft is 'exported; grows by execution_id';
comment on column flow_draft.tenant_id is 'technical';
comment on column flow_draft.domain is 'technical';
comment on column flow_draft.execution_id is 'technical';
comment on column flow_draft.node_id is 'technical';
comment on column flow_draft.draft is 'personal';
comment on column flow_draft.updated_at is 'technical';
comment on table flow_file is 'exported; grows by file_id';
comment on column flow_file.tenant_id is 'technical';
comment on column flow_file.domain is 'technical';
comment on column flow_file.file_id is 'technical';
comment on column flow_file.execution_id is 'technical';
comment on column flow_file.client_key is 'personal';
comment on column flow_file.filename is 'personal';
comment on column flow_file.content_type is 'technical';
comment on column flow_file.size is 'technical';
comment on column flow_file.upload_id is 'technical';
comment on column flow_file.assembling_at is 'technical';
comment on column flow_file.created_at is 'technical';
comment on table flow_file_part is 'exported';
comment on column flow_file_part.tenant_id is 'technical';
comment on column flow_file_part.domain is 'technical';
comment on column flow_file_part.file_id is 'technical';
comment on column flow_file_part.number is 'technical';
comment on column flow_file_part.content is 'personal';
comment on column flow_file_part.stored_at is 'technical';
comment on table flow_given is 'exported; grows by execution_id';
comment on column flow_given.tenant_id is 'technical';
comment on column flow_given.domain is 'technical';
comment on column flow_given.execution_id is 'technical';
comment on column flow_given.callback_key is 'technical';
comment on column flow_given.node_id is 'technical';
comment on column flow_given.data_hash is 'personal';
comment on column flow_given.given_at is 'technical';
comment on table flow_session is 'exported';
comment on column flow_session.tenant_id is 'technical';
comment on column flow_session.domain is 'technical';
comment on column flow_session.session_id is 'technical';
comment on column flow_session.link_id is 'technical';
comment on column flow_session.token_hash is 'secret';
comment on column flow_session.started_at is 'technical';
comment on column flow_session.used_at is 'technical';
comment on table idempotency_key is 'exported';
comment on column idempotency_key.tenant_id is 'technical';
comment on column idempotency_key.domain is 'technical';
comment on column idempotency_key.key is 'personal';
comment on column idempotency_key.execution_id is 'technical';
comment on column idempotency_key.request_digest is 'technical';
comment on column idempotency_key.answer is 'personal';
comment on column idempotency_key.answers_until is 'technical';
comment on column idempotency_key.created_at is 'technical';
comment on table identity_provider is 'exported';
comment on column identity_provider.tenant_id is 'technical';
comment on column identity_provider.provider_id is 'technical';
comment on column identity_provider.name is 'technical';
comment on column identity_provider.issuer is 'technical';
comment on column identity_provider.client_id is 'technical';
comment on column identity_provider.client_secret is 'secret';
comment on column identity_provider.email_domains is 'technical';
comment on column identity_provider.trusts_addresses is 'technical';
comment on column identity_provider.enabled is 'technical';
comment on table legal_hold is 'exported';
comment on column legal_hold.tenant_id is 'technical';
comment on column legal_hold.domain is 'technical';
comment on column legal_hold.hold_id is 'technical';
comment on column legal_hold.customer_id is 'personal';
comment on column legal_hold.case_no is 'technical';
comment on column legal_hold.reason is 'personal';
comment on column legal_hold.placed_by is 'personal';
comment on column legal_hold.placed_at is 'technical';
comment on column legal_hold.release_requested_by is 'personal';
comment on column legal_hold.release_requested_at is 'technical';
comment on column legal_hold.release_reason is 'personal';
comment on column legal_hold.released_by is 'personal';
comment on column legal_hold.released_at is 'technical';
comment on table link is 'exported; grows by link_id';
comment on column link.tenant_id is 'technical';
comment on column link.domain is 'technical';
comment on column link.link_id is 'technical';
comment on column link.email is 'personal';
comment on column link.customer_id is 'personal';
comment on column link.event_type is 'technical';
comment on column link.token_hash is 'secret';
comment on column link.api_key is 'technical';
comment on column link.request_id is 'technical';
comment on column link.created_at is 'technical';
comment on column link.expires_at is 'technical';
comment on column link.ended_at is 'technical';
comment on column link.end_reason is 'technical';
comment on column link.execution_id is 'technical';
comment on column link.language is 'technical';
comment on column link.consented_at is 'technical';
comment on column link.document_request_id is 'technical';
comment on table list_activation is 'exported';
comment on column list_activation.sequence is 'technical';
comment on column list_activation.source is 'technical';
comment on column list_activation.version is 'technical';
comment on column list_activation.previous_version is 'technical';
comment on column list_activation.activated_at is 'technical';
comment on column list_activation.reason is 'technical';
comment on column list_activation.actor_kind is 'technical';
comment on column list_activation.actor is 'personal';
comment on column list_activation.entries is 'technical';
comment on column list_activation.entries_new is 'technical';
comment on column list_activation.entries_material is 'technical';
comment on column list_activation.entries_minor is 'technical';
comment on column list_activation.entries_gone is 'technical';
comment on column list_activation.itemized is 'technical';
comment on table list_archive_file is 'exported';
comment on column list_archive_file.sha256 is 'technical';
comment on column list_archive_file.size is 'technical';
comment on column list_archive_file.base_sha256 is 'technical';
comment on column list_archive_file.depth is 'technical';
comment on column list_archive_file.pieces_id is 'technical';
comment on column list_archive_file.pieces is 'technical';
comment on column list_archive_file.archived_at is 'technical';
comment on table list_archive_piece is 'exported';
comment on column list_archive_piece.pieces_id is 'technical';
comment on column list_archive_piece.piece is 'technical';
comment on column list_archive_piece.base_start is 'technical';
comment on column list_archive_piece.base_bytes is 'technical';
comment on column list_archive_piece.content is 'technical';
comment on table list_change is 'exported';
comment on column list_change.sequence is 'technical';
comment on column list_change.entry_id is 'technical';
comment on column list_change.kind is 'technical';
comment on table list_file_piece is 'exported';
comment on column list_file_piece.sha256 is 'technical';
comment on column list_file_piece.piece is 'technical';
comment on column list_file_piece.content is 'technical';
comment on column list_file_piece.is_last is 'technical';
comment on column list_file_piece.stored_at is 'technical';
comment on table list_node is 'left';
comment on column list_node.node_id is 'technical';
comment on column list_node.sequence is 'technical';
comment on column list_node.versions is 'technical';
comment on column list_node.since is 'technical';
comment on table list_source is 'exported';
comment on column list_source.source is 'technical';
comment on column list_source.claimed_by is 'technical';
comment on column list_source.claimed_until is 'technical';
comment on column list_source.checked_at is 'technical';
comment on column list_source.next_check_at is 'technical';
comment on column list_source.failures is 'technical';
comment on column list_source.last_failure is 'technical';
comment on column list_source.validators is 'technical';
comment on table list_version is 'exported';
comment on column list_version.source is 'technical';
comment on column list_version.version is 'technical';
comment on column list_version.state is 'technical';
comment on column list_version.found_at is 'technical';
comment on column list_version.published_at is 'technical';
comment on column list_version.entries is 'technical';
comment on column list_version.names is 'technical';
comment on column list_version.rejected is 'technical';
comment on column list_version.files is 'technical';
comment on column list_version.refusal is 'technical';
comment on table listed_entity is 'exported';
comment on column listed_entity.tenant_id is 'technical';
comment on column listed_entity.domain is 'technical';
comment on column listed_entity.content_hash is 'technical';
comment on column listed_entity.entry is 'personal';
comment on column listed_entity.first_seen_at is 'technical';
comment on table message is 'exported';
comment on column message.tenant_id is 'technical';
comment on column message.domain is 'technical';
comment on column message.message_id is 'technical';
comment on column message.channel is 'technical';
comment on column message.kind is 'technical';
comment on column message.language is 'technical';
comment on column message.address is 'personal';
comment on column message.sealed is 'personal';
comment on column message.state is 'technical';
comment on column message.owner_node is 'technical';
comment on column message.deaths is 'technical';
comment on column message.created_at is 'technical';
comment on column message.expires_at is 'technical';
comment on column message.finished_at is 'technical';
comment on table message_attempt is 'exported';
comment on column message_attempt.tenant_id is 'technical';
comment on column message_attempt.domain is 'technical';
comment on column message_attempt.message_id is 'technical';
comment on column message_attempt.attempt is 'technical';
comment on column message_attempt.provider is 'technical';
comment on column message_attempt.intended_at is 'technical';
comment on column message_attempt.finished_at is 'technical';
comment on column message_attempt.outcome is 'technical';
comment on column message_attempt.failure is 'technical';
comment on column message_attempt.reference is 'personal';
comment on table migration is 'left';
comment on column migration.number is 'technical';
comment on column migration.name is 'technical';
comment on column migration.checksum is 'technical';
comment on column migration.applied_at is 'technical';
comment on column migration.works_since is 'technical';
comment on table monitoring_position is 'exported';
comment on column monitoring_position.tenant_id is 'technical';
comment on column monitoring_position.domain is 'technical';
comment on column monitoring_position.sequence is 'technical';
comment on column monitoring_position.watchlist_revision is 'technical';
comment on column monitoring_position.mark is 'technical';
comment on column monitoring_position.again_from is 'technical';
comment on column monitoring_position.again_watchlist is 'technical';
comment on column monitoring_position.default_was is 'technical';
comment on column monitoring_position.updated_at is 'technical';
comment on table monitoring_run is 'exported; grows by run_id';
comment on column monitoring_run.tenant_id is 'technical';
comment on column monitoring_run.domain is 'technical';
comment on column monitoring_run.run_id is 'technical';
comment on column monitoring_run.kind is 'technical';
comment on column monitoring_run.state is 'technical';
comment on column monitoring_run.customer_id is 'personal';
comment on column monitoring_run.ordered_by is 'personal';
comment on column monitoring_run.from_sequence is 'technical';
comment on column monitoring_run.to_sequence is 'technical';
comment on column monitoring_run.mark is 'technical';
comment on column monitoring_run.default_was is 'technical';
comment on column monitoring_run.versions_from is 'technical';
comment on column monitoring_run.versions_to is 'technical';
comment on column monitoring_run.engine_version is 'technical';
comment on column monitoring_run.entries_changed is 'technical';
comment on column monitoring_run.customers_considered is 'technical';
comment on column monitoring_run.customers_concerned is 'technical';
comment on column monitoring_run.customers_screened is 'technical';
comment on column monitoring_run.alerts is 'technical';
comment on column monitoring_run.silenced is 'technical';
comment on column monitoring_run.executions is 'technical';
comment on column monitoring_run.failures is 'technical';
comment on column monitoring_run.failure is 'personal';
comment on column monitoring_run.cursor is 'personal';
comment on column monitoring_run.worked_ms is 'technical';
comment on column monitoring_run.fence is 'technical';
comment on column monitoring_run.owner_node is 'technical';
comment on column monitoring_run.job_id is 'technical';
comment on column monitoring_run.deaths is 'technical';
comment on column monitoring_run.ordered_at is 'technical';
comment on column monitoring_run.started_at is 'technical';
comment on column monitoring_run.finished_at is 'technical';
comment on table monitoring_start is 'exported; grows by run_id';
comment on column monitoring_start.tenant_id is 'technical';
comment on column monitoring_start.domain is 'technical';
comment on column monitoring_start.run_id is 'technical';
comment on column monitoring_start.customer_id is 'personal';
comment on column monitoring_start.execution_id is 'technical';
comment on column monitoring_start.entity_ids is 'personal';
comment on column monitoring_start.told is 'personal';
comment on column monitoring_start.parties is 'personal';
comment on table node_lease is 'left';
comment on column node_lease.node_id is 'technical';
comment on column node_lease.started_at is 'technical';
comment on column node_lease.beat_at is 'technical';
comment on column node_lease.version is 'technical';
comment on column node_lease.reads_encrypted_files is 'technical';
comment on table one_time_code is 'exported';
comment on column one_time_code.tenant_id is 'technical';
comment on column one_time_code.domain is 'technical';
comment on column one_time_code.subject_key is 'personal';
comment on column one_time_code.channel is 'technical';
comment on column one_time_code.code_id is 'technical';
comment on column one_time_code.address is 'personal';
comment on column one_time_code.sealed_address is 'personal';
comment on column one_time_code.code_hash is 'secret';
comment on column one_time_code.wrong_hashes is 'secret';
comment on column one_time_code.attempts_left is 'technical';
comment on column one_time_code.message_id is 'technical';
comment on column one_time_code.sent_at is 'technical';
comment on column one_time_code.expires_at is 'technical';
comment on column one_time_code.resend_at is 'technical';
comment on column one_time_code.verified_at is 'technical';
comment on table passkey is 'exported';
comment on column passkey.tenant_id is 'technical';
comment on column passkey.passkey_id is 'technical';
comment on column passkey.email is 'personal';
comment on column passkey.credential_id is 'personal';
comment on column passkey.public_key is 'technical';
comment on column passkey.counter is 'technical';
comment on column passkey.transports is 'technical';
comment on column passkey.name is 'personal';
comment on column passkey.backed_up is 'technical';
comment on column passkey.created_at is 'technical';
comment on column passkey.used_at is 'technical';
comment on table person_identity is 'exported';
comment on column person_identity.tenant_id is 'technical';
comment on column person_identity.provider_id is 'technical';
comment on column person_identity.subject is 'personal';
comment on column person_identity.email is 'personal';
comment on column person_identity.linked_at is 'technical';
comment on table person_link is 'exported';
comment on column person_link.tenant_id is 'technical';
comment on column person_link.link_id is 'technical';
comment on column person_link.email is 'personal';
comment on column person_link.kind is 'technical';
comment on column person_link.token_hash is 'secret';
comment on column person_link.created_at is 'technical';
comment on column person_link.expires_at is 'technical';
comment on table personal_key is 'exported; grows by key_id';
comment on column personal_key.tenant_id is 'technical';
comment on column personal_key.domain is 'technical';
comment on column personal_key.key_id is 'technical';
comment on column personal_key.wrapped_key is 'secret';
comment on column personal_key.created_at is 'technical';
comment on table preview is 'left';
comment on column preview.tenant_id is 'technical';
comment on column preview.domain is 'technical';
comment on column preview.preview_id is 'technical';
comment on column preview.kind is 'technical';
comment on column preview.change is 'technical';
comment on column preview.state is 'technical';
comment on column preview.ordered_by is 'personal';
comment on column preview.ordered_at is 'technical';
comment on column preview.finished_at is 'technical';
comment on column preview.result is 'technical';
comment on column preview.failure is 'technical';
comment on column preview.owner_node is 'technical';
comment on column preview.deaths is 'technical';
comment on column preview.progress is 'technical';
comment on table preview_customer is 'left';
comment on column preview_customer.tenant_id is 'technical';
comment on column preview_customer.domain is 'technical';
comment on column preview_customer.preview_id is 'technical';
comment on column preview_customer.customer_id is 'personal';
comment on column preview_customer.appearing is 'personal';
comment on column preview_customer.vanishing is 'personal';
comment on column preview_customer.true_matches is 'technical';
comment on table quick_scan is 'exported; grows by scan_id';
comment on column quick_scan.tenant_id is 'technical';
comment on column quick_scan.domain is 'technical';
comment on column quick_scan.scan_id is 'technical';
comment on column quick_scan.state is 'technical';
comment on column quick_scan.subject is 'personal';
comment on column quick_scan.engines is 'technical';
comment on column quick_scan.description is 'personal';
comment on column quick_scan.api_key is 'technical';
comment on column quick_scan.requested_by is 'personal';
comment on column quick_scan.request_id is 'technical';
comment on column quick_scan.total_hits is 'technical';
comment on column quick_scan.hit_counts is 'technical';
comment on column quick_scan.list_versions is 'technical';
comment on column quick_scan.failure is 'personal';
comment on column quick_scan.fence is 'technical';
comment on column quick_scan.owner_node is 'technical';
comment on column quick_scan.job_id is 'technical';
comment on column quick_scan.deaths is 'technical';
comment on column quick_scan.created_at is 'technical';
comment on column quick_scan.finished_at is 'technical';
comment on column quick_scan.joins is 'personal';
comment on column quick_scan.case_execution_id is 'technical';
comment on column quick_scan.case_requested_at is 'technical';
comment on table quick_scan_hit is 'exported; grows by scan_id';
comment on column quick_scan_hit.tenant_id is 'technical';
comment on column quick_scan_hit.domain is 'technical';
comment on column quick_scan_hit.scan_id is 'technical';
comment on column quick_scan_hit.engine is 'technical';
comment on column quick_scan_hit."position" is 'technical';
comment on column quick_scan_hit.hit is 'personal';
comment on table recovery_code is 'exported';
comment on column recovery_code.tenant_id is 'technical';
comment on column recovery_code.email is 'personal';
comment on column recovery_code.code_hash is 'secret';
comment on column recovery_code.used_at is 'technical';
comment on table reference_version is 'exported';
comment on column reference_version.reference_version_id is 'technical';
comment on column reference_version.key is 'technical';
comment on column reference_version.version is 'technical';
comment on column reference_version.etag is 'technical';
comment on column reference_version.attribution is 'technical';
comment on column reference_version.items is 'technical';
comment on column reference_version.counts is 'technical';
comment on column reference_version.file_name is 'technical';
comment on column reference_version.file_sha256 is 'technical';
comment on column reference_version.imported_by is 'personal';
comment on column reference_version.imported_at is 'technical';
comment on column reference_version.active is 'technical';
comment on table retention_change is 'exported';
comment on column retention_change.tenant_id is 'technical';
comment on column retention_change.domain is 'technical';
comment on column retention_change.change_id is 'technical';
comment on column retention_change.kind is 'technical';
comment on column retention_change.is_reset is 'technical';
comment on column retention_change.period is 'technical';
comment on column retention_change.basis is 'technical';
comment on column retention_change.previous_period is 'technical';
comment on column retention_change.previous_basis is 'technical';
comment on column retention_change.reason is 'personal';
comment on column retention_change.state is 'technical';
comment on column retention_change.requested_by is 'personal';
comment on column retention_change.requested_at is 'technical';
comment on column retention_change.answered_by is 'personal';
comment on column retention_change.answered_at is 'technical';
comment on column retention_change.refusal is 'personal';
comment on table retention_period is 'exported';
comment on column retention_period.tenant_id is 'technical';
comment on column retention_period.domain is 'technical';
comment on column retention_period.kind is 'technical';
comment on column retention_period.period is 'technical';
comment on column retention_period.basis is 'technical';
comment on table retention_run is 'exported';
comment on column retention_run.tenant_id is 'technical';
comment on column retention_run.domain is 'technical';
comment on column retention_run.run_id is 'technical';
comment on column retention_run.state is 'technical';
comment on column retention_run.as_of is 'technical';
comment on column retention_run.periods is 'technical';
comment on column retention_run.kind is 'technical';
comment on column retention_run.cursor is 'technical';
comment on column retention_run.due is 'technical';
comment on column retention_run.kept is 'technical';
comment on column retention_run.removed is 'technical';
comment on column retention_run.waits_for is 'technical';
comment on column retention_run.answered_by is 'personal';
comment on column retention_run.answered_at is 'technical';
comment on column retention_run.failure is 'technical';
comment on column retention_run.started_at is 'technical';
comment on column retention_run.finished_at is 'technical';
comment on column retention_run.claimed_by is 'technical';
comment on column retention_run.claimed_until is 'technical';
comment on column retention_run.statistics_at is 'technical';
comment on table reviewer_group is 'exported';
comment on column reviewer_group.tenant_id is 'technical';
comment on column reviewer_group.name is 'technical';
comment on table ruling is 'exported';
comment on column ruling.tenant_id is 'technical';
comment on column ruling.domain is 'technical';
comment on column ruling.customer_id is 'personal';
comment on column ruling.entity_id is 'personal';
comment on column ruling.revision is 'technical';
comment on column ruling.ruling is 'technical';
comment on column ruling.reason is 'personal';
comment on column ruling.case_no is 'technical';
comment on column ruling.subject_key is 'personal';
comment on column ruling.subject is 'personal';
comment on column ruling.entity_facts is 'personal';
comment on column ruling.subject_facts is 'personal';
comment on column ruling.ruled_by is 'personal';
comment on column ruling.ruled_at is 'technical';
comment on table shadow_difference is 'left';
comment on column shadow_difference.tenant_id is 'technical';
comment on column shadow_difference.domain is 'technical';
comment on column shadow_difference.shadow_run_id is 'technical';
comment on column shadow_difference.execution_id is 'technical';
comment on column shadow_difference.customer_id is 'personal';
comment on column shadow_difference.difference is 'personal';
comment on column shadow_difference.is_loss is 'technical';
comment on table shadow_run is 'left';
comment on column shadow_run.tenant_id is 'technical';
comment on column shadow_run.domain is 'technical';
comment on column shadow_run.shadow_run_id is 'technical';
comment on column shadow_run.workflow_id is 'technical';
comment on column shadow_run.revision is 'technical';
comment on column shadow_run.workflow_version is 'technical';
comment on column shadow_run.every is 'technical';
comment on column shadow_run.state is 'technical';
comment on column shadow_run.started_by is 'personal';
comment on column shadow_run.started_at is 'technical';
comment on column shadow_run.ends_at is 'technical';
comment on column shadow_run.ended_by is 'personal';
comment on column shadow_run.ended_at is 'technical';
comment on column shadow_run.end_reason is 'technical';
comment on column shadow_run.compared_until is 'technical';
comment on column shadow_run.undecided is 'technical';
comment on column shadow_run.figures is 'technical';
comment on column shadow_run.owner_node is 'technical';
comment on column shadow_run.deaths is 'technical';
comment on table sign_in_failure is 'exported';
comment on column sign_in_failure.kind is 'technical';
comment on column sign_in_failure.key is 'personal';
comment on column sign_in_failure.failures is 'technical';
comment on column sign_in_failure.since is 'technical';
comment on table tenant is 'exported';
comment on column tenant.tenant_id is 'technical';
comment on column tenant.name is 'technical';
comment on column tenant.environment is 'technical';
comment on column tenant.production_stated is 'technical';
comment on column tenant.enabled is 'technical';
comment on column tenant.billing_blocked is 'technical';
comment on column tenant.events is 'technical';
comment on column tenant.quick_scan_granted is 'technical';
comment on column tenant.quick_scan_used is 'technical';
comment on column tenant.max_stored_bytes is 'technical';
comment on column tenant.watchlist_revision is 'technical';
comment on column tenant.monitoring_default is 'technical';
comment on column tenant.upload_origins is 'technical';
comment on column tenant.webhook_hosts is 'technical';
comment on column tenant.publishing is 'technical';
comment on column tenant.branding is 'technical';
comment on column tenant.hosted is 'technical';
comment on column tenant.case_rules is 'technical';
comment on column tenant.sign_in is 'technical';
comment on column tenant.created_at is 'technical';
comment on column tenant.watchlist_versions_since is 'technical';
comment on table tenant_data_key is 'exported';
comment on column tenant_data_key.tenant_id is 'technical';
comment on column tenant_data_key.wrapped_key is 'secret';
comment on column tenant_data_key.master_key_id is 'technical';
comment on column tenant_data_key.rotated_at is 'technical';
comment on table tenant_domain is 'exported';
comment on column tenant_domain.tenant_id is 'technical';
comment on column tenant_domain.domain is 'technical';
comment on table tenant_move is 'exported';
comment on column tenant_move.tenant_id is 'technical';
comment on column tenant_move.move_id is 'technical';
comment on column tenant_move.state is 'technical';
comment on column tenant_move.destination is 'technical';
comment on column tenant_move.was_enabled is 'technical';
comment on column tenant_move.receipt_hash is 'secret';
comment on column tenant_move.started_at is 'technical';
comment on column tenant_move.exported_at is 'technical';
comment on column tenant_move.moved_at is 'technical';
comment on table tenant_reference is 'exported';
comment on column tenant_reference.tenant_id is 'technical';
comment on column tenant_reference.overrides is 'technical';
comment on column tenant_reference.updated_at is 'technical';
comment on table tenant_setting is 'exported';
comment on column tenant_setting.tenant_id is 'technical';
comment on column tenant_setting.section is 'technical';
comment on column tenant_setting.version is 'technical';
comment on column tenant_setting.in_file is 'technical';
comment on column tenant_setting.changed_by is 'personal';
comment on column tenant_setting.changed_at is 'technical';
comment on table tenant_storage is 'exported';
comment on column tenant_storage.tenant_id is 'technical';
comment on column tenant_storage.stored_bytes is 'technical';
comment on table totp_factor is 'exported';
comment on column totp_factor.tenant_id is 'technical';
comment on column totp_factor.email is 'personal';
comment on column totp_factor.secret is 'secret';
comment on column totp_factor.pending_secret is 'secret';
comment on column totp_factor.confirmed_at is 'technical';
comment on column totp_factor.last_step is 'technical';
comment on table upload is 'exported; grows by upload_id';
comment on column upload.tenant_id is 'technical';
comment on column upload.domain is 'technical';
comment on column upload.upload_id is 'technical';
comment on column upload.bucket is 'technical';
comment on column upload.object_key is 'technical';
comment on column upload.filename is 'personal';
comment on column upload.content_type is 'technical';
comment on column upload.size is 'technical';
comment on column upload.sha256 is 'technical';
comment on column upload.api_key is 'technical';
comment on column upload.uploaded_by is 'personal';
comment on column upload.request_id is 'technical';
comment on column upload.uploaded_at is 'technical';
comment on column upload.encrypted is 'technical';
comment on table upload_reference is 'exported; grows by execution_id';
comment on column upload_reference.tenant_id is 'technical';
comment on column upload_reference.domain is 'technical';
comment on column upload_reference.upload_id is 'technical';
comment on column upload_reference.execution_id is 'technical';
comment on table upload_token is 'exported';
comment on column upload_token.tenant_id is 'technical';
comment on column upload_token.domain is 'technical';
comment on column upload_token.token_hash is 'secret';
comment on column upload_token.api_key is 'technical';
comment on column upload_token.expires_at is 'technical';
comment on table usage_backlog is 'exported';
comment on column usage_backlog.single is 'technical';
comment on column usage_backlog.summed_from is 'technical';
comment on table usage_ledger is 'exported; grows by reference';
comment on column usage_ledger.tenant_id is 'technical';
comment on column usage_ledger.domain is 'technical';
comment on column usage_ledger.reference is 'technical';
comment on column usage_ledger.kind is 'technical';
comment on column usage_ledger.unit is 'technical';
comment on column usage_ledger.units is 'technical';
comment on column usage_ledger.api_key is 'technical';
comment on column usage_ledger.at is 'technical';
comment on column usage_ledger.screenings is 'technical';
comment on table user_account is 'exported';
comment on column user_account.tenant_id is 'technical';
comment on column user_account.email is 'personal';
comment on column user_account.person_id is 'technical';
comment on column user_account.name is 'personal';
comment on column user_account.password_hash is 'secret';
comment on column user_account.file_password_hash is 'secret';
comment on column user_account.roles is 'technical';
comment on column user_account.groups is 'technical';
comment on column user_account.enabled is 'technical';
comment on column user_account.created_at is 'technical';
comment on column user_account.password_changed_at is 'technical';
comment on column user_account.signed_in_at is 'technical';
comment on table visit is 'exported; grows by execution_id';
comment on column visit.tenant_id is 'technical';
comment on column visit.domain is 'technical';
comment on column visit.execution_id is 'technical';
comment on column visit.sequence is 'technical';
comment on column visit.node_id is 'technical';
comment on column visit.node_type is 'technical';
comment on column visit.attempt is 'technical';
comment on column visit.reference is 'technical';
comment on column visit.input is 'personal';
comment on column visit.output is 'personal';
comment on column visit.started_at is 'technical';
comment on column visit.finished_at is 'technical';
comment on table watchlist_entry is 'exported';
comment on column watchlist_entry.tenant_id is 'technical';
comment on column watchlist_entry.domain is 'technical';
comment on column watchlist_entry.entry_id is 'technical';
comment on column watchlist_entry.entry is 'personal';
comment on column watchlist_entry.updated_at is 'technical';
comment on column watchlist_entry.since_revision is 'technical';
comment on table watchlist_entry_version is 'exported';
comment on column watchlist_entry_version.tenant_id is 'technical';
comment on column watchlist_entry_version.domain is 'technical';
comment on column watchlist_entry_version.entry_id is 'technical';
comment on column watchlist_entry_version.until_revision is 'technical';
comment on column watchlist_entry_version.since_revision is 'technical';
comment on column watchlist_entry_version.since_at is 'technical';
comment on column watchlist_entry_version.until_at is 'technical';
comment on column watchlist_entry_version.entry is 'personal';
comment on table webhook is 'exported';
comment on column webhook.tenant_id is 'technical';
comment on column webhook.webhook_id is 'technical';
comment on column webhook.version is 'technical';
comment on column webhook.definition is 'technical';
comment on column webhook.updated_at is 'technical';
comment on column webhook.removed_at is 'technical';
comment on table webhook_attempt is 'exported; grows by delivery_id';
comment on column webhook_attempt.tenant_id is 'technical';
comment on column webhook_attempt.domain is 'technical';
comment on column webhook_attempt.delivery_id is 'technical';
comment on column webhook_attempt.attempt is 'technical';
comment on column webhook_attempt.webhook_version is 'technical';
comment on column webhook_attempt.cause is 'technical';
comment on column webhook_attempt.requested_by is 'personal';
comment on column webhook_attempt.request_id is 'technical';
comment on column webhook_attempt.owner_node is 'technical';
comment on column webhook_attempt.deaths is 'technical';
comment on column webhook_attempt.intended_at is 'technical';
comment on column webhook_attempt.due_at is 'technical';
comment on column webhook_attempt.finished_at is 'technical';
comment on column webhook_attempt.outcome is 'technical';
comment on column webhook_attempt.http_status is 'technical';
comment on column webhook_attempt.failure is 'technical';
comment on column webhook_attempt.result is 'personal';
comment on table webhook_delivery is 'exported; grows by delivery_id';
comment on column webhook_delivery.tenant_id is 'technical';
comment on column webhook_delivery.domain is 'technical';
comment on column webhook_delivery.delivery_id is 'technical';
comment on column webhook_delivery.webhook_id is 'technical';
comment on column webhook_delivery.shape_version is 'technical';
comment on column webhook_delivery.kind is 'technical';
comment on column webhook_delivery.execution_id is 'technical';
comment on column webhook_delivery.node_id is 'technical';
comment on column webhook_delivery.inputs is 'personal';
comment on column webhook_delivery.state is 'technical';
comment on column webhook_delivery.failure is 'technical';
comment on column webhook_delivery.owner_node is 'technical';
comment on column webhook_delivery.deaths is 'technical';
comment on column webhook_delivery.created_at is 'technical';
comment on column webhook_delivery.finished_at is 'technical';
comment on column webhook_delivery.expunged_at is 'technical';
comment on table webhook_secret is 'exported';
comment on column webhook_secret.tenant_id is 'technical';
comment on column webhook_secret.webhook_id is 'technical';
comment on column webhook_secret.stage is 'technical';
comment on column webhook_secret.secret is 'secret';
comment on column webhook_secret.since is 'technical';
comment on column webhook_secret.until is 'technical';
comment on table webhook_version is 'exported';
comment on column webhook_version.tenant_id is 'technical';
comment on column webhook_version.webhook_id is 'technical';
comment on column webhook_version.version is 'technical';
comment on column webhook_version.definition is 'technical';
comment on column webhook_version.saved_at is 'technical';
comment on column webhook_version.actor_kind is 'technical';
comment on column webhook_version.actor is 'personal';
comment on table workflow is 'exported';
comment on column workflow.tenant_id is 'technical';
comment on column workflow.domain is 'technical';
comment on column workflow.workflow_id is 'technical';
comment on column workflow.name is 'technical';
comment on column workflow.event_type is 'technical';
comment on column workflow.source is 'technical';
comment on column workflow.draft is 'technical';
comment on column workflow.draft_authors is 'personal';
comment on column workflow.published_version is 'technical';
comment on column workflow.published_at is 'technical';
comment on column workflow.updated_at is 'technical';
comment on table workflow_approval is 'exported';
comment on column workflow_approval.tenant_id is 'technical';
comment on column workflow_approval.domain is 'technical';
comment on column workflow_approval.workflow_id is 'technical';
comment on column workflow_approval.revision is 'technical';
comment on column workflow_approval.state is 'technical';
comment on column workflow_approval.asked_by is 'personal';
comment on column workflow_approval.asked_at is 'technical';
comment on column workflow_approval.note is 'personal';
comment on column workflow_approval.returned_by is 'personal';
comment on column workflow_approval.returned_at is 'technical';
comment on column workflow_approval.reason is 'personal';
comment on table workflow_version is 'exported';
comment on column workflow_version.tenant_id is 'technical';
comment on column workflow_version.domain is 'technical';
comment on column workflow_version.workflow_id is 'technical';
comment on column workflow_version.version is 'technical';
comment on column workflow_version.event_type is 'technical';
comment on column workflow_version.source is 'technical';
comment on column workflow_version.definition is 'technical';
comment on column workflow_version.webhooks is 'technical';
comment on column workflow_version.actor_kind is 'technical';
comment on column workflow_version.actor is 'personal';
comment on column workflow_version.asked_by is 'personal';
comment on column workflow_version.published_at is 'technical';
