import { type CaseState, wireExecutionStatus } from '@gatehouse/contract';
import type { Database } from '../database/database.ts';
import type { ReadReplica } from '../database/index.ts';
import type { Handlers } from '../gateway/index.ts';
import { isId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import { type ExecutionView, readExecution } from './execution-queries.ts';

/**
 * The end user's step that the execution waits at. Not the key with which it is given: nobody but the person's own
 * session can give it, and no server is tempted to.
 */
function personStep({ nodeId, person }: ExecutionView) {
  if (person === null || nodeId === null) return { currentNode: {}, pendingCallbackTask: {} };
  const { type, title } = person;
  return { currentNode: { nodeId, type, title }, pendingCallbackTask: { nodeId, type } };
}

const closed: readonly (CaseState | null)[] = ['APPROVED', 'REJECTED', 'CLOSED'];

/**
 * An execution that has ended with its case, from a replica that has it. Nothing of it changes any more, so that no
 * caller is answered an older state than before.
 */
async function readEnded(
  replica: ReadReplica | undefined,
  scope: Scope,
  executionId: string,
): Promise<ExecutionView | undefined> {
  return replica?.read([], async () => {
    const found = await readExecution(replica.database, scope, executionId);
    const hasEnded =
      (found?.state === 'COMPLETED' || found?.state === 'CANCELLED') && closed.includes(found.caseStatus);
    return hasEnded ? found : undefined;
  });
}

/** Handles `workflow.execution.status` (interface specification 4.3). */
export function executionStatus(service: {
  database: Database;
  replica: ReadReplica | undefined;
  /** The deployment's wire value of a cancelled execution. */
  cancelledStatus: string | undefined;
}): Handlers['workflow.execution.status'] {
  return async (call, { executionId }) => {
    if (!isId(executionId)) return '';
    const execution =
      (await readEnded(service.replica, call.scope, executionId)) ??
      (await readExecution(service.database, call.scope, executionId));
    if (!execution) return '';
    return {
      code: 200,
      executionId,
      status: wireExecutionStatus(execution.state, service.cancelledStatus),
      caseNo: execution.caseNo ?? '',
      caseStatus: execution.caseStatus ?? '',
      ...(execution.riskScore === null ? {} : { riskScore: execution.riskScore }),
      ...(execution.resolvedAt === null ? {} : { resolvedAt: execution.resolvedAt.getTime() }),
      ...personStep(execution),
      output: {},
    };
  };
}
