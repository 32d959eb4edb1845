import { wireExecutionStatus } from '@gatehouse/contract';
import type { Database } from '../database/database.ts';
import type { Handlers } from '../gateway/index.ts';
import { isId } from '../lib/ids.ts';
import { readExecution } from './execution-queries.ts';

/** Answers `workflow.execution.status` (spec 4.3). */
export function executionStatus(service: {
  database: Database;
  /** The deployment's wire value of a cancelled execution. */
  cancelledStatus: string | undefined;
}): Handlers['workflow.execution.status'] {
  return async (call, { executionId }) => {
    if (!isId(executionId)) return '';
    const execution = await readExecution(service.database, call.scope, executionId);
    if (!execution) return '';
    return {
      code: 200,
      executionId,
      status: wireExecutionStatus(execution.state, service.cancelledStatus),
      caseNo: execution.caseNo ?? '',
      caseStatus: execution.caseStatus ?? '',
      ...(execution.riskScore === null ? {} : { riskScore: execution.riskScore }),
      ...(execution.resolvedAt === null ? {} : { resolvedAt: execution.resolvedAt.getTime() }),
      currentNode: {},
      output: {},
      pendingCallbackTask: {},
    };
  };
}
