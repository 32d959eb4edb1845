import type {
  ConsoleBody,
  ConsoleData,
  ConsoleMethod,
  ConsoleParams,
  ConsolePath,
  ConsoleQuery,
  ConsoleRouteName,
  ProblemBody,
} from '@gatehouse/contract';
import { messageOf } from './messages/phrase-text.ts';
import { text } from './messages/text.ts';
import { isUserActive } from './user-activity.ts';

/**
 * The calls that the pages make, by name. The contract's own table would bring its schemas into the browser, so method
 * and path are repeated here, and the compiler compares them with it.
 */
const routes = {
  'session.create': 'POST /session',
  'session.read': 'GET /session',
  'session.end': 'DELETE /session',
  'people.names': 'GET /people/names',
  'account.rename': 'PUT /account/name',
  'live.events': 'GET /domains/{domain}/events',
  'cases.figures': 'GET /domains/{domain}/case-figures',
  'cases.daily': 'GET /domains/{domain}/case-days',
  'cases.groups': 'GET /domains/{domain}/case-groups',
  'rulings.precision': 'GET /domains/{domain}/ruling-precision',
  'rulings.find': 'GET /domains/{domain}/rulings',
  'executions.hosted': 'GET /domains/{domain}/hosted-steps',
  'cases.viewers': 'GET /domains/{domain}/cases/{caseNo}/viewers',
  'cases.view': 'POST /domains/{domain}/cases/{caseNo}/viewers',
  'cases.leave': 'DELETE /domains/{domain}/cases/{caseNo}/viewers',
  'cases.note': 'POST /domains/{domain}/cases/{caseNo}/notes',
  'cases.bundle': 'GET /domains/{domain}/cases/{caseNo}/bundle',
  'cases.report': 'GET /domains/{domain}/cases/{caseNo}/report',
  'cases.print': 'POST /domains/{domain}/cases/{caseNo}/prints',
  'cases.attach': 'POST /domains/{domain}/cases/{caseNo}/attachments',
  'cases.assignAll': 'POST /domains/{domain}/case-assignments',
  'cases.reviewers': 'GET /domains/{domain}/reviewers',
  'allowance.read': 'GET /allowance',
  'lists.freshness': 'GET /list-freshness',
  'firstSteps.read': 'GET /domains/{domain}/first-steps',
  'lists.list': 'GET /lists',
  'lists.changes': 'GET /list-changes',
  'lists.update': 'POST /list-updates',
  'lists.choose': 'POST /list-choices',
  'lists.preview': 'POST /list-previews',
  'lists.previews': 'GET /list-previews',
  'previews.list': 'GET /domains/{domain}/previews',
  'previews.order': 'POST /domains/{domain}/previews',
  'previews.read': 'GET /domains/{domain}/previews/{previewId}',
  'previews.customers': 'GET /domains/{domain}/previews/{previewId}/customers',
  'previews.export': 'GET /domains/{domain}/previews/{previewId}/file',
  'deliveries.list': 'GET /domains/{domain}/deliveries',
  'customers.list': 'GET /domains/{domain}/customers',
  'customers.byAuditId': 'GET /domains/{domain}/audited-customers/{auditId}',
  'customers.read': 'GET /domains/{domain}/customers/{customerId}',
  'customers.hits': 'GET /domains/{domain}/customers/{customerId}/hits',
  'customers.parties': 'GET /domains/{domain}/customers/{customerId}/parties',
  'customers.documents': 'GET /domains/{domain}/customers/{customerId}/documents',
  'customers.submittedInformation': 'GET /domains/{domain}/customers/{customerId}/submitted-information',
  'customers.export': 'GET /domains/{domain}/customers/{customerId}/export',
  'assurance.list': 'GET /domains/{domain}/assurance-runs',
  'assurance.order': 'POST /domains/{domain}/assurance-runs',
  'assurance.read': 'GET /domains/{domain}/assurance-runs/{assuranceRunId}',
  'assurance.cancel': 'POST /domains/{domain}/assurance-runs/{assuranceRunId}/cancel',
  'assurance.file': 'GET /domains/{domain}/assurance-runs/{assuranceRunId}/files/{assuranceFile}',
  'assurance.pairs': 'GET /domains/{domain}/assurance-runs/{assuranceRunId}/pairs',
  'assurance.rule': 'POST /domains/{domain}/assurance-runs/{assuranceRunId}/pairs/{pairNo}/ruling',
  'assurance.pdf': 'GET /domains/{domain}/assurance-runs/{assuranceRunId}/pdf',
  'erasures.list': 'GET /domains/{domain}/erasures',
  'erasures.preview': 'GET /domains/{domain}/customers/{customerId}/erasure',
  'erasures.request': 'POST /domains/{domain}/customers/{customerId}/erasure',
  'erasures.confirm': 'POST /domains/{domain}/erasures/{erasureId}/confirm',
  'erasures.refuse': 'POST /domains/{domain}/erasures/{erasureId}/refuse',
  'holds.list': 'GET /domains/{domain}/holds',
  'holds.place': 'POST /domains/{domain}/customers/{customerId}/holds',
  'holds.requestRelease': 'POST /domains/{domain}/holds/{holdId}/release-request',
  'holds.refuseRelease': 'POST /domains/{domain}/holds/{holdId}/release-refusal',
  'holds.release': 'POST /domains/{domain}/holds/{holdId}/release',
  'retention.read': 'GET /domains/{domain}/retention',
  'retention.preview': 'GET /domains/{domain}/retention/preview',
  'retention.customer': 'GET /domains/{domain}/customers/{customerId}/retention',
  'retention.change': 'POST /domains/{domain}/retention/changes',
  'retention.approve': 'POST /domains/{domain}/retention/changes/{changeId}/approve',
  'retention.refuse': 'POST /domains/{domain}/retention/changes/{changeId}/refuse',
  'retention.confirmRun': 'POST /domains/{domain}/retention/runs/{runId}/confirm',
  'retention.cancelRun': 'POST /domains/{domain}/retention/runs/{runId}/cancel',
  'customers.endRelationship': 'POST /domains/{domain}/customers/{customerId}/relationship',
  'rulings.list': 'GET /domains/{domain}/customers/{customerId}/rulings',
  'monitoring.customer': 'GET /domains/{domain}/customers/{customerId}/monitoring',
  'monitoring.choose': 'POST /domains/{domain}/customers/{customerId}/monitoring',
  'scans.list': 'GET /domains/{domain}/quick-scans',
  'scans.begin': 'POST /domains/{domain}/quick-scans',
  'scans.read': 'GET /domains/{domain}/quick-scans/{scanId}',
  'scans.openCase': 'POST /domains/{domain}/quick-scans/{scanId}/case',
  'scans.print': 'POST /domains/{domain}/quick-scans/{scanId}/prints',
  'uploads.content': 'GET /domains/{domain}/uploads/{uploadId}/content',
  'cases.list': 'GET /domains/{domain}/cases',
  'cases.export': 'GET /domains/{domain}/cases-file',
  'cases.savedViews': 'GET /domains/{domain}/case-views',
  'cases.saveView': 'POST /domains/{domain}/case-views',
  'cases.removeView': 'DELETE /domains/{domain}/case-views/{viewId}',
  'cases.next': 'POST /domains/{domain}/cases/next',
  'cases.read': 'GET /domains/{domain}/cases/{caseNo}',
  'cases.risk': 'GET /domains/{domain}/cases/{caseNo}/risk',
  'cases.entity': 'GET /domains/{domain}/cases/{caseNo}/alerts/{alertId}/entity',
  'cases.hits': 'GET /domains/{domain}/cases/{caseNo}/hits',
  'cases.move': 'POST /domains/{domain}/cases/{caseNo}/moves',
  'cases.reviewDocument': 'POST /domains/{domain}/cases/{caseNo}/documents/{documentId}/reviews',
  'cases.askDocument': 'POST /domains/{domain}/cases/{caseNo}/documents/{documentId}/requests',
  'cases.takeBack': 'POST /domains/{domain}/cases/{caseNo}/take-back',
  'cases.pair': 'POST /domains/{domain}/cases/{caseNo}/alerts/{alertId}/pairs',
  'cases.ruleAll': 'POST /domains/{domain}/cases/{caseNo}/rulings',
  'watchlist.import': 'POST /domains/{domain}/watchlist-file',
  'watchlist.export': 'GET /domains/{domain}/watchlist-file',
  'watchlist.history': 'GET /domains/{domain}/watchlist-history',
  'watchlist.list': 'GET /domains/{domain}/watchlist',
  'watchlist.keep': 'POST /domains/{domain}/watchlist',
  'watchlist.remove': 'DELETE /domains/{domain}/watchlist/{entryId}',
  'workflows.list': 'GET /domains/{domain}/workflows',
  'workflows.vocabulary': 'GET /domains/{domain}/workflow-vocabulary',
  'workflows.read': 'GET /domains/{domain}/workflows/{workflowId}',
  'workflows.readVersion': 'GET /domains/{domain}/workflows/{workflowId}/versions/{version}',
  'workflows.check': 'POST /domains/{domain}/workflows/check',
  'workflows.try': 'POST /domains/{domain}/workflows/try',
  'workflows.replay': 'POST /domains/{domain}/workflows/replay',
  'workflows.shadow': 'GET /domains/{domain}/workflows/{workflowId}/shadow',
  'workflows.startShadow': 'POST /domains/{domain}/workflows/{workflowId}/shadow',
  'workflows.endShadow': 'DELETE /domains/{domain}/workflows/{workflowId}/shadow',
  'workflows.shadowDifferences': 'GET /domains/{domain}/workflows/{workflowId}/shadow/differences',
  'workflows.save': 'POST /domains/{domain}/workflows',
  'workflows.askApproval': 'POST /domains/{domain}/workflows/{workflowId}/approval',
  'workflows.withdrawApproval': 'DELETE /domains/{domain}/workflows/{workflowId}/approval',
  'workflows.approve': 'POST /domains/{domain}/workflows/{workflowId}/approval/approving',
  'workflows.return': 'POST /domains/{domain}/workflows/{workflowId}/approval/returning',
  'webhooks.list': 'GET /webhooks',
  'webhooks.form': 'GET /webhook-form',
  'webhooks.create': 'POST /webhooks',
  'webhooks.read': 'GET /webhooks/{webhookId}',
  'webhooks.change': 'PUT /webhooks/{webhookId}',
  'webhooks.remove': 'DELETE /webhooks/{webhookId}',
  'webhooks.stageSecret': 'POST /webhooks/{webhookId}/secrets/next',
  'webhooks.promoteSecret': 'POST /webhooks/{webhookId}/secrets/promotion',
  'webhooks.dropSecret': 'DELETE /webhooks/{webhookId}/secrets/{stage}',
  'webhooks.test': 'POST /domains/{domain}/webhooks/{webhookId}/tests',
  'deliveries.read': 'GET /domains/{domain}/deliveries/{deliveryId}',
  'deliveries.replay': 'POST /domains/{domain}/deliveries/{deliveryId}/replays',
  'executions.list': 'GET /domains/{domain}/executions',
  'executions.read': 'GET /domains/{domain}/executions/{executionId}',
  'executions.resume': 'POST /domains/{domain}/executions/{executionId}/resumption',
  'executions.cancel': 'POST /domains/{domain}/executions/{executionId}/cancellation',
  'asOf.execution': 'POST /domains/{domain}/executions/{executionId}/screen-again',
  'asOf.scan': 'POST /domains/{domain}/quick-scans/{scanId}/screen-again',
  'asOf.name': 'POST /domains/{domain}/as-of/name',
  'audit.list': 'GET /audit',
  'audit.export': 'GET /audit-file',
  'audit.verify': 'GET /audit/verification',
  'deploymentAudit.list': 'GET /deployment-audit',
  'deploymentAudit.export': 'GET /deployment-audit-file',
  'deploymentAudit.verify': 'GET /deployment-audit/verification',
  'account.read': 'GET /account',
  'account.changePassword': 'PUT /account/password',
  'account.sessions': 'GET /account/sessions',
  'account.endSession': 'DELETE /account/sessions/{sessionId}',
  'account.endOtherSessions': 'DELETE /account/sessions',
  'account.prove': 'POST /account/proof',
  'account.totpBegin': 'POST /account/totp',
  'account.totpConfirm': 'PUT /account/totp',
  'account.totpRemove': 'DELETE /account/totp',
  'account.renewRecoveryCodes': 'POST /account/recovery-codes',
  'session.beginPasskey': 'POST /session/passkey/options',
  'session.createByPasskey': 'POST /session/passkey',
  'session.beginSingleSignOn': 'POST /session/single-sign-on/options',
  'session.createBySingleSignOn': 'POST /session/single-sign-on',
  'account.beginPasskey': 'POST /account/passkeys/options',
  'account.addPasskey': 'POST /account/passkeys',
  'account.removePasskey': 'DELETE /account/passkeys/{passkeyId}',
  'account.beginProof': 'POST /account/proof/options',
  'account.proveByPasskey': 'POST /account/proof/passkey',
  'people.list': 'GET /people',
  'people.invite': 'POST /people',
  'people.change': 'PUT /people/{personId}',
  'people.inviteAgain': 'POST /people/{personId}/invitations',
  'people.resetFactors': 'DELETE /people/{personId}/factors',
  'people.resetPassword': 'POST /people/{personId}/password-resets',
  'people.accessTokens': 'GET /people/{personId}/access-tokens',
  'people.revokeAccessToken': 'DELETE /people/{personId}/access-tokens/{tokenId}',
  'accessTokens.list': 'GET /account/access-tokens',
  'accessTokens.create': 'POST /account/access-tokens',
  'accessTokens.revoke': 'DELETE /account/access-tokens/{tokenId}',
  'passwordReset.ways': 'GET /password-resets',
  'passwordReset.request': 'POST /password-resets',
  'personLink.read': 'POST /person-links/reading',
  'personLink.use': 'POST /person-links/use',
  'keys.list': 'GET /api-keys',
  'keys.create': 'POST /api-keys',
  'keys.change': 'PUT /api-keys/{apiKey}',
  'keys.rotate': 'POST /api-keys/{apiKey}/secrets',
  'keys.endOverlap': 'DELETE /api-keys/{apiKey}/secrets/previous',
  'keys.revoke': 'DELETE /api-keys/{apiKey}',
  'keys.checkRequest': 'POST /request-checks',
  'apiReference.read': 'GET /api-reference',
  'apiReference.run': 'POST /domains/{domain}/api-calls',
  'usage.read': 'GET /usage',
  'usage.export': 'GET /usage-file',
  'settings.read': 'GET /settings',
  'settings.changeBranding': 'PUT /settings/branding',
  'settings.changeHosted': 'PUT /settings/hosted',
  'settings.changeCases': 'PUT /settings/cases',
  'settings.forecastCases': 'GET /settings/case-forecast',
  'settings.changeMonitoring': 'PUT /settings/monitoring',
  'settings.changeWebhookHosts': 'PUT /settings/webhook-hosts',
  'settings.monitoringFigures': 'GET /settings/monitoring-figures',
  'settings.readReference': 'GET /settings/reference/{referenceKey}',
  'settings.changeReference': 'PUT /settings/reference/{referenceKey}',
  'tenants.list': 'GET /tenants',
  'tenants.change': 'PUT /tenants/{tenantId}',
  'tenants.create': 'POST /tenants',
  'tenants.grant': 'POST /tenants/{tenantId}/grants',
  'tenants.inviteAdmin': 'POST /tenants/{tenantId}/admins',
} as const satisfies { readonly [Name in ConsoleRouteName]?: `${ConsoleMethod} ${ConsolePath<Name>}` };
type RouteName = keyof typeof routes;

