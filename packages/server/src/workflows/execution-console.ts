import { type ConsoleHandlers, ConsoleRefusal } from '../console/index.ts';
import type { Database } from '../database/database.ts';
import { isId } from '../lib/ids.ts';
import { listExecutions, readExecutionDetail } from './execution-log.ts';

type ExecutionHandlers = Pick<ConsoleHandlers, 'executions.list' | 'executions.read'>;

/** What people read of executions, over the console's interface. */
export function executionConsole({ database }: { readonly database: Database }): ExecutionHandlers {
  return {
    'executions.list': async ({ scope, query }) => {
      const page = await listExecutions(database, scope, query);
      if (page === undefined) {
        throw new ConsoleRefusal('INVALID', 'is not a cursor of this list', { field: 'cursor' });
      }
      return page;
    },
    'executions.read': async ({ scope, params }) => {
      const { executionId } = params;
      const found = isId(executionId) ? await readExecutionDetail(database, scope, executionId) : undefined;
      if (found === undefined) throw new ConsoleRefusal('NOT_FOUND');
      return found;
    },
  };
}
