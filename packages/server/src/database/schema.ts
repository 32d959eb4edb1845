import { type ColumnType, DummyDriver, Kysely, PostgresAdapter, PostgresQueryCompiler } from 'kysely';

/**
 * The tables as `migrations/` leaves them, for statements built with `queries`. A column with a default may be
 * left out of an insert. A jsonb column is read parsed and written as JSON text (`JSON.stringify`): the driver
 * would turn a bare array into a PostgreSQL array, so the types refuse anything but text.
 */

type Defaulted<Value> = ColumnType<Value, Value | undefined, Value>;
type Json = ColumnType<unknown, string, string>;
type NullableJson = ColumnType<unknown, string | null | undefined, string | null>;
type DefaultedJson = ColumnType<unknown, string | undefined, string>;

interface TenantTable {
  tenant_id: string;
  name: string;
  environment: Defaulted<string>;
  production_stated: Defaulted<boolean>;
  enabled: boolean;
  billing_blocked: boolean;
  events: string[];
  quick_scan_granted: number;
  quick_scan_used: Defaulted<number>;
  max_stored_bytes: number | null;
  watchlist_revision: Defaulted<number>;
  monitoring_default: Defaulted<boolean>;
  upload_origins: Defaulted<string[]>;
  webhook_hosts: NullableJson;
  publishing: NullableJson;
  branding: NullableJson;
  hosted: NullableJson;
  case_rules: NullableJson;
  sign_in: NullableJson;
  created_at: Defaulted<Date>;
}

interface TenantStorageTable {
  tenant_id: string;
  stored_bytes: number;
}

interface TenantDomainTable {
  tenant_id: string;
  domain: string;
}

interface TenantDataKeyTable {
  tenant_id: string;
  wrapped_key: Buffer;
  master_key_id: string;
  rotated_at: Defaulted<Date>;
}

export interface ApiKeyTable {
  tenant_id: string;
  api_key: string;
  name: Defaulted<string>;
  secret: Buffer;
  secret_number: Defaulted<number>;
  previous_secret: Buffer | null;
  previous_number: number | null;
  previous_since: Date | null;
  previous_until: Date | null;
  file_secret_hash: Buffer | null;
  domains: string[] | null;
  operations: string[];
  rate_requests: number | null;
  rate_seconds: number | null;
  rate_next_at: Defaulted<number>;
  calls_granted: number | null;
  calls_used: Defaulted<number>;
  expires_at: Date | null;
  enabled: boolean;
  revision: Defaulted<number>;
  created_at: Defaulted<Date>;
  revoked_at: Date | null;
}

interface ApiKeyUseTable {
  tenant_id: string;
  api_key: string;
  secret_number: number;
  last_used_at: Date;
}

interface EventQuotaTable {
  tenant_id: string;
  event_type: string;
  granted: number;
  used: Defaulted<number>;
}

interface ReviewerGroupTable {
  tenant_id: string;
  name: string;
}

interface UserAccountTable {
  tenant_id: string;
  email: string;
  person_id: Defaulted<string>;
  name: string | null;
  password_hash: string | null;
  file_password_hash: string | null;
  roles: string[];
  groups: string[];
  enabled: boolean;
  created_at: Defaulted<Date>;
  password_changed_at: Date | null;
  signed_in_at: Date | null;
}

interface ConsoleSessionTable {
  tenant_id: string;
  session_id: string;
  email: string;
  token_hash: Buffer;
  credential: Buffer;
  method: Defaulted<string>;
  device: Defaulted<string>;
  address: Defaulted<string>;
  started_at: Date;
  used_at: Date;
  proved_at: Defaulted<Date>;
  expires_at: Date;
}

interface TotpFactorTable {
  tenant_id: string;
  email: string;
  secret: Buffer | null;
  pending_secret: Buffer | null;
  confirmed_at: Date | null;
  last_step: Defaulted<number>;
}

interface IdentityProviderTable {
  tenant_id: string;
  provider_id: string;
  name: string;
  issuer: string;
  client_id: string;
  client_secret: Buffer | null;
  email_domains: string[];
  trusts_addresses: boolean;
  enabled: boolean;
}

