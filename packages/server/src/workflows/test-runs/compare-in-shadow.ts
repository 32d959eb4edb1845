import { type DecisionOutcome, nodeTypes } from '@gatehouse/contract';
import type { CompiledWorkflow, NodeHandlers } from '../../interpreter/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Scope } from '../../lib/scope.ts';
import type { WorkflowResources } from '../index.ts';
import { executeTestRun, type TestRun } from './execute-test-run.ts';
import { knownOutcomes, outcomeOf } from './past-outcomes.ts';
import type { PastSubmit } from './past-submits.ts';
import { type TestRunOutcomes, testRunHandlers } from './test-run-handlers.ts';

/** What an execution and the draft came to. */
export interface ShadowDifference {
  readonly before: { readonly decision: DecisionOutcome; readonly riskScore: number | null };
  readonly after: {
    readonly decision: DecisionOutcome | null;
    readonly riskScore: number | null;
    readonly failure: string | null;
  };
  /** Listed entities that the draft does not raise, and those that only the draft raises. */
  readonly lostEntities: readonly string[];
  readonly newEntities: readonly string[];
}

export type ShadowComparison =
  | { readonly kind: 'compared'; readonly difference: ShadowDifference }
  | { readonly kind: 'gap'; readonly nodeId: string; readonly nodeType: string };

/** Runs the draft on a submit that the published version decided. Stores nothing and calls nobody outside. */
export async function compareInShadow(
  submit: PastSubmit,
  of: { readonly then: CompiledWorkflow; readonly draft: CompiledWorkflow },
  tools: {
    readonly scope: Scope;
    readonly nodes: NodeHandlers;
    readonly resources: WorkflowResources;
    readonly watchlistRevision: number;
    readonly clock: Clock;
  },
): Promise<ShadowComparison> {
  const { then, draft } = of;
  const outcomes = knownOutcomes(then, submit, draft);
  const handlers = testRunHandlers(tools.nodes, { outcomes, resources: tools.resources });
  const run = await executeTestRun(submit, draft, { ...tools, handlers });
  const assumed = firstAssumed(run, outcomes);
  if (assumed !== undefined) return { kind: 'gap', ...assumed };
  const before = new Set(
    [...then.nodes.values()].flatMap(({ id, type }) => raised(type, submit.outputs[id])),
  );
  const after = new Set(run.steps.flatMap(({ nodeType, output }) => raised(nodeType, output)));
  return {
    kind: 'compared',
    difference: {
      before: { decision: outcomeOf(then, submit), riskScore: submit.riskScore },
      after: { decision: run.decision, riskScore: run.riskScore, failure: run.failure?.reason ?? null },
      lostEntities: [...before.difference(after)],
      newEntities: [...after.difference(before)],
    },
  };
}

/** The first node on the way whose result nobody knows: it calls outside or waits for people. That time passes changes nothing. */
function firstAssumed(run: TestRun, outcomes: TestRunOutcomes) {
  return run.steps.find(
    ({ nodeId, nodeType }) =>
      nodeType !== 'wait' &&
      !nodeTypes[nodeType as keyof typeof nodeTypes].recomputed &&
      !Object.hasOwn(outcomes, nodeId),
  );
}

/** The entities that a screening raised. */
function raised(nodeType: string, output: unknown): readonly string[] {
  if (nodeType !== 'screening') return [];
  return (output as { readonly entityIds?: readonly string[] } | undefined)?.entityIds ?? [];
}

/** Whether nobody would look at it any more, or it is not rejected any more. */
export function isLaxer({ before, after }: Pick<ShadowDifference, 'before' | 'after'>): boolean {
  const isHeld = (decision: DecisionOutcome | null) => decision === 'manual' || decision === 'reject';
  return isHeld(before.decision) && !isHeld(after.decision);
}

/** Whether an execution came to the same: its decision and its hits. A score by itself decides nothing. */
export function isSame({ before, after, lostEntities, newEntities }: ShadowDifference): boolean {
  return before.decision === after.decision && lostEntities.length === 0 && newEntities.length === 0;
}
