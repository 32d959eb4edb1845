import type {
  DecisionOutcome,
  ExecutionFailureClass,
  HookTrigger,
  NodeType,
  WorkflowNode,
} from '@gatehouse/contract';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { type Advanced, choiceInput, next, nextOnFailure, type Values } from './advance.ts';
import { newStepBudget } from './expression-steps.ts';
import type { CompiledWorkflow } from './graph.ts';
import type {
  NodeHandler,
  NodeHandlers,
  NodeResult,
  NodeRunRow,
  ResumePoint,
  RunningExecution,
  SegmentResult,
  Write,
} from './run-types.ts';
import { expressionValues } from './run-values.ts';
import type { SegmentTrace } from './segment-trace.ts';

/**
 * Runs an execution from its current node until it pauses, waits, completes or fails. Writes nothing: consecutive nodes
 * without an external call share the one commit that follows.
 */
export async function runSegment(
  execution: RunningExecution,
  workflow: CompiledWorkflow,
  tools: { handlers: NodeHandlers; clock: Clock; trace?: SegmentTrace | undefined },
): Promise<SegmentResult> {
  const walk = new Walk(execution);
  // One budget for all expressions of the segment: many cheap ones cost as much as an expensive one.
  const steps = newStepBudget();
  let node = currentNode(execution, workflow);
  // The graph has no cycles, so a walk is no longer than the workflow has nodes.
  for (let step = 0; step <= workflow.nodes.size; step += 1) {
    const values = walk.values();
    if (!node) {
      const from = walk.at ?? 'start';
      const advanced = await next(workflow, from, { values, steps });
      walk.chose(choiceInput(workflow, from, values), { chosen: advanced, at: tools.clock.now() });
      if (advanced.kind === 'fault') {
        return walk.failed({ nodeId: advanced.nodeId, reason: advanced.reason, class: 'edge' });
      }
      node = advanced.node;
    }
    const startedAt = tools.clock.now();
    const handler = tools.handlers[node.type] as NodeHandler<NodeType>;
    const span = tools.trace?.startNode(node);
    const context = {
      execution,
      values,
      steps,
      ...walk.risk,
      resumed: walk.resumed,
      sequence: walk.sequence,
      now: startedAt,
      traceparent: span?.traceparent,
    };
    const result = await handler(context, node).catch((error: unknown) => {
      span?.end({ isFailed: true });
      throw error;
    });
    span?.end({
      attributes: { 'gatehouse.node.result': result.kind },
      isFailed: result.kind === 'failed' || result.kind === 'unsuccessful',
    });
    const times = { startedAt, finishedAt: tools.clock.now() };
    const onFailure = nextOnFailure(workflow, node.id);
    const ended = walk.recordNodeRun(node, result, { ...times, canLeadOn: onFailure !== undefined });
    if (ended) return ended;
    node = result.kind === 'unsuccessful' ? onFailure : undefined;
  }
  throw new Error(
    `workflow ${execution.workflowId}@${execution.workflowVersion} did not end within its own length`,
  );
}

/** The node that an earlier segment left in the middle of its work. */
function currentNode(execution: RunningExecution, workflow: CompiledWorkflow): WorkflowNode | undefined {
  if (execution.pending === null) return undefined;
  const node = workflow.nodes.get(execution.nodeId ?? '');
  if (!node) throw new Error(`execution ${execution.executionId} is at a node that its workflow lacks`);
  return node;
}

function failureClassOf(node: WorkflowNode): ExecutionFailureClass {
  return node.type === 'webhook' ? 'webhook' : 'node';
}

/** The accumulated results of one segment. */
class Walk {
  readonly #execution: RunningExecution;
  readonly #outputs: Record<string, Readonly<Record<string, unknown>>>;
  readonly #nodeRuns: NodeRunRow[] = [];
  readonly #writes: Write[] = [];
  readonly #externalWrites: Write[] = [];
  #pending: RunningExecution['pending'];
  #resumeFrom: ResumePoint & { readonly outputs: RunningExecution['outputs'] };
  at: string | null;
  risk: { riskScore: number | null; riskReasons: readonly string[] };

  constructor(execution: RunningExecution) {
    this.#execution = execution;
    this.#outputs = { ...execution.outputs };
    this.#pending = execution.pending;
    this.at = execution.nodeId;
    this.risk = { riskScore: execution.riskScore, riskReasons: execution.riskReasons };
    this.#resumeFrom = this.#resumePoint(execution.nodeId);
  }

  get sequence(): number {
    return this.#execution.nodeRunCount + this.#nodeRuns.length;
  }

  /** The state of a node that continues; undefined for one that starts, or starts anew after a failure. */
  get resumed(): unknown {
    return this.#pending?.state ?? undefined;
  }

  #resumePoint(nodeId: string | null) {
    return { nodeId, pending: this.#pending, outputs: { ...this.#outputs }, ...this.risk };
  }

  /** A case exists only once a decision ended the walk. */
  values(): Values {
    const { customer, data } = this.#execution;
    return expressionValues({
      outputs: this.#outputs,
      data,
      customer,
      case: null,
      riskScore: this.risk.riskScore,
    });
  }

