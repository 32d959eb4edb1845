import type { NodeType, WorkflowNode } from '@gatehouse/contract';
import type { Clock } from '../lib/clock.ts';
import { next } from './advance.ts';
import type { CompiledWorkflow } from './graph.ts';
import type {
  NodeHandler,
  NodeHandlers,
  NodeResult,
  RunningExecution,
  SegmentResult,
  VisitRow,
  Write,
} from './run-types.ts';

/**
 * Walks an execution from where it stands until it waits, concludes or fails. Computes only: consecutive
 * nodes without an outside effect share the one commit that follows.
 */
export async function runSegment(
  execution: RunningExecution,
  workflow: CompiledWorkflow,
  tools: { handlers: NodeHandlers; clock: Clock },
): Promise<SegmentResult> {
  const walk = new Walk(execution);
  // The graph has no cycles, so a walk is no longer than the workflow has nodes.
  for (let step = 0; step <= workflow.nodes.size; step += 1) {
    const values = walk.values();
    const advanced = next(workflow, walk.at ?? 'start', values);
    if (advanced.kind === 'fault') return walk.failed(advanced.nodeId, advanced.reason);
    const startedAt = tools.clock.now();
    const handler = tools.handlers[advanced.node.type] as NodeHandler<NodeType>;
    const context = { execution, values, ...walk.risk, sequence: walk.sequence, now: startedAt };
    const result = await handler(context, advanced.node);
    const concluded = walk.visited(advanced.node, result, { startedAt, finishedAt: tools.clock.now() });
    if (concluded) return concluded;
  }
  throw new Error(
    `workflow ${execution.workflowId}@${execution.workflowVersion} did not end within its own length`,
  );
}

/** What has been gathered on the way. */
class Walk {
  readonly #execution: RunningExecution;
  readonly #outputs: Record<string, Readonly<Record<string, unknown>>>;
  readonly #visits: VisitRow[] = [];
  readonly #writes: Write[] = [];
  at: string | null;
  risk: { riskScore: number | null; riskReasons: readonly string[] };

  constructor(execution: RunningExecution) {
    this.#execution = execution;
    this.#outputs = { ...execution.outputs };
    this.at = execution.nodeId;
    this.risk = { riskScore: execution.riskScore, riskReasons: execution.riskReasons };
  }

  get sequence(): number {
    return this.#execution.visits + this.#visits.length;
  }

  values(): Record<string, unknown> {
    const { customer, data } = this.#execution;
    return {
      ...this.#outputs,
      data,
      customer: {
        ...customer.profile,
        customerId: customer.customerId,
        customerType: customer.customerType,
        name: customer.name,
        idType: customer.idType,
        idNumber: customer.idNumber,
      },
      case: null,
      riskScore: this.risk.riskScore,
    };
  }

  /** Records a visit; answers the segment's result when the walk ends here. */
  visited(
    node: WorkflowNode,
    result: NodeResult,
    times: { startedAt: Date; finishedAt: Date },
  ): SegmentResult | undefined {
    const output = result.kind === 'failed' ? { failure: result.reason } : result.output;
    this.#visits.push({
      sequence: this.sequence,
      nodeId: node.id,
      nodeType: node.type,
      input: result.input ?? null,
      output,
      ...times,
    });
    if (result.kind === 'failed') return this.failed(node.id, result.reason);
    this.at = node.id;
    this.#outputs[node.id] = result.output;
    this.#writes.push(...(result.writes ?? []));
    if (result.kind === 'done') {
      if (result.risk) this.risk = { riskScore: result.risk.score, riskReasons: result.risk.reasons };
      return undefined;
    }
    return this.#result({
      state: result.decision === 'manual' ? 'WAITING' : 'COMPLETED',
      decision: result.decision,
    });
  }

  /** A failed segment keeps its log, and nothing else that its nodes wanted written. */
  failed(nodeId: string | null, reason: string): SegmentResult {
    return this.#result({ state: 'FAILED', failure: { nodeId, reason }, writes: [] });
  }

  #result(outcome: Partial<SegmentResult> & Pick<SegmentResult, 'state'>): SegmentResult {
    return {
      execution: this.#execution,
      nodeId: this.at,
      outputs: this.#outputs,
      ...this.risk,
      decision: null,
      failure: null,
      visits: this.#visits,
      writes: this.#writes,
      ...outcome,
    };
  }
}