interface PersonIdentityTable {
  tenant_id: string;
  provider_id: string;
  subject: string;
  email: string;
  linked_at: Defaulted<Date>;
}

interface PasskeyTable {
  tenant_id: string;
  passkey_id: string;
  email: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
  backed_up: boolean;
  created_at: Defaulted<Date>;
  used_at: Date | null;
}

interface PersonLinkTable {
  tenant_id: string;
  link_id: string;
  email: string;
  kind: string;
  token_hash: Buffer;
  created_at: Defaulted<Date>;
  expires_at: Date;
}

interface CeremonyTable {
  token_hash: Buffer;
  kind: string;
  tenant_id: string | null;
  email: string | null;
  data: Json;
  expires_at: Date;
}

interface RecoveryCodeTable {
  tenant_id: string;
  email: string;
  code_hash: Buffer;
  used_at: Date | null;
}

interface SignInFailureTable {
  kind: string;
  key: Buffer;
  failures: number;
  since: Date;
}

interface WebhookTable {
  tenant_id: string;
  webhook_id: string;
  version: Defaulted<number>;
  definition: Json;
  updated_at: Defaulted<Date>;
  removed_at: Date | null;
}

interface WebhookVersionTable {
  tenant_id: string;
  webhook_id: string;
  version: number;
  definition: Json;
  saved_at: Defaulted<Date>;
  actor_kind: string;
  actor: string;
}

interface WebhookSecretTable {
  tenant_id: string;
  webhook_id: string;
  stage: string;
  secret: Buffer;
  since: Defaulted<Date>;
  until: Date | null;
}

interface WatchlistEntryTable {
  tenant_id: string;
  domain: Defaulted<string>;
  entry_id: string;
  entry: Json;
  updated_at: Defaulted<Date>;
}

interface FeedTable {
  url: string;
  title: string | null;
  etag: string | null;
  last_modified: string | null;
  items: Defaulted<number>;
  failures: Defaulted<number>;
  failure: string | null;
  due_at: Defaulted<Date>;
  loaded_at: Date | null;
}

interface FeedItemTable {
  feed_url: string;
  item_id: string;
  url: string;
  title: string;
  body: string;
  published_at: Date | null;
  fetched_at: Defaulted<Date>;
  keys: string;
}

interface WorkflowTable {
  tenant_id: string;
  domain: string;
  workflow_id: string;
  name: string;
  event_type: string;
  source: string;
  draft: Json;
  draft_authors: Defaulted<string[]>;
  published_version: number | null;
  published_at: Date | null;
  updated_at: Defaulted<Date>;
}

interface WorkflowApprovalTable {
  tenant_id: string;
  domain: string;
  workflow_id: string;
  revision: string;
  state: Defaulted<string>;
  asked_by: string;
  asked_at: Defaulted<Date>;
  note: string | null;
  returned_by: string | null;
  returned_at: Date | null;
  reason: string | null;
}

interface WorkflowVersionTable {
  tenant_id: string;
  domain: string;
  workflow_id: string;
  version: number;
  event_type: string;
  source: string;
  definition: Json;
  webhooks: DefaultedJson;
  actor_kind: string | null;
  actor: string | null;
  asked_by: string | null;
  published_at: Defaulted<Date>;
}

interface CustomerTable {
  tenant_id: string;
  domain: string;
  customer_id: string;
  audit_id: Defaulted<string>;
  customer_type: string | null;
  name: string | null;
  profile: Json;
  subject: NullableJson;
  id_type: string | null;
  id_number: string | null;
  monitored: boolean | null;
  changed_in: Defaulted<number>;
  created_at: Defaulted<Date>;
  updated_at: Defaulted<Date>;
}

interface CustomerWordTable {
  tenant_id: string;
  domain: string;
  word: string;
  customer_id: string;
}

interface CaseWordTable {
  tenant_id: string;
  domain: string;
  word: string;
  case_no: string;
}

