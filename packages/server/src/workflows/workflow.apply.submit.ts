import {
  businessCodes,
  type DataOf,
  type InputOf,
  type Operations,
  type SubjectInput,
  syncBudget,
} from '@gatehouse/contract';
import { customerOfEvent, customerOfSubject } from '../customers/index.ts';
import type { Database } from '../database/database.ts';
import {
  type Call,
  type Handlers,
  type Idempotency,
  Refusal,
  ReplayedResponse,
  refuse,
  refuseInput,
} from '../gateway/index.ts';
import type { CompiledWorkflow, Interpreter } from '../interpreter/index.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import { type Tracer, traced } from '../lib/tracing.ts';
import type { TenantDirectory } from '../tenants/index.ts';
import { checkUploadReferences } from '../uploads/index.ts';
import { readExecution } from './execution-queries.ts';
import { followedWallets } from './followed-wallets.ts';
import {
  findIdempotentSubmit,
  type IdempotentSubmit,
  storeIdempotentResponse,
} from './idempotent-submits.ts';
import { SubmitBatches } from './submit-batches.ts';
import { hasUnits, type NewExecution } from './submit-queries.ts';
import { acceptData, knownData } from './submitted-data.ts';
import type { RouteResult, Workflows } from './workflow-routes.ts';

type Input = InputOf<Operations['workflow.apply.submit']>;
type Answer = DataOf<Operations['workflow.apply.submit']>;

export interface SubmitService {
  readonly database: Database;
  readonly tenants: TenantDirectory;
  readonly workflows: Workflows;
  readonly interpreter: Interpreter;
  readonly clock: Clock;
  /** Undefined: traces are off. */
  readonly tracer?: Tracer | undefined;
  /** Whether this process runs executions now; it may leave them to other server nodes, or not have its lists yet. */
  runsJobs(): boolean;
}

/** Handles `workflow.apply.submit` (interface specification 4.2, docs/interface.md 3 and 4). */
export function applySubmit(service: SubmitService): Handlers['workflow.apply.submit'] {
  /**
   * Quotas that ran out here. Deducting a unit that is not there ends in an error, which the database logs; further
   * calls are answered by a plain read.
   */
  const spent = new Set<string>();
  const batches = new SubmitBatches({
    database: service.database,
    creation: (scope, executionIds) => service.interpreter.creation(scope, executionIds),
    discardJobs: (executionIds) => service.interpreter.discardJobs(executionIds),
  });
  const answerNew = async (call: Call, input: Input): Promise<Answer | Refusal | 'keyTaken'> => {
    const tenant = service.tenants.tenant(call.scope.tenantId);
    if (!tenant?.events.has(input.eventType)) {
      return refuse(
        businessCodes.badParameter,
        `eventType ${input.eventType} is not enabled for this tenant`,
      );
    }
    if (tenant.billingBlocked)
      return refuse(businessCodes.quotaExhausted, 'billing of this tenant is blocked');
    const route = chooseRoute(service.workflows, call, input);
    if (route.kind === 'none') return refuse(businessCodes.badParameter, route.message);
    const workflow = await service.workflows.compiled(call.scope, route.workflowId, route.version);
    const accepted = acceptData(workflow, input, service.clock.now());
    if (!accepted.ok) return refuseInput(accepted.bad);
    const data = knownData(workflow, input.data, accepted.subject);
    const stranger = await checkUploadReferences(service.database, call.scope, data);
    if (stranger !== undefined) return refuseInput(stranger);
    const quota = JSON.stringify([call.scope.tenantId, input.eventType]);
    if (spent.has(quota)) {
      if (!(await hasUnits(service.database, call.scope, input.eventType))) return quotaUsedUp(input);
      spent.delete(quota);
    }
    const answer = await submit({ ...service, batches }, call, {
      input,
      workflow,
      route,
      subject: accepted.subject,
      data,
    });
    if (answer !== undefined) return answer;
    spent.add(quota);
    return quotaUsedUp(input);
  };
  return async (call, input) => {
    const { idempotency } = call;
    for (let attempt = 1; ; attempt += 1) {
      const answer = await answerNew(call, input);
      if (answer !== 'keyTaken' && !(answer instanceof Refusal)) return answer;
      // Refusals are not kept, but what took effect is answered again, whatever has changed since.
      if (idempotency !== undefined) {
        const kept = await findIdempotentSubmit(service.database, call.scope, idempotency.key);
        if (kept !== undefined) return replayAnswer(service, call.scope, { kept, ...idempotency });
      }
      if (answer !== 'keyTaken') return answer;
      // The key's days ended at this moment: the next attempt has it.
      if (attempt === 3) throw new Error('an Idempotency-Key is neither free nor kept');
    }
  };
}

function quotaUsedUp({ eventType }: Input): Refusal {
  return refuse(businessCodes.quotaExhausted, `the quota of ${eventType} is used up`);
}

