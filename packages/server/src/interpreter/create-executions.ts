import type { WorkflowEventType } from '@gatehouse/contract';
import type { Query } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import type { CustomerFacts, RunningExecution } from './run-types.ts';

/** What the transaction that inserts executions writes for the interpreter. */
export interface ExecutionCreation {
  /** Adds the first jobs. */
  readonly firstJobs: Query<unknown>;
  /** `owner_node` of the rows: the node that begins them itself, which then need not take them. */
  readonly ownerNode: string | null;
}

/** An execution as its birth stored it, with what a segment reads beside its row. */
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
}

/** The same as taken for its first segment. Its fence is the row's first: whoever takes it from the store raises it. */
export function createRunningExecution(createdHere: CreatedExecution): RunningExecution {
  return {
    ...createdHere,
    segment: 0,
    fence: 0,
    nodeId: null,
    visits: 0,
    outputs: {},
    riskScore: null,
    riskReasons: [],
    pending: null,
  };
}
