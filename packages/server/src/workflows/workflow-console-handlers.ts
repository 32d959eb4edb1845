import type { ConsoleBody, ConsoleData } from '@gatehouse/contract';
import { type ConsoleHandlers, ConsoleRefusal } from '../console-api/index.ts';
import type { Database } from '../database/database.ts';
import { checkWorkflow } from '../interpreter/index.ts';
import type { Scope } from '../lib/scope.ts';
import { lockDefinitions } from '../tenants/index.ts';
import { type ApprovalHandlers, approvalConsoleHandlers } from './approval-console-handlers.ts';
import { readApprovalState, readSecondApprover } from './approval-queries.ts';
import { keepDraft, publishWorkflow } from './publish.ts';
import { readSubmitted } from './submitted-definition.ts';
import { listWorkflows, readWorkflowDetail, readWorkflowVersion } from './workflow-log.ts';
import { readWorkflow } from './workflow-queries.ts';
import { readWorkflowResources } from './workflow-resources.ts';
import { describeVocabulary } from './workflow-vocabulary.ts';

type WorkflowHandlers = Pick<
  ConsoleHandlers,
  | 'workflows.list'
  | 'workflows.vocabulary'
  | 'workflows.read'
  | 'workflows.readVersion'
  | 'workflows.check'
  | 'workflows.save'
  | keyof ApprovalHandlers
>;

export interface WorkflowTools {
  readonly database: Database;
  /** Lets this server node know at once of what was published here. */
  readonly refresh: () => Promise<void>;
}

/** What people read and do of workflows, over the console's interface. */
export function workflowConsoleHandlers(tools: WorkflowTools): WorkflowHandlers {
  const { database, refresh } = tools;
  return {
    ...approvalConsoleHandlers(tools),
    'workflows.list': async ({ scope }) => ({ workflows: await listWorkflows(database, scope) }),
    'workflows.vocabulary': ({ scope }) =>
      database.transaction(scope, async (tx) => ({
        ...describeVocabulary(await readWorkflowResources(tx, scope.tenantId)),
        secondApprover: await readSecondApprover(tx, scope),
      })),
    'workflows.read': async ({ scope, params }) => {
      const found = await readWorkflowDetail(database, scope, params.workflowId);
      if (found === undefined) throw new ConsoleRefusal('NOT_FOUND');
      return found;
    },
    'workflows.readVersion': async ({ scope, params }) => {
      const found = await readWorkflowVersion(database, scope, params);
      if (found === undefined) throw new ConsoleRefusal('NOT_FOUND');
      return found;
    },
    'workflows.check': async ({ scope, body }) => {
      const submitted = await readSubmitted(body);
      if (!submitted.ok) return { faults: submitted.faults, warnings: [] };
      const known = await database.transaction(scope, (tx) => readWorkflowResources(tx, scope.tenantId));
      const checked = checkWorkflow(submitted.definition, known);
      return checked.ok
        ? { faults: [], warnings: checked.warnings.map(submitted.locate) }
        : { faults: checked.faults.map(submitted.locate), warnings: [] };
    },
    'workflows.save': async ({ scope, body, user }) => {
      const saved = await save(database, scope, { body, email: user.email });
      await refresh();
      const [summary] = await listWorkflows(database, scope, saved.workflowId);
      return { ...summary!, changes: saved.changes, faults: saved.faults };
    },
  };
}

async function save(
  database: Database,
  scope: Scope,
  { body, email }: { body: ConsoleBody<'workflows.save'>; email: string },
): Promise<{ workflowId: string } & Pick<ConsoleData<'workflows.save'>, 'changes' | 'faults'>> {
  const submitted = await readSubmitted(body);
  if (!submitted.ok) throw new ConsoleRefusal('DEFINITION_FAULTS', undefined, { faults: submitted.faults });
  const { definition } = submitted;
  return database.operator(async (tx) => {
    await lockDefinitions(tx);
    const workflowId = String((definition as { id?: unknown } | null)?.id);
    const stored = await readWorkflow(tx, scope, workflowId);
    const version = stored?.published?.version ?? null;
    if (body.expectedVersion !== undefined && body.expectedVersion !== version) {
      throw new ConsoleRefusal('VERSION_CONFLICT', undefined, { version });
    }
    if (body.expectedRevision !== undefined) {
      const state = await readApprovalState(tx, scope, workflowId);
      if (body.expectedRevision !== (state?.revision ?? null)) throw new ConsoleRefusal('REVISION_GONE');
    }
    const request = {
      definition,
      known: await readWorkflowResources(tx, scope.tenantId),
      actor: { kind: 'user', id: email } as const,
    };
    const result = body.publish
      ? {
          faults: [],
          ...(await publishWorkflow(tx, scope, { ...request, publish: true, republish: body.republish })),
        }
      : await keepDraft(tx, scope, request);
    if (!result.ok && result.needsApproval) throw new ConsoleRefusal('APPROVAL_NEEDED');
    const faults = result.faults.map(submitted.locate);
    if (!result.ok) throw new ConsoleRefusal('DEFINITION_FAULTS', undefined, { faults });
    return {
      workflowId,
      changes: result.changes.map(({ subject, words }) => `${subject}: ${words}`),
      faults,
    };
  });
}
