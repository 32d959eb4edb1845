/** Estimates how many names and pairs a plan examines, so that the cheaper plan runs. */

import { SUM_TOLERANCE } from '../../weights.ts';
import { f64At } from '../format/values.ts';
import type { BoundedTokens, Postings, QueryPlan } from './query-plan.ts';

/** Names that are examined by one token of each. */
function essentialWork(plan: QueryPlan): number {
  return plan.essential.reduce((sum, postings) => sum + postings.size, 0);
}

/** Names that are examined by a rare token, and pairs of frequent ones that are looked up. */
function pairWork(plan: QueryPlan): number {
  const { paired = [] } = plan;
  let work = 0;
  paired.forEach((a, i) => {
    work += a.rareSize;
    for (const b of paired.slice(i + 1)) work += countPairs(a.frequent, b.frequent, restOf(a, b));
  });
  return work;
}

/** What the query adds at most without two parts of it. */
export function restOf(a: Postings, b: Postings): number {
  return a.rest + b.rest - Math.min(a.whole, b.whole);
}

/** How many pairs of tokens are worth looking up. */
function countPairs(a: BoundedTokens, b: BoundedTokens, rest: number): number {
  let count = 0;
  let j = b.upperBounds.length;
  for (let i = 0; i < a.upperBounds.length; i++) {
    while (j > 0 && f64At(b.upperBounds, j - 1) < -SUM_TOLERANCE - rest - f64At(a.upperBounds, i)) j--;
    count += j;
  }
  return count;
}

/** Whether looking names up by pairs is less work than looking at all names that hold one of the tokens. */
export function isPaired(plan: QueryPlan, pairWorth: number): boolean {
  return plan.paired !== undefined && pairWork(plan) <= essentialWork(plan) * pairWorth;
}

/** About how many names and pairs a plan examines. */
export function workOf(plan: QueryPlan, pairWorth: number): number {
  let work = isPaired(plan, pairWorth) ? pairWork(plan) : essentialWork(plan);
  for (const { needed, size, rareSize, frequent } of plan.multiTokens) {
    const probes = needed.reduce(
      (sum, other) => sum + frequent.tokens.length * other.frequent.tokens.length,
      0,
    );
    work += needed.length === 0 ? size : Math.min(size, rareSize + probes);
  }
  return work;
}