/** What the service refused, in its own words. */
export class Refused extends Error {
  readonly status: number;
  readonly problem: ProblemBody;
  /** By which the service's log has the request. */
  readonly requestId: string | undefined;

  constructor(status: number, problem: ProblemBody, requestId?: string) {
    super(messageOf(problem));
    this.name = 'Refused';
    this.status = status;
    this.problem = problem;
    this.requestId = requestId;
  }
}

/** There is no such thing, or nobody of this person's roles may know of it. */
export function isNotFound(error: unknown): error is Refused {
  return error instanceof Refused && error.problem.code === 'NOT_FOUND';
}

/** The service was not reached, or did not answer as it should. */
export class Unreachable extends Error {
  /** Undefined where no answer has arrived. */
  readonly requestId: string | undefined;

  constructor(message: string, requestId?: string) {
    super(message);
    this.requestId = requestId;
  }
}

/** The id of the request that failed without a fault of whoever made it; undefined of a refusal that says what to change. */
export function requestIdOf(error: unknown): string | undefined {
  if (error instanceof Unreachable) return error.requestId;
  return error instanceof Refused && error.status >= 500 ? error.requestId : undefined;
}

type Part<Key extends string, Value> = unknown extends Value
  ? unknown
  : undefined extends Value
    ? unknown
    : { readonly [K in Key]: Value };