interface ExecutionTable {
  tenant_id: string;
  domain: string;
  execution_id: string;
  customer_id: string;
  event_type: string;
  source: string;
  workflow_id: string;
  workflow_version: number;
  api_key: string | null;
  request_id: string;
  state: string;
  segment: Defaulted<number>;
  fence: Defaulted<number>;
  owner_node: string | null;
  job_id: string | null;
  deaths: Defaulted<number>;
  node_id: string | null;
  visits: Defaulted<number>;
  data: Json;
  outputs: DefaultedJson;
  pending: NullableJson;
  resume_from: NullableJson;
  risk_score: number | null;
  risk_reasons: DefaultedJson;
  decision: string | null;
  failure: NullableJson;
  created_at: Defaulted<Date>;
  updated_at: Defaulted<Date>;
  due_at: Date | null;
  finished_at: Date | null;
}

interface VisitTable {
  tenant_id: string;
  domain: string;
  execution_id: string;
  sequence: number;
  node_id: string;
  node_type: string;
  attempt: number;
  reference: string | null;
  input: NullableJson;
  output: Json;
  started_at: Date;
  finished_at: Date;
}

interface CaseNumberTable {
  tenant_id: string;
  domain: string;
  last: number;
}

interface CaseRecordTable {
  tenant_id: string;
  domain: string;
  case_no: string;
  execution_id: string;
  customer_id: string;
  customer_name: string | null;
  event_type: string;
  status: string;
  groups: string[];
  group_index: Defaulted<number>;
  assignee: string | null;
  four_eyes: Defaulted<boolean>;
  proposal: NullableJson;
  risk_score: number | null;
  reasons: Json;
  subject: Json;
  revision: Defaulted<number>;
  opened_at: Defaulted<Date>;
  due_at: Date | null;
  resolved_at: Date | null;
}

interface CaseNoteTable {
  tenant_id: string;
  domain: string;
  case_no: string;
  note_id: string;
  author: string;
  text: string;
  written_at: Defaulted<Date>;
}

interface CaseAttachmentTable {
  tenant_id: string;
  domain: string;
  case_no: string;
  upload_id: string;
  attached_by: string;
  attached_at: Defaulted<Date>;
}

interface IdempotencyKeyTable {
  tenant_id: string;
  domain: string;
  key: string;
  execution_id: string;
  request_digest: Buffer;
  answer: Json;
  answers_until: Date | null;
  created_at: Defaulted<Date>;
}

interface CaseViewerTable {
  tenant_id: string;
  domain: string;
  case_no: string;
  email: string;
  doing: string;
  seen_at: Defaulted<Date>;
  left_at: Date | null;
  transaction: Defaulted<string>;
}

interface AlertTable {
  tenant_id: string;
  domain: string;
  alert_id: string;
  execution_id: string;
  visit_sequence: number;
  customer_id: string;
  subject_index: number;
  subject_key: string | null;
  party: NullableJson;
  engine: string;
  entity_id: string;
  source: string;
  score: number;
  hit: Json;
  entity_facts: Json;
  silenced: boolean;
  reopened: NullableJson;
  created_at: Defaulted<Date>;
}

interface RulingTable {
  tenant_id: string;
  domain: string;
  customer_id: string;
  entity_id: string;
  revision: number;
  ruling: string;
  reason: string;
  case_no: string | null;
  subject_key: string | null;
  subject: NullableJson;
  entity_facts: Json;
  subject_facts: Json;
  ruled_by: string;
  ruled_at: Defaulted<Date>;
}

interface QuickScanTable {
  tenant_id: string;
  domain: string;
  scan_id: string;
  state: string;
  subject: Json;
  engines: Json;
  description: string | null;
  api_key: string | null;
  requested_by: string | null;
  request_id: string;
  total_hits: number | null;
  hit_counts: NullableJson;
  list_versions: NullableJson;
  failure: NullableJson;
  fence: Defaulted<number>;
  owner_node: string | null;
  job_id: string | null;
  deaths: Defaulted<number>;
  created_at: Defaulted<Date>;
  finished_at: Date | null;
}

interface QuickScanHitTable {
  tenant_id: string;
  domain: string;
  scan_id: string;
  engine: string;
  position: number;
  hit: Json;
}

interface LinkTable {
  tenant_id: string;
  domain: string;
  link_id: string;
  email: string;
  customer_id: string;
  event_type: string;
  token_hash: Buffer;
  api_key: string;
  request_id: string;
  created_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  end_reason: string | null;
  execution_id: string | null;
  language: string | null;
  consented_at: Date | null;
}

