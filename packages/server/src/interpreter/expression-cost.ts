import { isMacro } from './expression-functions.ts';
import { maxSegmentSteps } from './expression-steps.ts';
import { parseExpression, type SyntaxNode } from './expression-syntax.ts';

/**
 * Most steps that an expression takes as far as its text shows: both sides of a condition, every element of a list
 * that is in it, one element of a list that only a run knows. One that does not parse costs nothing.
 */
export function expressionCost(source: string): number {
  const parsed = parseExpression(source);
  return parsed.ok ? costOf(parsed.tree) : 0;
}

function costOf(node: SyntaxNode): number {
  if (node.op === 'rcall' && isMacro(node.args[0])) {
    const [, receiver, [, body]] = node.args;
    const elements = receiver.op === 'list' ? receiver.args.length : 1;
    return bounded(1 + costOf(receiver) + elements * (body === undefined ? 0 : costOf(body)));
  }
  return bounded(1 + costOfParts(node.args));
}

function costOfParts(part: unknown): number {
  if (Array.isArray(part)) return part.reduce<number>((sum, inner) => bounded(sum + costOfParts(inner)), 0);
  if (typeof part !== 'object' || part === null || !('op' in part)) return 0;
  return costOf(part as SyntaxNode);
}

/** Beyond the bound it does not matter how far. */
function bounded(cost: number): number {
  return Math.min(cost, 10 * maxSegmentSteps);
}
