import type { z } from 'zod';
import { articleSchema, hitSchema } from '../hit.ts';
import {
  bytesContent,
  inputSchema,
  openApiDocument,
  operationId,
  parametersOf,
  refusalResponses,
  schemaAddress,
} from '../openapi-parts.ts';
import { account, ownSession, passkey, startedCeremony } from './account.ts';
import { auditRecord } from './audit.ts';
import { caseDocument, caseNote } from './case-work.ts';
import { caseDetail, caseSummary } from './cases.ts';
import { customerDetail, customerSummary } from './customers.ts';
import { deliveryDetail, deliverySummary } from './deliveries.ts';
import { executionDetail, executionSummary } from './executions.ts';
import { keyView, requestFinding, signedBytes } from './keys.ts';
import { listActivation, listOutcome, listVersion, listView } from './lists.ts';
import { liveEvent } from './live.ts';
import { monitoringRun } from './monitoring.ts';
import { person } from './people.ts';
import { type ProblemCode, problemSchema, problems } from './problems.ts';
import type { ConsoleRoute } from './route.ts';
import { consoleRoutes } from './routes.ts';
import { rulingView } from './rulings.ts';
import { scanDetail, scanSummary } from './scans.ts';
import { signedIn } from './session.ts';
import { referenceSetting, settingsView } from './settings.ts';
import { tenantSummary } from './tenants.ts';
import { uploadView } from './uploads.ts';
import { usageRow } from './usage.ts';
import { watchlistAction, watchlistItem } from './watchlist.ts';
import { webhookDetail, webhookSummary, webhookVersion } from './webhooks.ts';
import { workflowDetail, workflowSummary, workflowVocabulary } from './workflows.ts';

const routes: Readonly<Record<string, ConsoleRoute>> = consoleRoutes as never;

/** What answers hold, by component name; every answer is one, under its route's name where it has none. */
const components = new Map<z.ZodType, string>([
  [signedIn, 'SignedIn'],
  [account, 'Account'],
  [settingsView, 'Settings'],
  [referenceSetting, 'ReferenceSetting'],
  [ownSession, 'OwnSession'],
  [passkey, 'Passkey'],
  [person, 'Person'],
  [startedCeremony, 'BegunCeremony'],
  [caseSummary, 'CaseSummary'],
  [caseDetail, 'CaseDetail'],
  [caseNote, 'CaseNote'],
  [caseDocument, 'CaseDocument'],
  [customerSummary, 'CustomerSummary'],
  [customerDetail, 'CustomerDetail'],
  [scanSummary, 'ScanSummary'],
  [scanDetail, 'ScanDetail'],
  [liveEvent, 'LiveEvent'],
  [articleSchema, 'Article'],
  [hitSchema, 'Hit'],
  [rulingView, 'Ruling'],
  [uploadView, 'Upload'],
  [watchlistItem, 'WatchlistItem'],
  [watchlistAction, 'WatchlistAct'],
  [monitoringRun, 'MonitoringRun'],
  [auditRecord, 'AuditRecord'],
  [tenantSummary, 'Tenant'],
  [problemSchema, 'Problem'],
  [workflowSummary, 'WorkflowSummary'],
  [workflowDetail, 'WorkflowDetail'],
  [workflowVocabulary, 'WorkflowVocabulary'],
  [executionSummary, 'ExecutionSummary'],
  [executionDetail, 'ExecutionDetail'],
  [webhookSummary, 'WebhookSummary'],
  [webhookDetail, 'WebhookDetail'],
  [webhookVersion, 'WebhookVersion'],
  [keyView, 'ApiKey'],
  [listView, 'List'],
  [listVersion, 'ListVersion'],
  [listActivation, 'ListActivation'],
  [listOutcome, 'ListOutcome'],
  [usageRow, 'UsageRow'],
  [requestFinding, 'RequestFinding'],
  [signedBytes, 'SignedBytes'],
  [deliverySummary, 'DeliverySummary'],
  [deliveryDetail, 'DeliveryDetail'],
]);
for (const [name, { output }] of Object.entries(routes)) {
  if (output !== undefined && !components.has(output)) components.set(output, `${pascalCase(name)}Answer`);
}

