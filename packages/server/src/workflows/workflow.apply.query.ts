import type { Database } from '../database/database.ts';
import type { Handlers } from '../gateway/index.ts';
import { findCustomerExecutions } from './execution-queries.ts';

/** Handles `workflow.apply.query` (interface specification 4.4, docs/interface.md 4). */
export function applyQuery(service: { database: Database }): Handlers['workflow.apply.query'] {
  return async (call, customer) => {
    const { completed, running } = await findCustomerExecutions(service.database, call.scope, customer);
    // An approval followed by a later rejection or close is no approval: only the newest resolution counts.
    if (completed?.approved) return { code: 200, executionId: completed.executionId, status: 'APPROVED' };
    if (running) return { code: 200, executionId: running, status: 'RUNNING' };
    return { code: 200, executionId: '', status: '' };
  };
}