interface FlowSessionTable {
  tenant_id: string;
  domain: string;
  session_id: string;
  link_id: string;
  token_hash: Buffer;
  started_at: Date;
  used_at: Date;
}

interface FlowDraftTable {
  tenant_id: string;
  domain: string;
  execution_id: string;
  node_id: string;
  draft: Json;
  updated_at: Defaulted<Date>;
}

interface FlowGivenTable {
  tenant_id: string;
  domain: string;
  execution_id: string;
  callback_key: string;
  node_id: string;
  data_hash: Buffer;
  given_at: Defaulted<Date>;
}

interface FlowFileTable {
  tenant_id: string;
  domain: string;
  file_id: string;
  execution_id: string;
  client_key: string;
  filename: string;
  content_type: string;
  size: number;
  upload_id: string | null;
  assembling_at: Date | null;
  created_at: Defaulted<Date>;
}

interface FlowFilePartTable {
  tenant_id: string;
  domain: string;
  file_id: string;
  number: number;
  content: Buffer;
  stored_at: Defaulted<Date>;
}

interface UsageLedgerTable {
  tenant_id: string;
  domain: string;
  reference: string;
  kind: string;
  unit: string;
  units: number;
  api_key: string | null;
  at: Defaulted<Date>;
}

interface AuditEventTable {
  tenant_id: string;
  domain: string;
  event_id: string;
  at: Defaulted<Date>;
  actor_kind: string;
  actor: string;
  act: string;
  object_kind: string;
  object_id: string;
  detail: Json;
  salt: string | null;
  detail_hash: Buffer | null;
  transaction: Defaulted<string>;
}

interface AuditBlockTable {
  tenant_id: string;
  number: number;
  sealed_at: Date;
  events: number;
  content: Buffer;
  hash: Buffer;
  signing_key: string | null;
  signature: Buffer | null;
}

interface AuditHeadTable {
  tenant_id: string;
  number: number;
  hash: Buffer;
  sealed_at: Date;
  signed_from: number;
  signing_key: string;
  signature: Buffer;
}

interface AuditSigningKeyTable {
  signing_key: string;
  vouched_by: string;
  public_key: string;
  signature: Buffer;
}

interface AuditPublicationTable {
  destination: string;
  attempted_at: Date;
  sent_at: Date | null;
  failure: string | null;
}

interface AuditSealingTable {
  single: Defaulted<boolean>;
  cluster: string;
  sealed_before: string;
  signing_began: Date | null;
}

interface WebhookDeliveryTable {
  tenant_id: string;
  domain: string;
  delivery_id: string;
  webhook_id: string;
  shape_version: number | null;
  kind: string;
  execution_id: string | null;
  node_id: string | null;
  inputs: NullableJson;
  state: string;
  failure: string | null;
  owner_node: string | null;
  deaths: Defaulted<number>;
  created_at: Defaulted<Date>;
  finished_at: Date | null;
  expunged_at: Date | null;
}

interface WebhookAttemptTable {
  tenant_id: string;
  domain: string;
  delivery_id: string;
  attempt: number;
  webhook_version: number | null;
  cause: Defaulted<string>;
  requested_by: string | null;
  request_id: string | null;
  owner_node: string | null;
  deaths: Defaulted<number>;
  intended_at: Defaulted<Date>;
  due_at: Date;
  finished_at: Date | null;
  outcome: string | null;
  http_status: number | null;
  failure: string | null;
  result: NullableJson;
}

interface UploadTable {
  tenant_id: string;
  domain: string;
  upload_id: string;
  bucket: string;
  object_key: string;
  filename: string;
  content_type: string;
  size: number;
  sha256: Buffer;
  api_key: string | null;
  uploaded_by: string | null;
  request_id: string;
  uploaded_at: Defaulted<Date>;
}

interface UploadTokenTable {
  tenant_id: string;
  domain: string;
  token_hash: Buffer;
  api_key: string;
  expires_at: Date;
}

interface NodeLeaseTable {
  node_id: string;
  started_at: Defaulted<Date>;
  beat_at: Defaulted<Date>;
  version: string;
}