const description = `What the management console calls. For people's browsers and for tools of the tenant's own people; systems
submit and poll over the signed gateway instead.

**Session.** \`POST /session\` sets the cookie; it is \`HttpOnly\` and \`SameSite=Strict\`, and \`Secure\` where the
service is reached over https. It ends 30 minutes after its last use and 12 hours after signing in.

**Changing requests** (everything but GET) carry the header \`x-gatehouse-console: 1\`, which pages of other sites
cannot send, and a body, where there is one, as \`application/json\`.

**Refusals** have one shape, see \`Problem\`. What belongs to another tenant answers exactly as what does not exist.

**Acting on a case** takes the \`revision\` that was read. When somebody was faster, nothing is changed and the
answer is 409 \`REVISION_CONFLICT\` with how the case stands now.`;

/** The OpenAPI 3.1 document of the console's interface, derived from its routes; served at `/console/api/openapi.json`. */
export function consoleOpenApi(): Record<string, unknown> {
  return openApiDocument<ConsoleRoute>({
    title: 'Gatehouse console',
    description,
    base: '/console/api',
    calls: routes,
    documentCall: documentRoute,
    schemas: components,
    problems,
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'gatehouse_session',
      description: 'Over https its name is `__Host-gatehouse_session`.',
    },
    parameters: {
      console: {
        name: 'x-gatehouse-console',
        in: 'header',
        required: true,
        description: 'Any value; its presence shows that no other site sent the request.',
        schema: { type: 'string' },
        example: '1',
      },
    },
  });
}

function documentRoute(name: string, route: ConsoleRoute): Record<string, unknown> {
  const changes = route.method !== 'GET';
  return {
    operationId: operationId(name),
    tags: [name.split('.')[0]],
    summary: route.title,
    description: `Access: ${accessWords(route)}.`,
    ...(route.access === 'anyone' && { security: [] }),
    parameters: [
      ...parametersOf('path', route.params),
      ...parametersOf('query', route.query),
      ...(changes ? [{ $ref: '#/components/parameters/console' }] : []),
    ],
    ...(route.takes === 'file' && {
      requestBody: { required: true, content: bytesContent },
    }),
    ...(route.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: inputSchema(route.body),
            ...(route.example !== undefined && { example: route.example }),
          },
        },
      },
    }),
    responses: {
      ...successOf(route),
      ...refusalResponses(problems, codesOf(route)),
    },
  };
}

function successOf({ output, answers }: ConsoleRoute): Record<string, unknown> {
  if (answers === 'file') {
    const schema = { type: 'string', format: 'binary' };
    return { '200': { description: 'The bytes, as an attachment.', content: { '*/*': { schema } } } };
  }
  if (answers === 'events') {
    const schema = { $ref: schemaAddress('LiveEvent') };
    const words =
      'Server-sent events; `data` of each is one object in JSON, `id` goes back as `Last-Event-ID`.';
    return { '200': { description: words, content: { 'text/event-stream': { schema } } } };
  }
  if (output === undefined) return { '204': { description: 'Done.' } };
  const schema = { $ref: schemaAddress(components.get(output)!) };
  return { '200': { description: 'Done.', content: { 'application/json': { schema } } } };
}

function accessWords({ access }: ConsoleRoute): string {
  if (access === 'anyone') return 'nobody needs to be signed in';
  return access === 'signedIn' ? 'whoever is signed in' : `the permission \`${access}\``;
}

function codesOf(route: ConsoleRoute): ProblemCode[] {
  const changes = route.method !== 'GET';
  return [
    ...route.problems,
    ...(route.access === 'anyone' ? [] : (['UNAUTHENTICATED'] as const)),
    ...(changes ? (['CROSS_SITE'] as const) : []),
    ...(route.access === 'anyone' || route.access === 'signedIn'
      ? []
      : (['FORBIDDEN', 'SECOND_FACTOR_MISSING'] as const)),
    ...(route.needsProof ? (['PROOF_NEEDED'] as const) : []),
    ...(route.path.startsWith('/domains/') ? (['NOT_FOUND'] as const) : []),
    ...(route.body ? (['MALFORMED', 'TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'INVALID'] as const) : []),
    ...(route.takes ? (['TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'STORAGE_FULL'] as const) : []),
    ...(route.query ? (['INVALID'] as const) : []),
    'INTERNAL',
    'UNAVAILABLE',
  ];
}

function pascalCase(name: string): string {
  const camel = operationId(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}
