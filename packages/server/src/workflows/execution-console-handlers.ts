import { phrase } from '@gatehouse/contract';
import { type ConsoleHandlers, ConsoleRefusal, countedDays } from '../console-api/index.ts';
import type { Clock } from '../lib/clock.ts';
import { isId } from '../lib/ids.ts';
import type { PersonalKeys } from '../personal-keys/index.ts';
import { type CancelTools, cancelByPerson } from './cancel-execution.ts';
import { listExecutions, readExecutionDetail, type SubmittedInStep } from './execution-log.ts';
import { countHostedSteps } from './hosted-figures.ts';
import { type ResumeTools, resumeByPerson } from './resume-execution.ts';

type ExecutionHandlers = Pick<
  ConsoleHandlers,
  'executions.list' | 'executions.hosted' | 'executions.read' | 'executions.cancel' | 'executions.resume'
>;

/** What people read and do of executions, over the console's interface. */
export function executionConsoleHandlers(
  tools: CancelTools &
    ResumeTools & {
      readonly submittedIn: SubmittedInStep;
      readonly clock: Clock;
      readonly personalKeys: PersonalKeys;
    },
): ExecutionHandlers {
  const { database, submittedIn } = tools;
  return {
    'executions.list': async ({ scope, query }) => {
      const page = await listExecutions(database, scope, query);
      if (page === undefined) {
        throw new ConsoleRefusal('INVALID', phrase('rules.cursor'), { field: 'cursor' });
      }
      return page;
    },
    'executions.hosted': async ({ scope, query }) => {
      const counted = countedDays(query, tools.clock.now());
      const figures = await database.transaction(scope, (tx) => countHostedSteps(tx, scope, counted));
      return { period: counted.period, ...figures };
    },
    'executions.read': async ({ scope, params, user }) => {
      const { executionId } = params;
      const withRaw = user.permissions.includes('executions.readRaw');
      const keys = await tools.personalKeys.ofDomain(scope);
      const request = { executionId, withRaw, submittedIn, keys };
      const found = isId(executionId) ? await readExecutionDetail(database, scope, request) : undefined;
      if (found === undefined) throw new ConsoleRefusal('NOT_FOUND');
      return found;
    },
    'executions.cancel': async ({ scope, params, body, user }) => {
      const { executionId } = params;
      if (!isId(executionId)) throw new ConsoleRefusal('NOT_FOUND');
      const actor = { kind: 'user', id: user.email } as const;
      const outcome = await cancelByPerson(tools, scope, { ...body, executionId, actor });
      if (outcome.kind === 'notFound') throw new ConsoleRefusal('NOT_FOUND');
      if (outcome.kind === 'refused') throw new ConsoleRefusal('MOVE_REFUSED', outcome.refusal);
      return { executionId, state: 'CANCELLED' };
    },
    'executions.resume': async ({ scope, params, body, user }) => {
      const { executionId } = params;
      if (!isId(executionId)) throw new ConsoleRefusal('NOT_FOUND');
      const actor = { kind: 'user', id: user.email } as const;
      const outcome = await resumeByPerson(tools, scope, { ...body, executionId, actor });
      if (outcome.kind === 'notFound') throw new ConsoleRefusal('NOT_FOUND');
      if (outcome.kind === 'refused') throw new ConsoleRefusal('MOVE_REFUSED', outcome.refusal);
      return { executionId, state: 'RUNNING' };
    },
  };
}
