/** How much a plan looks at, so that the plan of the least work is carried out. */
import { type GainfulTokens, type Plan, type Postings, TOLERANCE } from './plan.ts';

/** Names that are looked at by one token of each. */
function oneWork(plan: Plan): number {
  return plan.one.reduce((sum, postings) => sum + postings.size, 0);
}

/** Names that are looked at by a rare token, and pairs of frequent ones that are looked up. */
function pairWork(plan: Plan): number {
  const { two = [] } = plan;
  let work = 0;
  two.forEach((a, i) => {
    work += a.rareSize;
    for (const b of two.slice(i + 1)) work += countPairs(a.frequent, b.frequent, restOf(a, b));
  });
  return work;
}

/** What the query gains at most without two parts of it. */
export function restOf(a: Postings, b: Postings): number {
  return a.rest + b.rest - Math.min(a.whole, b.whole);
}

/** How many pairs of tokens are worth looking up. */
function countPairs(a: GainfulTokens, b: GainfulTokens, rest: number): number {
  let count = 0;
  let j = b.gains.length;
  for (let i = 0; i < a.gains.length; i++) {
    while (j > 0 && b.gains[j - 1]! < -TOLERANCE - rest - a.gains[i]!) j--;
    count += j;
  }
  return count;
}

/** Whether looking names up by pairs is less work than looking at all names that hold one of the tokens. */
export function isPaired(plan: Plan, pairWorth: number): boolean {
  return plan.two !== undefined && pairWork(plan) <= oneWork(plan) * pairWorth;
}

/** About how many names and pairs a plan looks at. */
export function workOf(plan: Plan, pairWorth: number): number {
  let work = isPaired(plan, pairWorth) ? pairWork(plan) : oneWork(plan);
  for (const { needed, size, rareSize, frequent } of plan.spans) {
    const probes = needed.reduce(
      (sum, other) => sum + frequent.tokens.length * other.frequent.tokens.length,
      0,
    );
    work += needed.length === 0 ? size : Math.min(size, rareSize + probes);
  }
  return work;
}
