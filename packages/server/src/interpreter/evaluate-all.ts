import { setImmediate } from 'node:timers/promises';
import type { Piscina } from 'piscina';
import { createBackgroundPool } from '../lib/background-pool.ts';
import { maxMainSteps, type StepBudget } from './expression-steps.ts';
import {
  type CompiledExpression,
  type EvaluationMode,
  type EvaluationResult,
  evaluateInOrder,
} from './expressions.ts';

/** What expressions see, and what they may still take. */
export interface ExpressionScope {
  readonly values: Readonly<Record<string, unknown>>;
  readonly steps: StepBudget;
}

/** Expressions for the thread: nothing of it is compiled. */
export interface EvaluationRequest {
  readonly sources: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
  readonly left: number;
  readonly mode: EvaluationMode;
}

export interface EvaluationResponse {
  readonly results: readonly EvaluationResult[];
  readonly left: number;
}

/**
 * Evaluates expressions one after the other, up to the first that fails. A few steps are taken here; whatever needs
 * more is begun again in a thread, so that no other call waits for it. Where it ran shows in nothing: the steps of
 * the attempt here are given back.
 */
export async function evaluateAll(
  expressions: readonly CompiledExpression[],
  { values, steps }: ExpressionScope,
  mode: EvaluationMode = 'values',
): Promise<readonly EvaluationResult[]> {
  if (expressions.length === 0) return [];
  const allowed = Math.min(steps.left, maxMainSteps);
  const here: StepBudget = { left: allowed };
  const results = evaluateInOrder(expressions, { values, steps: here }, mode);
  await roundRobin(allowed - here.left);
  const last = results.at(-1)!;
  const isSpent = !last.ok && last.isSpent === true;
  if (!isSpent || allowed === steps.left) {
    steps.left -= allowed - here.left;
    return results;
  }
  const answer = await evaluateInThread({
    sources: expressions.map(({ source }) => source),
    values: picked(expressions, values),
    left: steps.left,
    mode,
  });
  steps.left = answer.left;
  return answer.results;
}

let stepsSinceYield = 0;

/** Lets whatever waits go first once expressions have taken some milliseconds in a row, whoever's they were. */
async function roundRobin(steps: number): Promise<void> {
  stepsSinceYield += steps;
  if (stepsSinceYield < maxMainSteps) return;
  stepsSinceYield = 0;
  await setImmediate();
}

/** The values that the expressions read: copying all of an execution's would take longer than many evaluations. */
function picked(
  expressions: readonly CompiledExpression[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const path of new Set(expressions.flatMap(({ reads }) => reads))) {
    const [root = '', member] = path.split('.');
    if (!Object.hasOwn(values, root)) continue;
    const value = values[root];
    if (member === undefined || typeof value !== 'object' || value === null) found[root] = value;
    else if (found[root] !== value && Object.hasOwn(value, member)) {
      found[root] = { ...(found[root] as object), [member]: (value as Record<string, unknown>)[member] };
    }
  }
  return found;
}

let threads: Piscina | undefined;

/** One after the other: many that take long wait for each other, and for nobody else. */
async function evaluateInThread(request: EvaluationRequest): Promise<EvaluationResponse> {
  threads ??= createBackgroundPool({
    file: new URL('./expression-thread.ts', import.meta.url),
    name: 'evaluateInThread',
    maxMegabytes: 256,
  });
  return (await threads.run(request)) as EvaluationResponse;
}
