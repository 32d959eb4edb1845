import type { Permission } from './permissions.ts';
import type { ConsoleRoute } from './route.ts';
import type { ConsoleData, ConsoleRouteName } from './route-types.ts';
import { consoleRoutes } from './routes.ts';

/**
 * What access tokens may read, and which members of each answer say nothing of a person. This list alone decides: a call
 * that is not here is refused, and a member that is not here is left out, so what is new stays hidden until it is listed.
 */

/** Members that stay: of an array for each element, of a union for each of its forms. */
type AnswerMask<Value> = Value extends readonly (infer Element)[]
  ? AnswerMask<Element>
  : Value extends object
    ? true | { readonly [Member in keyof Value]?: AnswerMask<Value[Member]> }
    : true;

type TokenAnswers = {
  /** `null`: all of the answer is about persons. */
  readonly [Name in ConsoleRouteName]?: AnswerMask<ConsoleData<Name>> | null;
};

const caseState = {
  domain: true,
  caseNo: true,
  status: true,
  eventType: true,
  riskScore: true,
  groups: true,
  groupIndex: true,
  group: true,
  fourEyes: true,
  openedAt: true,
  dueAt: true,
  resolvedAt: true,
  topHit: { source: true, score: true },
} as const;

const executionState = {
  domain: true,
  executionId: true,
  workflowId: true,
  eventType: true,
  source: true,
  state: true,
  nodeId: true,
  decision: true,
  riskScore: true,
  caseNo: true,
  failure: { nodeId: true, class: true },
  createdAt: true,
  finishedAt: true,
} as const;

const workflowState = {
  domain: true,
  workflowId: true,
  name: true,
  eventType: true,
  source: true,
  publishedVersion: true,
  publishedAt: true,
  publishedRoute: { eventType: true, source: true },
  startsInstead: { workflowId: true, name: true },
  draftDiffers: true,
  needsApproval: true,
  updatedAt: true,
} as const;

const deliveryState = {
  domain: true,
  deliveryId: true,
  webhookId: true,
  kind: true,
  state: true,
  executionId: true,
  workflowId: true,
  nodeId: true,
  attempts: true,
  lastHttpStatus: true,
  replayed: true,
  createdAt: true,
  finishedAt: true,
} as const;

const monitoringRun = {
  runId: true,
  kind: true,
  state: true,
  versionsFrom: true,
  versionsTo: true,
  engineVersion: true,
  entriesChanged: true,
  customersConsidered: true,
  customersConcerned: true,
  customersScreened: true,
  alerts: true,
  silenced: true,
  executions: true,
  failures: true,
  workedMs: true,
  orderedAt: true,
  startedAt: true,
  finishedAt: true,
} as const;

const assuranceRun = {
  assuranceRunId: true,
  settings: true,
  state: true,
  screened: true,
  total: true,
  summary: true,
  reportSha256: true,
  orderedAt: true,
  finishedAt: true,
} as const;

const tokenAnswers = {
  'accessTokens.current': true,
  'cases.list': { cases: caseState, nextCursor: true },
  'cases.read': {
    ...caseState,
    execution: true,
    alerts: {
      alertId: true,
      engine: true,
      source: true,
      category: true,
      subjectIndex: true,
      sequence: true,
      score: true,
      verdicts: true,
      silenced: true,
      resolution: true,
    },
    moves: { move: true, allowed: true, needsReason: true, effect: true },
  },
  'cases.hits': null,
  'cases.risk': null,
  'cases.figures': true,
  'cases.daily': true,
  'cases.groups': true,
  'customers.list': null,
  'customers.read': null,
  'customers.hits': null,
  'rulings.list': null,
  'rulings.precision': true,
  'executions.list': { executions: executionState, nextCursor: true },
  'executions.read': {
    ...executionState,
    workflowName: true,
    standing: true,
    canResume: true,
    steps: {
      sequence: true,
      nodeId: true,
      nodeType: true,
      title: true,
      attempt: true,
      deliveryId: true,
      startedAt: true,
      finishedAt: true,
    },
  },
  'executions.hosted': true,
  'workflows.list': { workflows: workflowState },
  'workflows.read': { ...workflowState, draft: true, versions: { version: true, publishedAt: true } },
  'workflows.readVersion': { workflowId: true, version: true, publishedAt: true, definition: true },
  'deliveries.list': { deliveries: deliveryState, nextCursor: true },
  'deliveries.read': {
    ...deliveryState,
    attemptLog: {
      attempt: true,
      cause: true,
      webhookVersion: true,
      intendedAt: true,
      dueAt: true,
      finishedAt: true,
      outcome: true,
      httpStatus: true,
      timings: true,
    },
  },
  'monitoring.runs': { runs: monitoringRun },
  'assurance.list': { runs: assuranceRun, workflows: true },
  'assurance.read': {
    run: assuranceRun,
    report: {
      versions: true,
      settings: true,
      pack: true,
      records: true,
      available: true,
      recall: true,
      ranks: true,
      alerts: true,
      curve: true,
    },
  },
  'lists.freshness': true,
  'audit.list': {
    records: {
      eventId: true,
      at: true,
      domain: true,
      actor: { kind: true },
      act: true,
      object: { kind: true },
    },
    nextCursor: true,
  },
  'audit.verify': true,
  'usage.read': true,
  'allowance.read': true,
} as const satisfies TokenAnswers;

export type TokenRouteName = keyof typeof tokenAnswers;

export function isTokenRoute(name: string): name is TokenRouteName {
  return Object.hasOwn(tokenAnswers, name);
}

/** The calls that a token may make whose owner has these permissions. */
export function tokenRoutesOf(permissions: readonly Permission[], personalData: boolean): TokenRouteName[] {
  const names = Object.keys(tokenAnswers) as TokenRouteName[];
  return names.filter((name) => {
    const { access }: ConsoleRoute = consoleRoutes[name];
    const isAllowed = access === 'signedIn' || (access !== 'anyone' && permissions.includes(access));
    return isAllowed && (personalData || tokenAnswers[name] !== null);
  });
}

/** Filters that say of a person what the answers leave out: letter by letter, a search finds every name. */
const personalFilters: ReadonlySet<string> = new Set([
  'search',
  'customerId',
  'country',
  'assignee',
  'actor',
  'objectId',
]);

/** Whether a member of a query is refused where personal data is left out. */
export function isPersonalFilter(member: string): boolean {
  return personalFilters.has(member);
}

type Mask = true | { readonly [member: string]: Mask };

/** What stays of an answer where personal data is left out. A value that the mask takes for an object, and is none, goes. */
export function withoutPersonalData(name: TokenRouteName, answer: unknown): unknown {
  const mask: Mask | null = tokenAnswers[name];
  return mask === null ? null : masked(mask, answer);
}

function masked(mask: Mask, value: unknown): unknown {
  if (mask === true) return value;
  if (Array.isArray(value)) return value.map((element) => masked(mask, element));
  if (typeof value !== 'object' || value === null) return null;
  const members = Object.entries(mask).filter(([member]) => Object.hasOwn(value, member));
  return Object.fromEntries(
    members.map(([member, inner]) => [member, masked(inner, (value as Record<string, unknown>)[member])]),
  );
}
