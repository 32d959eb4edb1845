import { recordAudits } from '../audit/index.ts';
import type { Tx } from '../database/database.ts';
import type { SegmentResult } from '../interpreter/index.ts';
import type { Scope } from '../lib/scope.ts';

const actions = {
  WAITING: 'execution.wait',
  COMPLETED: 'execution.complete',
  FAILED: 'execution.fail',
} as const;

/**
 * Records how segments of executions ended, in the transaction that writes them. One that continues by itself
 * is no action: what it calls has a log of its own.
 */
export async function recordSegmentEnds(
  tx: Tx,
  scope: Scope,
  results: readonly SegmentResult[],
): Promise<void> {
  await recordAudits(
    tx,
    scope,
    results.flatMap((result) => {
      if (result.state === 'RUNNING') return [];
      return {
        actor: { kind: 'system', id: 'interpreter' },
        act: actions[result.state],
        object: { kind: 'execution', id: result.execution.executionId },
        detail: {
          nodeId: result.nodeId,
          decision: result.decision,
          riskScore: result.riskScore,
          // Not the failure's words: they may quote a person's data, and the record outlives an erasure.
          ...(result.failure === null ? {} : { failedNode: result.failure.nodeId }),
        },
      };
    }),
  );
}
