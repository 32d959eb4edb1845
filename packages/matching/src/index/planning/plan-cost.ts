/** Estimates how many names and pairs a plan examines, so that the cheaper plan runs. */

import { SUM_TOLERANCE } from '../../weights.ts';
import { f64At, numberAt } from '../format/values.ts';
import type { Postings, QueryPlan } from './query-plan.ts';

/** Names that are examined by one token of each. */
function essentialWork(plan: QueryPlan): number {
  return plan.essential.reduce((sum, postings) => sum + postings.size, 0);
}

/** Names that are examined by a rare token, and pairs of frequent ones that are looked up. */
function pairWork(plan: QueryPlan): number {
  const { paired = [], bounds } = plan;
  let work = 0;
  paired.forEach((a, i) => {
    work += a.rareSize;
    for (const b of paired.slice(i + 1)) work += countPairs(a, b, bounds.upperBounds);
  });
  return work;
}

/** What the query adds at most without two parts of it. */
export function restOf(a: Postings, b: Postings): number {
  return a.rest + b.rest - Math.min(a.whole, b.whole);
}

/** How many pairs of tokens are worth looking up. */
function countPairs(a: Postings, b: Postings, upperBounds: Float64Array): number {
  const rest = restOf(a, b);
  let count = 0;
  let j = b.frequent.length;
  for (const at of a.frequent) {
    const least = -SUM_TOLERANCE - rest - f64At(upperBounds, at);
    while (j > 0 && f64At(upperBounds, numberAt(b.frequent, j - 1)) < least) j--;
    count += j;
  }
  return count;
}

/** Whether looking names up by pairs is less work than looking at all names that hold one of the tokens. */
export function isPaired(plan: QueryPlan, pairWorth: number): boolean {
  plan.isPaired ??= plan.paired !== undefined && pairWork(plan) <= essentialWork(plan) * pairWorth;
  return plan.isPaired;
}

/** About how many names and pairs a plan examines. */
export function workOf(plan: QueryPlan, pairWorth: number): number {
  plan.work ??= newWorkOf(plan, pairWorth);
  return plan.work;
}

function newWorkOf(plan: QueryPlan, pairWorth: number): number {
  let work = isPaired(plan, pairWorth) ? pairWork(plan) : essentialWork(plan);
  for (const { needed, size, rareSize, frequent } of plan.multiTokens) {
    const probes = needed.reduce((sum, other) => sum + frequent.length * other.frequent.length, 0);
    work += needed.length === 0 ? size : Math.min(size, rareSize + probes);
  }
  return work;
}
