import type { DecisionOutcome, WorkflowEventType } from '@gatehouse/contract';
import {
  type CompiledWorkflow,
  type CustomerFacts,
  type NodeHandlers,
  type RunningExecution,
  runSegment,
} from '../../interpreter/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import type { Scope } from '../../lib/scope.ts';

/** One submit to be walked: what an execution would begin with. */
export interface TestRunSubject {
  readonly customer: CustomerFacts;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface TestRun {
  readonly state: 'COMPLETED' | 'WAITING' | 'FAILED';
  readonly decision: DecisionOutcome | null;
  readonly riskScore: number | null;
  readonly riskReasons: readonly string[];
  readonly failure: { readonly nodeId: string | null; readonly reason: string } | null;
  readonly steps: readonly { nodeId: string; nodeType: string; input: unknown; output: unknown }[];
}

/** Walks a workflow from its start to its end. What its nodes want written is let go. */
export async function executeTestRun(
  subject: TestRunSubject,
  compiled: CompiledWorkflow,
  tools: {
    readonly scope: Scope;
    readonly handlers: NodeHandlers;
    readonly watchlistRevision: number;
    readonly clock: Clock;
  },
): Promise<TestRun> {
  const execution: RunningExecution = {
    ...subject,
    scope: tools.scope,
    executionId: newId(),
    workflowId: compiled.workflow.id,
    workflowVersion: 0,
    eventType: compiled.workflow.eventType as WorkflowEventType,
    segment: 0,
    fence: 0,
    nodeId: null,
    nodeRunCount: 0,
    outputs: {},
    riskScore: null,
    riskReasons: [],
    pending: null,
    watchlistRevision: tools.watchlistRevision,
    traceparent: null,
  };
  const { state, decision, riskScore, riskReasons, failure, nodeRuns } = await runSegment(
    execution,
    compiled,
    tools,
  );
  if (state === 'RUNNING') throw new Error('a test run reached a node that continues later');
  const steps = nodeRuns.map(({ nodeId, nodeType, input, output }) => ({ nodeId, nodeType, input, output }));
  return { state, decision, riskScore, riskReasons, failure, steps };
}
