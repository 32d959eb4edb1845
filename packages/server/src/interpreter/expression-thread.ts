/** What runs in the thread of expressions that take long: compiled ones stay, values do not. */
import type { EvaluationRequest, EvaluationResponse } from './evaluate-all.ts';
import { type CompiledExpression, compileExpression, evaluateInOrder } from './expressions.ts';

const maxKept = 1000;
const kept = new Map<string, CompiledExpression>();

export function evaluateInThread({ sources, values, left, mode }: EvaluationRequest): EvaluationResponse {
  const steps = { left };
  const results = evaluateInOrder(sources.map(compiled), { values, steps }, mode);
  return { results, left: steps.left };
}

function compiled(source: string): CompiledExpression {
  const known = kept.get(source);
  if (known !== undefined) return known;
  if (kept.size >= maxKept) kept.clear();
  const made = compileExpression(source);
  kept.set(source, made);
  return made;
}
