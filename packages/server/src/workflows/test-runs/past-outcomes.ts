import type { DecisionOutcome, WorkflowNode } from '@gatehouse/contract';
import type { CompiledWorkflow } from '../../interpreter/index.ts';
import type { PastSubmit } from './past-submits.ts';
import type { TestRunOutcomes } from './test-run-handlers.ts';
import { unchangedNodes } from './unchanged-nodes.ts';

/**
 * The result of nodes then, where the draft asks the same of a node of the same id, and of each whose result it reads: a webhook's answer or what a
 * person gave cannot be found again, and a screening need not be.
 */
export function knownOutcomes(
  then: CompiledWorkflow,
  submit: PastSubmit,
  compiled: CompiledWorkflow,
): TestRunOutcomes {
  const unchanged = unchangedNodes(then, compiled);
  const known = compiled.workflow.nodes.flatMap((node) => {
    const output = Object.hasOwn(submit.outputs, node.id) ? submit.outputs[node.id] : undefined;
    if (output === undefined || computedAnew.includes(node.type) || !unchanged.has(node.id)) return [];
    return [
      [node.id, { fails: node.type === 'webhook' && !isSuccess(output['httpStatus']), output }] as const,
    ];
  });
  return Object.fromEntries(known);
}

/** The result of the workflow itself then, whatever people resolved of it later. */
export function outcomeOf(then: CompiledWorkflow, { decidedAt, executionId }: PastSubmit): DecisionOutcome {
  const node = then.nodes.get(decidedAt);
  if (node?.type !== 'decision') throw new Error(`execution ${executionId} was decided at no decision node`);
  return node.outcome;
}

/** Scores, branches and decisions are always computed anew: they read what may have changed. */
const computedAnew: readonly WorkflowNode['type'][] = ['risk-score', 'branch', 'decision', 'wait'];

/** Whether a webhook was answered well; an attempt without an answer has no status. */
function isSuccess(httpStatus: unknown): boolean {
  return typeof httpStatus === 'number' && httpStatus >= 200 && httpStatus < 300;
}
