export { maxAnswerItems } from '../answer-limits.ts';
export { type AccessToken, maxAccessTokenDays, maxAccessTokens } from './access-tokens.ts';
export { type Account, type OwnSession, type Passkey, type SignInMethod, signInMethods } from './account.ts';
export type {
  ApiError,
  ApiMember,
  ApiOperation,
  ApiReference,
  ApiReferenceContent,
} from './api-reference.ts';
export { maxRunSize } from './assurance.ts';
export {
  type AuditExportQuery,
  type AuditQuery,
  type AuditRecordView,
  maxAuditedObjects,
  maxExportedRecords,
} from './audit.ts';
export type { CaseAlert, ComparedFact, FactVerdict } from './case-hits.ts';
export type { CaseViewer, ViewerDoing } from './case-viewers.ts';
export { type CaseView, maxCaseViews } from './case-views.ts';
export type { CaseDocument, CaseNote } from './case-work.ts';
export {
  type CaseDetail,
  type CaseListQuery,
  type CaseRisk,
  type CaseSort,
  type CaseSummary,
  type CaseTransitionName,
  caseTransitionNames,
  maxExportedCases,
} from './cases.ts';
export { type ConsentView, consentView } from './consents.ts';
export {
  type CustomerDetail,
  type CustomerSummary,
  type FollowedParty,
  type LatestCase,
  maxShownParties,
} from './customers.ts';
export type {
  DeliveryAttempt,
  DeliveryDetail,
  DeliveryKind,
  DeliveryListQuery,
  DeliveryState,
  DeliverySummary,
} from './deliveries.ts';
export type { DocumentReview } from './document-reviews.ts';
export {
  type ErasureBlocksView,
  type ErasureView,
  erasureStates,
  type LegalHoldView,
} from './erasures.ts';
export type {
  ExecutionDetail,
  ExecutionListQuery,
  ExecutionStep,
  ExecutionSummary,
} from './executions.ts';
export {
  type DayOfCases,
  type FigurePeriod,
  type FoundRuling,
  type GroupWork,
  type HitPrecision,
  type HostedWorkflowFigures,
  maxCountedFlows,
  maxFigureDays,
  type RulingQuery,
} from './figure-periods.ts';
export { type FirstStep, firstSteps } from './first-steps.ts';
export type { ExceededHitLimit } from './hit-limits.ts';
export {
  type KeyView,
  type RequestCheckName,
  type RequestFinding,
  requestChecks,
  type SignedBytes,
} from './keys.ts';
export {
  type AlertEntityView,
  type EntityState,
  entityStates,
  type ListedEntityView,
} from './listed-entities.ts';
export type { ListActivationView, ListOutcome, ListVersionView, ListView } from './lists.ts';
export type { LiveEvent } from './live.ts';
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
  rolesWith,
} from './permissions.ts';
export { type PreviewFailure, previewFailures } from './previews.ts';
export {
  type CaseConflict,
  type DefinitionFault,
  type ProblemBody,
  type ProblemCode,
  problems,
} from './problems.ts';
export {
  type KeptCounts,
  keptReasons,
  type RetentionChangeView,
  type RetentionPeriodView,
  type RetentionRule,
  type RetentionRunView,
} from './retention.ts';
export type { Access, ConsoleMethod, ConsoleRoute } from './route.ts';
export type {
  ConsoleBody,
  ConsoleData,
  ConsoleParams,
  ConsolePath,
  ConsoleQuery,
  ConsoleRouteName,
  ConsoleRoutes,
} from './route-types.ts';
export { consoleRoutes } from './routes.ts';
export { type RulingVerdict, rulingVerdicts } from './rulings.ts';
export type { ScanDetail, ScanSummary } from './scans.ts';
export type { AlertSubject, ScreenedSubject } from './screened-subject.ts';
export type { SignedIn } from './session.ts';
export {
  type ReferenceSetting,
  type SettingOrigin,
  type SettingSection,
  type SettingsView,
  settingSections,
} from './settings.ts';
export type {
  ShadowDifference,
  ShadowEndReason,
  ShadowFigures,
  ShadowGapReason,
  ShadowRun,
} from './shadow-runs.ts';
export { type StepAnswer, type StepEdge, stepAnswer } from './step-answers.ts';
export {
  type DocumentContradiction,
  type DocumentPlace,
  type SubmittedDocumentView,
  submittedDocumentView,
} from './submitted-documents.ts';
export {
  type StatedField,
  type SubmittedInformation,
  submittedInformation,
} from './submitted-information.ts';
export { type GrantUnit, grantUnits, type TenantSummary } from './tenants.ts';
export {
  isPersonalFilter,
  isTokenRoute,
  type TokenRouteName,
  tokenRoutesOf,
  withoutPersonalData,
} from './token-answers.ts';
export type { UploadView } from './uploads.ts';
export { maxUsageDays, type UsageRow } from './usage.ts';
export {
  type WatchlistAction,
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
  TestRunResult,
  WorkflowApproval,
  WorkflowDetail,
  WorkflowSummary,
  WorkflowVersionView,
  WorkflowVocabulary,
} from './workflows.ts';
