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
import { type Call, type Handlers, type Refusal, refuse, refuseInput } from '../gateway/index.ts';
import type { CompiledWorkflow, Interpreter } from '../interpreter/index.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { TenantDirectory } from '../tenants/index.ts';
import { checkUploadReferences } from '../uploads/index.ts';
import { readExecution } from './execution-queries.ts';
import { SubmitBatches } from './submit-batches.ts';
import { hasUnits } from './submit-queries.ts';
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
  /** Whether this process runs executions now; it may leave them to other nodes, or not have its lists yet. */
  worksHere(): boolean;
}

/** Answers `workflow.apply.submit` (spec 4.2, wire-decisions 3 and 4). */
export function applySubmit(service: SubmitService): Handlers['workflow.apply.submit'] {
  /**
   * Quotas that ran out here. Taking a unit that is not there ends in an error, which the database logs; callers who
   * go on asking are answered by a look instead.
   */
  const spent = new Set<string>();
  const batches = new SubmitBatches({
    database: service.database,
    birth: (scope, executionIds) => service.interpreter.birth(scope, executionIds),
  });
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
}

function quotaUsedUp({ eventType }: Input): Refusal {
  return refuse(businessCodes.quotaExhausted, `the quota of ${eventType} is used up`);
}

function chooseRoute(workflows: Workflows, call: Call, input: Input): RouteResult {
  if (input.workflowId !== undefined) return workflows.named(call.scope, input.workflowId, input.eventType);
  return workflows.route(call.scope, { eventType: input.eventType, source: input.source });
}

/** Starts the execution; undefined when no unit of the quota was left. */
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
): Promise<Answer | undefined> {
  const { input, workflow, route, subject, data } = request;
  const { eventType, source } = input;
  const executionId = newId();
  const sync = workflow.workflow.mode === 'sync';
  const settled =
    sync &&
    service.interpreter.settled(call.scope, executionId, workflow.workflow.budgetMs ?? syncBudget.defaultMs);
  const stored = await service.batches.submit(call.scope, {
    executionId,
    auditId: newId(),
    eventType,
    source,
    workflowId: route.workflowId,
    version: route.version,
    apiKey: call.apiKey,
    requestId: call.requestId,
    customer: subject ? customerOfSubject(subject) : customerOfEvent(input.data.customerId),
    data,
  });
  if (!stored) return undefined;
  const { workflowId, version: workflowVersion } = route;
  service.interpreter.started({ scope: call.scope, workflowId, workflowVersion, eventType, ...stored });
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
