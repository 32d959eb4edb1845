import {
  businessCodes,
  type DataOf,
  type InputOf,
  type Operations,
  type SubjectInput,
  subjectFieldNames,
  subjectSchema,
  syncBudget,
} from '@gatehouse/contract';
import { customerOfEvent, customerOfSubject } from '../customers/index.ts';
import type { Database } from '../database/database.ts';
import { type Call, type Handlers, type Refusal, refuse, refuseInput } from '../gateway/index.ts';
import { type CompiledWorkflow, checkEntryFields, type Interpreter } from '../interpreter/index.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { matchingSubject } from '../screening/index.ts';
import type { TenantDirectory } from '../tenants/index.ts';
import { readExecution } from './execution-queries.ts';
import { insertExecution } from './submit-queries.ts';
import type { RouteResult, Workflows } from './workflow-routes.ts';

type Input = InputOf<Operations['workflow.apply.submit']>;
type Answer = DataOf<Operations['workflow.apply.submit']>;

export interface SubmitService {
  readonly database: Database;
  readonly tenants: TenantDirectory;
  readonly workflows: Workflows;
  readonly interpreter: Interpreter;
  readonly clock: Clock;
  /** Whether this process runs executions now; it may leave them to other nodes, or not have its lists yet. */
  worksHere(): boolean;
}

/** Answers `workflow.apply.submit` (spec 4.2, wire-decisions 3 and 4). */
export function applySubmit(service: SubmitService): Handlers['workflow.apply.submit'] {
  return async (call, input) => {
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
    const refusal = refuseData(workflow, input, service.clock.now());
    return refusal ?? submit(service, call, { input, workflow, route });
  };
}

function chooseRoute(workflows: Workflows, call: Call, input: Input): RouteResult {
  if (input.workflowId !== undefined) return workflows.named(call.scope, input.workflowId, input.eventType);
  return workflows.route(call.scope, { eventType: input.eventType, source: input.source });
}

/** Refuses business data that the workflow's entry fields or the subject's rules do not take. */
function refuseData(workflow: CompiledWorkflow, input: Input, now: Date): Refusal | undefined {
  const [bad] = checkEntryFields(workflow.workflow, input.data);
  if (bad) return refuseInput(bad);
  if (input.eventType !== 'MANUAL_CASE_EVENT') return undefined;
  const subject = matchingSubject(subjectOf(input), now);
  return subject.ok ? undefined : refuseInput(subject.bad);
}

/** The gateway has checked the subject's fields with the rest of the body (spec 2.4). */
function subjectOf(input: Input): SubjectInput {
  return subjectSchema.parse(input.data);
}

/** What is kept of `data`: the interface's fields and the workflow's own; others are ignored (wire-decisions 3). */
function knownData(workflow: CompiledWorkflow, input: Input): Record<string, unknown> {
  const own = input.eventType === 'MANUAL_CASE_EVENT' ? subjectFieldNames : ['customerId'];
  const names = [...own, ...workflow.workflow.entry.map((field) => field.name)];
  const given: Readonly<Record<string, unknown>> = input.data;
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(given, name)).map((name) => [name, given[name]]),
  );
}

async function submit(
  service: SubmitService,
  call: Call,
  request: {
    input: Input;
    workflow: CompiledWorkflow;
    route: Extract<RouteResult, { kind: 'found' }>;
  },
): Promise<Answer | Refusal> {
  const { input, workflow, route } = request;
  const { eventType, source } = input;
  const executionId = newId();
  const sync = workflow.workflow.mode === 'sync';
  const settled =
    sync && service.interpreter.settled(executionId, workflow.workflow.budgetMs ?? syncBudget.defaultMs);
  const accepted = await insertExecution(service.database, call.scope, {
    firstJob: await service.interpreter.firstJob(call.scope, executionId),
    execution: {
      executionId,
      auditId: newId(),
      eventType,
      source,
      workflowId: route.workflowId,
      version: route.version,
      apiKey: call.apiKey,
      requestId: call.requestId,
      customer:
        eventType === 'MANUAL_CASE_EVENT'
          ? customerOfSubject(subjectOf(input))
          : customerOfEvent(input.data.customerId),
      data: knownData(workflow, input),
    },
  });
  if (!accepted) return refuse(businessCodes.quotaExhausted, `the quota of ${eventType} is used up`);
  service.interpreter.started(call.scope, executionId);
  const status =
    eventType === 'MANUAL_CASE_EVENT' ? 'RUNNING' : service.worksHere() ? 'EXECUTING' : 'SUBMITTED';
  const answer: Answer = {
    code: 200,
    message: null,
    executionId,
    status,
    requestId: call.requestId,
    sync: false,
  };
  if (!settled) return answer;
  await settled;
  return { ...answer, ...(await syncOutcome(service, call, executionId)) };
}

/** The decision of an execution that reached it within its budget (wire-decisions 4). */
async function syncOutcome(
  service: SubmitService,
  call: Call,
  executionId: string,
): Promise<Pick<Answer, 'sync' | 'output' | 'status'> | undefined> {
  const execution = await readExecution(service.database, call.scope, executionId);
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
