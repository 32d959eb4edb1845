import { accountRoutes } from './account.ts';
import { auditRoutes } from './audit.ts';
import { caseViewerRoutes } from './case-viewers.ts';
import { caseWorkRoutes } from './case-work.ts';
import { caseRoutes } from './cases.ts';
import { customerRoutes } from './customers.ts';
import { deliveryRoutes } from './deliveries.ts';
import { executionRoutes } from './executions.ts';
import { figuresRoutes } from './figures.ts';
import { keyRoutes } from './keys.ts';
import { listRoutes } from './lists.ts';
import { liveRoutes } from './live.ts';
import { monitoringRoutes } from './monitoring.ts';
import { peopleRoutes } from './people.ts';
import type { ConsoleRoute } from './route.ts';
import { rulingRoutes } from './rulings.ts';
import { scanRoutes } from './scans.ts';
import { sessionRoutes } from './session.ts';
import { settingRoutes } from './settings.ts';
import { tenantRoutes } from './tenants.ts';
import { uploadRoutes } from './uploads.ts';
import { usageRoutes } from './usage.ts';
import { watchlistRoutes } from './watchlist.ts';
import { webhookRoutes } from './webhooks.ts';
import { workflowRoutes } from './workflows.ts';

/** Every call of the console's interface, by name. */
export const consoleRoutes = {
  ...sessionRoutes,
  ...accountRoutes,
  ...peopleRoutes,
  ...caseRoutes,
  ...caseWorkRoutes,
  ...caseViewerRoutes,
  ...figuresRoutes,
  ...customerRoutes,
  ...scanRoutes,
  ...liveRoutes,
  ...rulingRoutes,
  ...workflowRoutes,
  ...executionRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...uploadRoutes,
  ...watchlistRoutes,
  ...monitoringRoutes,
  ...auditRoutes,
  ...tenantRoutes,
  ...keyRoutes,
  ...usageRoutes,
  ...listRoutes,
  ...settingRoutes,
} as const;
export type ConsoleRoutes = typeof consoleRoutes;
export type ConsoleRouteName = keyof ConsoleRoutes;

type PartOf<Name extends ConsoleRouteName> =
  ConsoleRoutes[Name] extends ConsoleRoute<infer Path, infer Params, infer Query, infer Body, infer Data>
    ? { path: Path; params: Params; query: Query; body: Body; data: Data }
    : never;
/** The literal path of a route. */
export type ConsolePath<Name extends ConsoleRouteName> = PartOf<Name>['path'];
export type ConsoleParams<Name extends ConsoleRouteName> = PartOf<Name>['params'];
export type ConsoleQuery<Name extends ConsoleRouteName> = PartOf<Name>['query'];
export type ConsoleBody<Name extends ConsoleRouteName> = PartOf<Name>['body'];
/** What a route answers; `undefined` where it answers nothing. */
export type ConsoleData<Name extends ConsoleRouteName> = PartOf<Name>['data'];

export { type Account, type OwnSession, type Passkey, type SignInMethod, signInMethods } from './account.ts';
export {
  type AuditExportQuery,
  type AuditQuery,
  type AuditRecordView,
  mostExportedRecords,
} from './audit.ts';
export type { CaseViewer, ViewerDoing } from './case-viewers.ts';
export type { CaseDocument, CaseNote } from './case-work.ts';
export {
  type CaseDetail,
  type CaseListQuery,
  type CaseMoveName,
  type CaseSort,
  type CaseSummary,
  caseMoveNames,
  mostExportedCases,
} from './cases.ts';
export type { CustomerDetail, CustomerSummary } from './customers.ts';
export type {
  DeliveryAttempt,
  DeliveryDetail,
  DeliveryKind,
  DeliveryListQuery,
  DeliveryState,
  DeliverySummary,
} from './deliveries.ts';
export type {
  ExecutionDetail,
  ExecutionListQuery,
  ExecutionStep,
  ExecutionSummary,
} from './executions.ts';
export { type GivenConsentView, givenConsentView } from './given-consents.ts';
export {
  type DocumentContradiction,
  type GivenDocumentView,
  givenDocumentView,
} from './given-documents.ts';
export {
  type KeyView,
  type RequestCheckName,
  type RequestFinding,
  requestChecks,
  type SignedBytes,
} from './keys.ts';
export type { ListActivationView, ListOutcome, ListVersionView, ListView } from './lists.ts';
export type { LiveEvent } from './live.ts';
export { consoleOpenApi } from './openapi.ts';
export {
  type HelpedPerson,
  type InvitedPerson,
  type PersonLinkKind,
  type PersonView,
  personLinkKinds,
} from './people.ts';
export {
  allPermissions,
  deploymentPermissions,
  type Permission,
  permissions,
  permissionsOf,
  rolePermissions,
} from './permissions.ts';
export {
  type CaseConflict,
  type DefinitionFault,
  type ProblemBody,
  type ProblemCode,
  problems,
} from './problems.ts';
export type { Access, ConsoleMethod, ConsoleRoute } from './route.ts';
export { type RulingWord, rulingWords } from './rulings.ts';
export type { ScanDetail, ScanSummary } from './scans.ts';
export type { SignedIn } from './session.ts';
export {
  type ReferenceSetting,
  type SettingOrigin,
  type SettingSection,
  type SettingsView,
  settingSections,
} from './settings.ts';
export { type GrantUnit, grantUnits, type TenantSummary } from './tenants.ts';
export type { UploadView } from './uploads.ts';
export { mostUsageDays, type UsageRow } from './usage.ts';
export {
  type WatchlistAct,
  type WatchlistChange,
  type WatchlistItem,
  watchlistChanges,
} from './watchlist.ts';
export {
  type WebhookDetail,
  type WebhookSecretStage,
  type WebhookSummary,
  type WebhookUse,
  type WebhookVersionView,
  webhookSecretStages,
} from './webhooks.ts';
export type {
  ReplayResult,
  TrialResult,
  WorkflowApproval,
  WorkflowDetail,
  WorkflowSummary,
  WorkflowVersionView,
  WorkflowVocabulary,
} from './workflows.ts';