interface ChangeMarkerTable {
  topic: string;
  tenant_id: string;
  revision: number;
}

interface ListSourceTable {
  source: string;
  claimed_by: string | null;
  claimed_until: Date | null;
  checked_at: Date | null;
  next_check_at: Date | null;
  failures: Defaulted<number>;
  last_failure: NullableJson;
  validators: DefaultedJson;
}

interface ListVersionTable {
  source: string;
  version: string;
  state: string;
  found_at: Defaulted<Date>;
  published_at: string | null;
  entries: number | null;
  names: number | null;
  rejected: number | null;
  files: Json;
  refusal: NullableJson;
}

interface ListActivationTable {
  sequence: number;
  source: string;
  version: string;
  previous_version: string | null;
  activated_at: Defaulted<Date>;
  reason: string;
  actor_kind: string;
  actor: string;
  entries: number;
  entries_new: number;
  entries_material: number;
  entries_minor: number;
  entries_gone: number;
  itemized: boolean;
}

interface ListChangeTable {
  sequence: number;
  entry_id: string;
  kind: string;
}

interface ListFilePieceTable {
  sha256: string;
  piece: number;
  content: Buffer;
  is_last: boolean;
  stored_at: Defaulted<Date>;
}

interface ListNodeTable {
  node_id: string;
  sequence: number;
  versions: Json;
  since: Defaulted<Date>;
}

interface ReferenceVersionTable {
  reference_version_id: string;
  key: string;
  version: string;
  etag: string;
  attribution: string | null;
  items: Json;
  counts: Json;
  file_name: string;
  file_sha256: string;
  imported_by: string;
  imported_at: Defaulted<Date>;
  active: boolean;
}

interface TenantReferenceTable {
  tenant_id: string;
  overrides: Json;
  updated_at: Defaulted<Date>;
}

interface TenantSettingTable {
  tenant_id: string;
  section: string;
  version: Defaulted<number>;
  in_file: Defaulted<boolean>;
  changed_by: string | null;
  changed_at: Date | null;
}

interface MonitoringPositionTable {
  tenant_id: string;
  domain: string;
  sequence: number;
  watchlist_revision: number;
  mark: Defaulted<number>;
  again_from: number | null;
  again_watchlist: number | null;
  default_was: Defaulted<boolean>;
  updated_at: Defaulted<Date>;
}

interface MonitoringRunTable {
  tenant_id: string;
  domain: string;
  run_id: string;
  kind: string;
  state: string;
  customer_id: string | null;
  ordered_by: string | null;
  from_sequence: number;
  to_sequence: number;
  mark: Defaulted<number>;
  default_was: Defaulted<boolean>;
  versions_from: DefaultedJson;
  versions_to: DefaultedJson;
  engine_version: string | null;
  entries_changed: number | null;
  customers_considered: number | null;
  customers_concerned: number | null;
  customers_screened: Defaulted<number>;
  alerts: Defaulted<number>;
  silenced: Defaulted<number>;
  executions: Defaulted<number>;
  failures: Defaulted<number>;
  failure: string | null;
  cursor: string | null;
  worked_ms: Defaulted<number>;
  fence: Defaulted<number>;
  owner_node: string | null;
  job_id: string | null;
  deaths: Defaulted<number>;
  ordered_at: Defaulted<Date>;
  started_at: Date | null;
  finished_at: Date | null;
}

interface MonitoringStartTable {
  tenant_id: string;
  domain: string;
  run_id: string;
  customer_id: string;
  execution_id: string;
  entity_ids: string[];
  told: DefaultedJson;
}

interface MessageTable {
  tenant_id: string;
  domain: string;
  message_id: string;
  channel: string;
  kind: string;
  language: string;
  address: string;
  sealed: Buffer | null;
  state: Defaulted<string>;
  owner_node: string | null;
  deaths: Defaulted<number>;
  created_at: Defaulted<Date>;
  expires_at: Date;
  finished_at: Date | null;
}

interface MessageAttemptTable {
  tenant_id: string;
  domain: string;
  message_id: string;
  attempt: number;
  provider: string;
  intended_at: Defaulted<Date>;
  finished_at: Date | null;
  outcome: string | null;
  failure: string | null;
  reference: string | null;
}

