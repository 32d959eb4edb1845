import type { WorkflowNode } from '@gatehouse/contract';
import type { Span, Tracer } from '../lib/tracing.ts';
import type { RunningExecution, SegmentResult } from './run-types.ts';

/** The spans of one segment: itself, its node runs, its commit. They continue the trace of the call that started the execution. */
export class SegmentTrace {
  readonly #tracer: Tracer;
  readonly #span: Span;
  #commit: Span | undefined;

  /** Undefined where traces are off, or no traced call started the execution. */
  static start(tracer: Tracer | undefined, execution: RunningExecution): SegmentTrace | undefined {
    if (tracer === undefined || execution.traceparent === null) return undefined;
    return new SegmentTrace(tracer, execution);
  }

  private constructor(tracer: Tracer, execution: RunningExecution) {
    const { scope, executionId, workflowId, workflowVersion, segment } = execution;
    this.#tracer = tracer;
    this.#span = tracer.start('segment', {
      parent: execution.traceparent,
      attributes: {
        'gatehouse.tenant': scope.tenantId,
        'gatehouse.domain': scope.domain,
        'gatehouse.execution_id': executionId,
        'gatehouse.workflow': `${workflowId}@${workflowVersion}`,
        'gatehouse.segment': segment,
        'gatehouse.fence': execution.fence,
      },
    });
  }

  startNode(node: WorkflowNode): Span {
    return this.#tracer.start(`node ${node.type}`, {
      parent: this.#span.traceparent,
      attributes: { 'gatehouse.node.id': node.id },
    });
  }

  /** `batchSize`: how many segments share the transaction. */
  startCommit(batchSize: number): void {
    this.#commit = this.#tracer.start('commit segments', {
      kind: 'client',
      parent: this.#span.traceparent,
      attributes: { 'db.system.name': 'postgresql', 'gatehouse.batch_size': batchSize },
    });
  }

  /** Ends the commit; of one that failed another attempt may follow. */
  endCommit(isFailed: boolean): void {
    this.#commit?.end({ isFailed });
  }

  end(result: SegmentResult | undefined): void {
    this.#span.end({
      attributes: { 'gatehouse.state': result?.state, 'gatehouse.failure_class': result?.failure?.class },
      isFailed: result === undefined || result.state === 'FAILED',
    });
  }
}