type Ask<Name extends RouteName> = Part<'params', ConsoleParams<Name>> &
  Part<'body', ConsoleBody<Name>> & {
    readonly query?: Partial<
      Record<keyof NonNullable<ConsoleQuery<Name>> & string, string | number | boolean>
    >;
    readonly signal?: AbortSignal;
    /** Is sent to its end even when the page goes meanwhile. */
    readonly keepalive?: boolean;
  };

/** Where a call goes, for what is no call of `call`. */
export function addressOf(
  name: RouteName,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, unknown>> = {},
): string {
  const [, path] = routes[name].split(' ') as [string, string];
  const address = path.replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(params[part] ?? ''));
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  return `/console/api${address}${search.size > 0 ? `?${search}` : ''}`;
}

/** Sends a file. @throws Refused, Unreachable */
export async function sendFile<Name extends 'cases.attach'>(
  name: Name,
  params: NonNullable<ConsoleParams<Name>>,
  file: File,
): Promise<ConsoleData<Name>> {
  return answerOf(
    await reach(addressOf(name, params as Record<string, string>, { filename: file.name }), {
      method: 'POST',
      headers: { 'x-gatehouse-console': '1', 'content-type': 'application/octet-stream' },
      body: file,
    }),
  );
}

/** Fetches a file; where it has personal data, the audit log records it. @throws Refused, Unreachable */
export async function fetchFile(
  name: RouteName,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, unknown>> = {},
): Promise<Blob> {
  const answer = await reach(addressOf(name, params, query), {});
  if (!answer.ok) await answerOf(answer);
  return answer.blob();
}

