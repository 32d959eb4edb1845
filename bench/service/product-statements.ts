/**
 * The very statements that the product runs for a call, caught from its own functions, so that a yardstick
 * can never lag behind them.
 */
import { randomUUID } from 'node:crypto';
import type { Database, Query } from '../../packages/server/src/database/index.ts';
import type { JobQueue } from '../../packages/server/src/jobs/index.ts';
import { newId } from '../../packages/server/src/lib/ids.ts';
import { readExecution } from '../../packages/server/src/workflows/execution-queries.ts';
import { insertExecutions, type NewExecution } from '../../packages/server/src/workflows/submit-queries.ts';
import { caller, nextSubmit, scope } from '../rig/tenant.ts';

export interface PlainStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Makes statements anew with other values in the places of those they were caught with. */
export interface StatementTemplate {
  readonly statements: readonly PlainStatement[];
  readonly fill: (replace: Readonly<Record<string, string>>) => PlainStatement[];
}

/** What `workflow.execution.status` reads; the placeholder is `executionId`. */
export async function statusTemplate(): Promise<StatementTemplate> {
  const executionId = randomUUID();
  const caught: PlainStatement[] = [];
  const database: Pick<Database, 'read'> = {
    read: async (_scope, query) => {
      caught.push(plain(query));
      return [];
    },
  };
  await readExecution(database as Database, scope, executionId);
  return template(caught, { executionId });
}

/** What an accepted submit writes; the placeholders are `executionId`, `auditId` and `customerId`. */
export async function submitTemplate(queue: JobQueue<object>): Promise<StatementTemplate> {
  const ids = { executionId: newId(), auditId: newId(), customerId: randomUUID() };
  const caught: PlainStatement[] = [];
  const database: Pick<Database, 'atomic'> = {
    atomic: async (_scope, queries) => {
      caught.push(...queries.map(plain));
      return queries.map(() => [{ stored: [] }]) as never;
    },
  };
  const job = { ...scope, executionId: ids.executionId, segment: 0 };
  const firstJobs = await queue.insertion([{ id: ids.executionId, data: job, local: true }]);
  const data = { ...(nextSubmit()['data'] as Record<string, unknown>), customerId: ids.customerId };
  const execution: NewExecution = {
    executionId: ids.executionId,
    auditId: ids.auditId,
    eventType: 'MANUAL_CASE_EVENT',
    source: 'API',
    workflowId: 'wf_screening',
    version: 1,
    apiKey: caller.apiKey,
    requestId: newId(),
    customer: {
      customerId: ids.customerId,
      customerType: 'individual',
      name: 'A name',
      profile: data,
      subject: null,
      monitored: null,
      idType: null,
      idNumber: null,
    },
    data,
  };
  await insertExecutions(database as Database, scope, {
    executions: [execution],
    creation: { firstJobs, ownerNode: newId() },
  });
  return template(caught, ids);
}

function plain({ text, values }: Query<unknown>): PlainStatement {
  return { text, values };
}

function template(statements: readonly PlainStatement[], places: Record<string, string>): StatementTemplate {
  return {
    statements,
    fill: (replace) =>
      statements.map(({ text, values }) => ({
        text,
        values: values.map((value) => {
          if (typeof value !== 'string') return value;
          let filled = value;
          for (const [place, caught] of Object.entries(places)) {
            filled = filled.replaceAll(caught, replace[place] ?? caught);
          }
          return filled;
        }),
      })),
  };
}
