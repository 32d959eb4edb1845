import type { WorkflowEventType } from '@gatehouse/contract';
import type { Query } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import type { CustomerFacts, RunningExecution } from './run-types.ts';

/** What the transaction that inserts executions writes for the interpreter. */
export interface ExecutionCreation {
  /** Adds the first jobs. */
  readonly firstJobs: Query<unknown>;
  /** `owner_node` of the rows: the server node that starts them itself, without a claim. */
  readonly ownerNode: string | null;
}

/** A new execution as it was stored, with what a segment reads beside its row. */
export interface StoredExecution {
  readonly executionId: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly customer: CustomerFacts;
  readonly watchlistRevision: number;
}

export interface CreatedExecution extends StoredExecution {
  readonly scope: Scope;
  readonly workflowId: string;
  readonly workflowVersion: number;
  readonly eventType: WorkflowEventType;
  readonly traceparent: string | null;
}

/** The same as claimed for its first segment. Its fence is the row's first value; each later claim raises it. */
export function runningFromCreated(created: CreatedExecution): RunningExecution {
  return {
    ...created,
    segment: 0,
    fence: 0,
    nodeId: null,
    nodeRunCount: 0,
    outputs: {},
    riskScore: null,
    riskReasons: [],
    pending: null,
  };
}