let heardPosition: string | undefined;

/** From now on nothing is read that is older than what was heard: the service may have a replica. */
export function readAfter(position: string | undefined): void {
  heardPosition = position ?? heardPosition;
}

/** Makes one call. @throws Refused, Unreachable */
export async function call<Name extends RouteName>(
  name: Name,
  ask: Ask<Name> = {} as Ask<Name>,
): Promise<ConsoleData<Name>> {
  const [method] = routes[name].split(' ') as [string];
  const { params, body, query, signal, keepalive } = ask as {
    params?: Record<string, string>;
    body?: unknown;
    query?: Record<string, unknown>;
    signal?: AbortSignal;
    keepalive?: boolean;
  };
  return answerOf(
    await reach(addressOf(name, params ?? {}, query), {
      method,
      headers: {
        'x-gatehouse-console': '1',
        ...(isUserActive() ? {} : { 'x-gatehouse-unattended': '1' }),
        ...(heardPosition === undefined ? {} : { 'x-gatehouse-position': heardPosition }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
      ...(keepalive ? { keepalive } : {}),
    }),
  );
}

async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    throw failureOf(error);
  }
}

/** Why an answer has not arrived. */
function failureOf(error: unknown): unknown {
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  return error instanceof DOMException && error.name === 'TimeoutError'
    ? new Unreachable(text('ui.tooLate'))
    : new Unreachable(text('ui.unreachable'));
}

async function answerOf<Data>(answer: Response): Promise<Data> {
  if (answer.status === 204) return undefined as Data;
  const data: unknown = await answer.json().catch((error: unknown) => {
    // What is not JSON is judged by its status. Of any other answer only a part has arrived.
    if (!(error instanceof SyntaxError)) throw failureOf(error);
  });
  if (answer.ok) return data as Data;
  const requestId = answer.headers.get('x-request-id') ?? undefined;
  if (data === undefined)
    throw new Unreachable(text('ui.answeredStatus', { status: String(answer.status) }), requestId);
  throw new Refused(answer.status, data as ProblemBody, requestId);
}
