import { parseInput, type SubjectInput, subjectSchema } from '@gatehouse/contract';
import { customerOfSubject } from '../customers/index.ts';
import { newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import { followedWallets } from './followed-wallets.ts';
import { insertExecutions } from './submit-queries.ts';
import { acceptData, knownData } from './submitted-data.ts';
import type { SubmitService } from './workflow.apply.submit.ts';

/** A subject that a person of the tenant submits from the console. */
export interface PersonSubmit {
  readonly executionId: string;
  /** E-mail address. */
  readonly person: string;
  readonly requestId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const eventType = 'MANUAL_CASE_EVENT';
const source = 'API';

/**
 * Submits a subject through the published workflow for `MANUAL_CASE_EVENT`, as `workflow.apply.submit` does for a key: it uses
 * a unit of the quota and updates the customer. @returns why it was refused; undefined where the execution runs
 */
export async function submitByPerson(
  service: SubmitService,
  scope: Scope,
  submit: PersonSubmit,
): Promise<string | undefined> {
  const { executionId, person, requestId } = submit;
  const tenant = service.tenants.tenant(scope.tenantId);
  if (!tenant?.events.has(eventType)) return `eventType ${eventType} is not enabled for this tenant`;
  if (tenant.billingBlocked) return 'billing of this tenant is blocked';
  const route = service.workflows.route(scope, { eventType, source });
  if (route.kind === 'none') return route.message;
  const parsed = parseInput<SubjectInput>(subjectSchema, submit.data);
  if (!parsed.ok) return parsed.bad.message;
  const { workflowId, version } = route;
  const workflow = await service.workflows.compiled(scope, workflowId, version);
  const accepted = acceptData(workflow, { eventType, data: submit.data }, service.clock.now());
  if (!accepted.ok) return accepted.bad.message;
  const data = knownData(workflow, submit.data, accepted.subject);
  const execution = {
    executionId,
    auditId: newId(),
    eventType,
    source,
    workflowId,
    version,
    apiKey: null,
    person,
    requestId,
    customer: customerOfSubject(accepted.subject!, followedWallets(workflow.workflow, data)),
    data,
  } as const;
  const creation = await service.interpreter.creation(scope, [executionId]);
  const stored = await insertExecutions(service.database, scope, { executions: [execution], creation });
  if (stored === undefined) return `the quota of ${eventType} is used up`;
  for (const one of stored)
    service.interpreter.startCreated({
      traceparent: null,
      scope,
      workflowId,
      workflowVersion: version,
      eventType,
      ...one,
    });
  return undefined;
}