function chooseRoute(workflows: Workflows, call: Call, input: Input): RouteResult {
  if (input.workflowId !== undefined) return workflows.named(call.scope, input.workflowId, input.eventType);
  return workflows.route(call.scope, { eventType: input.eventType, source: input.source });
}

/** Starts the execution; undefined when no unit of the quota was left, `keyTaken` when its key has one already. */
async function submit(
  service: SubmitService & { readonly batches: SubmitBatches },
  call: Call,
  request: {
    input: Input;
    workflow: CompiledWorkflow;
    route: Extract<RouteResult, { kind: 'found' }>;
    subject: SubjectInput | undefined;
    data: Record<string, unknown>;
  },
): Promise<Answer | 'keyTaken' | undefined> {
  const { input, workflow, route, subject, data } = request;
  const { eventType, source } = input;
  const executionId = newId();
  const { mode, budgetMs: statedMs } = workflow.workflow;
  const budgetMs = mode === 'sync' ? (statedMs ?? syncBudget.defaultMs) : null;
  const stopped =
    budgetMs !== null && service.interpreter.waitUntilStopped(call.scope, executionId, budgetMs);
  const status =
    eventType === 'MANUAL_CASE_EVENT' ? 'RUNNING' : service.runsJobs() ? 'EXECUTING' : 'SUBMITTED';
  const answer: Answer = {
    code: 200,
    message: null,
    executionId,
    status,
    requestId: call.requestId,
    sync: false,
  };
  const key = call.idempotency?.key;
  const wallets = followedWallets(workflow.workflow, data);
  const execution: NewExecution = {
    executionId,
    auditId: newId(),
    eventType,
    source,
    workflowId: route.workflowId,
    version: route.version,
    apiKey: call.apiKey,
    requestId: call.requestId,
    traceparent: call.traceparent,
    customer: subject
      ? customerOfSubject(subject, wallets)
      : customerOfEvent(input.data.customerId, wallets, data),
    data,
    kept: call.idempotency && {
      idempotencyKey: call.idempotency.key,
      requestDigest: call.idempotency.requestDigest,
      answer,
      answersWithinMs: budgetMs,
    },
  };
  const span = {
    kind: 'client',
    parent: call.traceparent,
    attributes: { 'db.system.name': 'postgresql', 'gatehouse.execution_id': executionId },
  } as const;
  const stored = await traced(service.tracer, ['submit transaction', span], () =>
    service.batches.submit(call.scope, execution),
  );
  if (stored === undefined || stored === 'keyTaken') return stored;
  const { workflowId, version: workflowVersion } = route;
  const traceparent = call.traceparent ?? null;
  service.interpreter.startCreated({
    scope: call.scope,
    workflowId,
    workflowVersion,
    eventType,
    traceparent,
    ...stored,
  });
  if (!stopped) return answer;
  await stopped;
  return answerInTime(service, call.scope, { answer, key });
}

/** Returns the answer of the first submit with the key, once it is there, whether or not its server node still lives. */
async function replayAnswer(
  service: SubmitService,
  scope: Scope,
  again: { readonly kept: IdempotentSubmit } & Idempotency,
): Promise<ReplayedResponse<Answer> | Refusal> {
  const { kept, key, requestDigest } = again;
  const { executionId, submittedAt, answer, answersWithinMs } = kept;
  if (kept.requestDigest !== requestDigest) {
    return refuse(
      businessCodes.badParameter,
      `Idempotency-Key ${key} belongs to another submit, whose body or apiVersion differs: ` +
        `it started execution ${executionId} at ${submittedAt.toISOString()}. Send a new key with a new submit`,
    );
  }
  if (answersWithinMs === null) return new ReplayedResponse(answer);
  if (answersWithinMs > 0) await service.interpreter.waitUntilStopped(scope, executionId, answersWithinMs);
  return new ReplayedResponse(await answerInTime(service, scope, { answer, key }));
}

/** The answer of a submit in sync mode once its wait is over: with a key the same for all calls that wait for it. */
async function answerInTime(
  service: SubmitService,
  scope: Scope,
  { answer, key }: { readonly answer: Answer; readonly key: string | undefined },
): Promise<Answer> {
  const final = { ...answer, ...(await syncOutcome(service, scope, answer.executionId)) };
  return key === undefined ? final : storeIdempotentResponse(service.database, scope, { key, answer: final });
}

/** The decision of an execution that reached it within its budget (docs/interface.md 4). */
async function syncOutcome(
  service: SubmitService,
  scope: Scope,
  executionId: string,
): Promise<Pick<Answer, 'sync' | 'output' | 'status'> | undefined> {
  const execution = await readExecution(service.database, scope, executionId);
  if (!execution?.decision) return undefined;
  return {
    sync: true,
    status: 'EXECUTING',
    output: {
      decision: execution.decision,
      caseNo: execution.caseNo ?? '',
      caseStatus: execution.caseStatus ?? '',
      ...(execution.riskScore === null ? {} : { riskScore: execution.riskScore }),
      reasons: [...execution.riskReasons],
    },
  };
}