interface OneTimeCodeTable {
  tenant_id: string;
  domain: string;
  subject_key: string;
  channel: string;
  code_id: string;
  address: string;
  sealed_address: Buffer | null;
  code_hash: Buffer | null;
  wrong_hashes: Defaulted<Buffer[]>;
  attempts_left: number;
  message_id: string;
  sent_at: Defaulted<Date>;
  expires_at: Date;
  resend_at: Date;
  verified_at: Date | null;
}

interface CodeSendingTable {
  tenant_id: string;
  sending_id: string;
  channel: string;
  subject_hash: Buffer;
  address_hash: Buffer;
  sent_at: Defaulted<Date>;
}

export interface Schema {
  tenant: TenantTable;
  tenant_domain: TenantDomainTable;
  tenant_data_key: TenantDataKeyTable;
  api_key: ApiKeyTable;
  api_key_use: ApiKeyUseTable;
  event_quota: EventQuotaTable;
  reviewer_group: ReviewerGroupTable;
  user_account: UserAccountTable;
  console_session: ConsoleSessionTable;
  sign_in_failure: SignInFailureTable;
  totp_factor: TotpFactorTable;
  recovery_code: RecoveryCodeTable;
  passkey: PasskeyTable;
  identity_provider: IdentityProviderTable;
  person_identity: PersonIdentityTable;
  ceremony: CeremonyTable;
  person_link: PersonLinkTable;
  webhook: WebhookTable;
  watchlist_entry: WatchlistEntryTable;
  feed: FeedTable;
  feed_item: FeedItemTable;
  workflow: WorkflowTable;
  workflow_approval: WorkflowApprovalTable;
  workflow_version: WorkflowVersionTable;
  customer: CustomerTable;
  customer_word: CustomerWordTable;
  case_word: CaseWordTable;
  execution: ExecutionTable;
  visit: VisitTable;
  case_number: CaseNumberTable;
  case_record: CaseRecordTable;
  case_note: CaseNoteTable;
  case_attachment: CaseAttachmentTable;
  case_viewer: CaseViewerTable;
  idempotency_key: IdempotencyKeyTable;
  alert: AlertTable;
  ruling: RulingTable;
  quick_scan: QuickScanTable;
  quick_scan_hit: QuickScanHitTable;
  link: LinkTable;
  flow_session: FlowSessionTable;
  flow_draft: FlowDraftTable;
  flow_given: FlowGivenTable;
  flow_file: FlowFileTable;
  flow_file_part: FlowFilePartTable;
  usage_ledger: UsageLedgerTable;
  audit_event: AuditEventTable;
  audit_block: AuditBlockTable;
  audit_head: AuditHeadTable;
  audit_signing_key: AuditSigningKeyTable;
  audit_publication: AuditPublicationTable;
  audit_sealing: AuditSealingTable;
  webhook_version: WebhookVersionTable;
  webhook_secret: WebhookSecretTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_attempt: WebhookAttemptTable;
  upload: UploadTable;
  tenant_storage: TenantStorageTable;
  upload_token: UploadTokenTable;
  node_lease: NodeLeaseTable;
  change_marker: ChangeMarkerTable;
  list_source: ListSourceTable;
  list_version: ListVersionTable;
  list_activation: ListActivationTable;
  list_change: ListChangeTable;
  list_file_piece: ListFilePieceTable;
  list_node: ListNodeTable;
  reference_version: ReferenceVersionTable;
  tenant_reference: TenantReferenceTable;
  tenant_setting: TenantSettingTable;
  monitoring_position: MonitoringPositionTable;
  monitoring_run: MonitoringRunTable;
  monitoring_start: MonitoringStartTable;
  message: MessageTable;
  message_attempt: MessageAttemptTable;
  one_time_code: OneTimeCodeTable;
  code_sending: CodeSendingTable;
}

/** Builds statements and never runs them: `tx.run(queries.selectFrom('execution')…)` does. */
export const queries = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: () => {
      throw new Error('The statement builder has no connection to introspect');
    },
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}).withSchema('gatehouse');