  /** Records a node run; returns the segment's result when the node run ends it. */
  recordNodeRun(
    node: WorkflowNode,
    result: NodeResult,
    around: { startedAt: Date; finishedAt: Date; canLeadOn: boolean },
  ): SegmentResult | undefined {
    if (result.kind === 'paused') return this.#paused(node, result, around.startedAt);
    const wasPending = this.#pending !== null;
    this.#log(node, result, around);
    this.at = node.id;
    if (result.kind === 'failed') {
      return this.failed({ nodeId: node.id, reason: result.reason, class: 'node' });
    }
    if (result.kind === 'unsuccessful' && !around.canLeadOn) {
      this.#externalWrites.push(...(result.externalWrites ?? []));
      return this.failed({ nodeId: node.id, reason: result.reason, class: failureClassOf(node) });
    }
    this.#outputs[node.id] = result.output;
    this.#writes.push(...(result.writes ?? []));
    this.#externalWrites.push(...(result.externalWrites ?? []));
    // Its external call is on record and must not be repeated; the nodes after it only read and write the store.
    if (wasPending && result.kind !== 'unsuccessful') this.#resumeFrom = this.#resumePoint(node.id);
    switch (result.kind) {
      case 'unsuccessful':
        return undefined;
      case 'decided':
        return this.#decided(result.decision, {
          reportTo: result.reportTo ?? [],
          startedAt: around.startedAt,
        });
      case 'done':
        if (result.risk) this.risk = { riskScore: result.risk.score, riskReasons: result.risk.reasons };
        return undefined;
    }
  }

  /**
   * Adds to the node run that was just logged what its edges read and which one was taken, where they had a choice. The
   * choice at the start is logged as a run of its own.
   */
  chose(
    read: Readonly<Record<string, unknown>> | undefined,
    { chosen, at }: { readonly chosen: Advanced; readonly at: Date },
  ): void {
    if (read === undefined) return;
    const choice = chosen.kind === 'fault' ? { failure: chosen.reason } : { to: chosen.node.id };
    const last = this.#nodeRuns.at(-1);
    if (last === undefined) {
      // Only the first segment starts between two nodes.
      if (this.at !== null) return;
      this.#nodeRuns.push({
        sequence: this.sequence,
        nodeId: 'start',
        nodeType: 'start',
        attempt: 1,
        reference: null,
        input: read,
        output: choice,
        startedAt: at,
        finishedAt: at,
      });
      return;
    }
    this.#nodeRuns[this.#nodeRuns.length - 1] = {
      ...last,
      input: last.input ?? read,
      // The node's own output under these names stays.
      output: { ...choice, ...(last.output as object) },
    };
  }

  /**
   * A failed segment keeps its log and its records of external calls, and no other writes of its nodes: those nodes run
   * again when it is resumed.
   */
  failed(failure: NonNullable<SegmentResult['failure']>): SegmentResult {
    const { outputs, ...resumeFrom } = this.#resumeFrom;
    return this.#result({ state: 'FAILED', failure, resumeFrom, outputs, writes: this.#externalWrites });
  }

  #paused(
    node: WorkflowNode,
    pause: Extract<NodeResult, { kind: 'paused' }>,
    startedAt: Date,
  ): SegmentResult {
    this.at = node.id;
    this.#writes.push(...(pause.writes ?? []));
    if (pause.for !== 'person') this.#externalWrites.push(...(pause.externalWrites ?? []));
    return this.#result({
      state: pause.for === 'work' ? 'RUNNING' : 'WAITING',
      pending: {
        startedAt: this.#pending?.startedAt ?? startedAt.toISOString(),
        input: pause.input ?? this.#pending?.input ?? null,
        state: pause.state,
      },
      // Only the person ends the wait for a person.
      dueInMs: pause.for === 'person' ? null : pause.delayMs,
      again: pause.for !== 'person' && pause.again === true,
      // A timer has no job until it is due: its row alone keeps it.
      nextJobId: pause.for === 'work' ? newId() : null,
    });
  }

  #decided(
    decision: DecisionOutcome,
    { reportTo, startedAt }: { reportTo: readonly HookTrigger[]; startedAt: Date },
  ): SegmentResult {
    if (decision !== 'manual') return this.#result({ state: 'COMPLETED', decision, reportTo: reportTo });
    const pending = { startedAt: startedAt.toISOString(), input: null, state: { reportTo: reportTo } };
    return this.#result({ state: 'WAITING', decision, pending });
  }

  #log(
    node: WorkflowNode,
    result: Exclude<NodeResult, { kind: 'paused' }>,
    times: { startedAt: Date; finishedAt: Date },
  ): void {
    const pending = this.#pending;
    this.#pending = null;
    const failure = 'reason' in result ? { failure: result.reason } : {};
    const nodeRun = result.kind === 'failed' ? undefined : result;
    this.#nodeRuns.push({
      sequence: this.sequence,
      nodeId: node.id,
      nodeType: node.type,
      attempt: nodeRun?.attempt ?? 1,
      reference: nodeRun?.reference ?? null,
      input: result.input ?? pending?.input ?? null,
      ...(nodeRun?.commonInput === undefined ? {} : { commonInput: nodeRun.commonInput }),
      output: { ...nodeRun?.output, ...failure },
      startedAt: pending?.startedAt ? new Date(pending.startedAt) : times.startedAt,
      finishedAt: times.finishedAt,
    });
  }

  #result(outcome: Partial<SegmentResult> & Pick<SegmentResult, 'state'>): SegmentResult {
    return {
      execution: this.#execution,
      nodeId: this.at,
      outputs: this.#outputs,
      ...this.risk,
      decision: null,
      failure: null,
      resumeFrom: null,
      pending: null,
      dueInMs: null,
      again: false,
      nextJobId: null,
      reportTo: [],
      nodeRuns: this.#nodeRuns,
      writes: [...this.#writes, ...this.#externalWrites],
      externalWrites: this.#externalWrites,
      ...outcome,
    };
  }
}
