import { phrase } from '@gatehouse/contract';
import type { AuditAction } from '@gatehouse/contract/audit-actions';
import { type Actor, recordAudit } from '../audit/index.ts';
import { type ConsoleHandlers, ConsoleRefusal, type ConsoleUser } from '../console-api/index.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import { lockDefinitions } from '../tenants/index.ts';
import {
  type ApprovalState,
  endApproval,
  insertApprovalRequest,
  markReturned,
  readApprovalState,
} from './approval-queries.ts';
import { type PublishResult, publishWorkflow } from './publish.ts';
import { isReplaced } from './start-rule.ts';
import { sentFault } from './submitted-definition.ts';
import { listWorkflows } from './workflow-log.ts';
import { readWorkflowResources } from './workflow-resources.ts';

export type ApprovalHandlers = Pick<
  ConsoleHandlers,
  'workflows.askApproval' | 'workflows.withdrawApproval' | 'workflows.approve' | 'workflows.return'
>;

/**
 * One person draws, another publishes. What is approved is the very revision that was asked for: saving, asking and
 * approving run one after the other, and each reads what the one before wrote.
 */
export function approvalConsoleHandlers({
  database,
  refresh,
}: {
  readonly database: Database;
  readonly refresh: () => Promise<void>;
}): ApprovalHandlers {
  const action = async (
    request: ApprovalRequest,
    work: (approvalAction: ApprovalAction) => Promise<void>,
  ) => {
    const { scope, user, params } = request;
    await database.operator(async (tx) => {
      await lockDefinitions(tx);
      const state = await readApprovalState(tx, scope, params.workflowId);
      if (state === undefined) throw new ConsoleRefusal('NOT_FOUND');
      const actor = { kind: 'user', id: user.email } as const;
      await work({ tx, scope, actor, workflowId: params.workflowId, approval: state });
    });
    await refresh();
    const [summary] = await listWorkflows(database, scope, params.workflowId);
    return summary!;
  };
  return {
    'workflows.askApproval': (request) =>
      action(request, async (approvalAction) => {
        const { tx, scope, actor, workflowId, approval: state } = approvalAction;
        if (state.revision !== request.body.revision) throw new ConsoleRefusal('REVISION_GONE');
        if (!state.draftDiffers && !(await isReplaced(tx, scope, workflowId))) {
          throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.draftPublished'));
        }
        if (state.state === 'asked') {
          throw new ConsoleRefusal(
            'MOVE_REFUSED',
            phrase('refusals.approvalRequested', { person: state.askedBy! }),
          );
        }
        // Kept as publishing would keep it, so that approving changes nothing of what was looked at.
        done(await publish(approvalAction, { publish: false }));
        const note = request.body.note ?? null;
        await insertApprovalRequest(tx, scope, { workflowId, askedBy: actor.id, note });
        await put(approvalAction, 'workflow.ask_approval', note === null ? {} : { note });
      }),
    'workflows.withdrawApproval': (request) =>
      action(request, async (approvalAction) => {
        const requestedBy = await endApproval(approvalAction.tx, approvalAction.scope, approvalAction);
        if (requestedBy === undefined)
          throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.approvalNone'));
        await put(approvalAction, 'workflow.withdraw_approval', { askedBy: requestedBy });
      }),
    'workflows.approve': (request) =>
      action(request, async (approvalAction) => {
        const requestedBy = refuseUnasked(approvalAction, request.body.revision);
        if (approvalAction.approval.authors.includes(approvalAction.actor.id))
          throw new ConsoleRefusal('OWN_WORK');
        done(await publish(approvalAction, { publish: true, askedBy: requestedBy }));
      }),
    'workflows.return': (request) =>
      action(request, async (approvalAction) => {
        const requestedBy = refuseUnasked(approvalAction, request.body.revision);
        const { reason } = request.body;
        await markReturned(approvalAction.tx, approvalAction.scope, {
          ...approvalAction,
          returnedBy: approvalAction.actor.id,
          reason,
        });
        await put(approvalAction, 'workflow.return', { askedBy: requestedBy, reason });
      }),
  };
}

interface ApprovalRequest {
  readonly scope: Scope;
  readonly user: ConsoleUser;
  readonly params: { readonly workflowId: string };
}

/** One action under the lock of definitions: nobody else changes a definition before it ends. */
interface ApprovalAction {
  readonly tx: Tx;
  readonly scope: Scope;
  readonly actor: Actor;
  readonly workflowId: string;
  readonly approval: ApprovalState;
}

/** Who asked for that very revision, and is another one than who answers. */
function refuseUnasked({ approval, actor }: ApprovalAction, revision: string): string {
  const { state, askedBy: requestedBy, askedRevision } = approval;
  if (state !== 'asked' || requestedBy === null) {
    throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.approvalGone'));
  }
  if (askedRevision !== revision || approval.revision !== revision) throw new ConsoleRefusal('REVISION_GONE');
  if (requestedBy === actor.id) throw new ConsoleRefusal('OWN_WORK');
  return requestedBy;
}

async function publish(
  { tx, scope, actor, approval: state }: ApprovalAction,
  how: { readonly publish: boolean; readonly askedBy?: string },
): Promise<PublishResult> {
  const known = await readWorkflowResources(tx, scope.tenantId);
  return publishWorkflow(tx, scope, { definition: state.draft, known, actor, ...how });
}

/** What was free of faults when it was drawn may have some since: a webhook that it calls was taken away. */
function done(result: PublishResult): void {
  if (result.ok) return;
  throw new ConsoleRefusal('DEFINITION_FAULTS', undefined, { faults: result.faults.map(sentFault) });
}

function put(
  { tx, scope, actor, workflowId }: ApprovalAction,
  action: AuditAction,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  return recordAudit(tx, scope, { actor, act: action, object: { kind: 'workflow', id: workflowId }, detail });
}
