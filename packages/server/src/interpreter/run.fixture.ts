import { type WorkflowFile, workflowFile } from '@gatehouse/contract';
import type { OpenDatabase } from '../database/index.ts';
import { Jobs } from '../jobs/index.ts';
import { newId } from '../lib/ids.ts';
import { createLogger } from '../lib/logger.ts';
import { type CompiledWorkflow, compileWorkflow } from './graph.ts';
import type { SegmentJob } from './run-queries.ts';
import { type BatchWriter, type NodeHandlers, type RunningExecution, write } from './run-types.ts';

export const scope = { tenantId: 'acme', domain: 'retail' };

/** A workflow as published. */
export function compiledWorkflow(parts: Partial<WorkflowFile> = {}): CompiledWorkflow {
  return compileWorkflow(
    workflowFile.parse({
      id: 'wf',
      name: 'Workflow',
      eventType: 'MANUAL_CASE_EVENT',
      nodes: [
        { id: 'fork', type: 'branch' },
        { id: 'end', type: 'decision', outcome: 'approve' },
      ],
      edges: [
        { from: 'start', to: 'fork' },
        { from: 'fork', to: 'end' },
      ],
      ...parts,
    }),
  );
}

interface Note {
  readonly executionId: string;
  /** Null cannot be stored. */
  readonly act: string | null;
}

/** What a module would write of a node run: here a line of the audit log. */
export const writeNotes: BatchWriter<Note> = async (tx, noteScope, notes) => {
  await tx.sql(
    `insert into audit_event (tenant_id, domain, event_id, actor_kind, actor, act, object_kind, object_id, detail)
     select $1, $2, gen_random_uuid(), 'system', 'test', n.act, 'execution', n."executionId", '{}'
     from jsonb_to_recordset($3::jsonb) as n("executionId" text, act text)`,
    [noteScope.tenantId, noteScope.domain, JSON.stringify(notes)],
  );
};

const nobody = () => Promise.reject(new Error('nobody is asked here'));

/** Handlers that record each node run; an execution of the customer `c-broken` records what cannot be stored. */
export const noting: NodeHandlers = {
  screening: () => Promise.reject(new Error('nothing is screened here')),
  'risk-score': () => Promise.reject(new Error('nothing is scored here')),
  ownership: () => Promise.reject(new Error('nobody owns anything here')),
  'blocked-ownership': () => Promise.reject(new Error('nobody is blocked here')),
  webhook: () => Promise.reject(new Error('nothing is called here')),
  wait: () => Promise.reject(new Error('nothing waits here')),
  particulars: nobody,
  'required-forms': nobody,
  documents: nobody,
  'phone-verification': nobody,
  'email-verification': nobody,
  'ownership-structure': nobody,
  'review-and-submit': nobody,
  branch: async ({ execution }) => ({
    kind: 'done',
    output: {},
    writes: [
      write(writeNotes, {
        executionId: execution.executionId,
        act: execution.customer.customerId === 'c-broken' ? null : 'test.branch',
      }),
    ],
  }),
  decision: async (_context, node) => ({ kind: 'decided', decision: node.outcome, output: {} }),
};

/** An execution as `claimSegments` answers it. */
export function runningExecution(parts: Partial<RunningExecution> = {}): RunningExecution {
  return {
    scope,
    executionId: newId(),
    workflowId: 'wf',
    workflowVersion: 1,
    eventType: 'MANUAL_CASE_EVENT',
    customer: { customerId: 'c', customerType: null, name: null, profile: {}, idType: null, idNumber: null },
    data: {},
    segment: 0,
    fence: 1,
    nodeId: null,
    nodeRunCount: 0,
    pending: null,
    outputs: {},
    riskScore: null,
    riskReasons: [],
    watchlistRevision: 0,
    traceparent: null,
    ...parts,
  };
}

/** A store with a tenant and the queue of executions. */
export async function openRuns(database: OpenDatabase) {
  const logger = createLogger('silent');
  const definition = { batchSize: 10, consumers: 1, expireInSeconds: 20, retryLimit: 10 };
  const queues = { execution: definition, outside: definition };
  const jobs = await Jobs.open<{ execution: SegmentJob; outside: SegmentJob }>(database, queues, { logger });
  const queue = jobs.queue('execution');
  await database.operator((tx) =>
    tx.sql(
      `insert into tenant (tenant_id, name, enabled, billing_blocked, events, quick_scan_granted)
       values ($1, 'Acme', true, false, '{}', 0)`,
      [scope.tenantId],
    ),
  );
  return {
    jobs,
    queue,
    externalQueue: jobs.queue('outside'),
    logger,
    /** Stores an execution with its first job, as a submit does; the answer is the job. */
    async start(customerId = 'c'): Promise<{ id: string; data: SegmentJob; retryCount: number }> {
      const executionId = newId();
      const data = { ...scope, executionId, segment: 0 };
      await database.transaction(scope, async (tx) => {
        await tx.sql(
          `insert into execution (tenant_id, domain, execution_id, job_id, customer_id, event_type, source,
             workflow_id, workflow_version, request_id, state, data)
           values ($1, $2, $3, $3, $4, 'MANUAL_CASE_EVENT', 'API', 'wf', 1, 'r', 'RUNNING', '{}')`,
          [scope.tenantId, scope.domain, executionId, customerId],
        );
        await queue.enqueue(tx, { id: executionId, data });
      });
      return { id: executionId, data, retryCount: 0 };
    },
    async execution(executionId: string) {
      const [row] = await database.operator((tx) =>
        tx.sql<{
          state: string;
          segment: number;
          fence: number;
          owner_node: string | null;
          job_id: string | null;
          visits: number;
          written: number;
          notes: number;
        }>(
          `select state, segment, fence, owner_node, job_id, visits,
             (select count(*)::int from gatehouse.node_runs(e.tenant_id, e.domain, e.execution_id)) as written,
             (select count(*)::int from audit_event a where a.object_id = e.execution_id::text) as notes
           from execution e where execution_id = $1`,
          [executionId],
        ),
      );
      return row!;
    },
  };
}
