/** Which tokens of a query are looked up first, so that the others need not be. */
import type { PreparedName } from '../names/prepare.ts';
import { boundWeight, queryLossOf } from '../scoring/costs.ts';
import { TOLERANCE } from './plan.ts';

/**
 * A few of some query tokens, of which every name meets at least one that may score the threshold; undefined where all
 * of them are not enough. Of the first that are enough, those are left out that the others can do without.
 * @param places the most wanted first
 */
export function leadersOf(
  query: PreparedName,
  places: readonly number[],
  threshold: number,
): readonly number[] | undefined {
  const left = new Set(query.tokens.keys());
  let count = 0;
  while (mayBeEnough(query, left, threshold)) {
    if (count === places.length) return undefined;
    left.delete(places[count++]!);
  }
  const leaders = places.slice(0, count);
  for (let at = count - 2; at >= 0; at--) {
    left.add(leaders[at]!);
    if (mayBeEnough(query, left, threshold)) left.delete(leaders[at]!);
    else leaders.splice(at, 1);
  }
  return leaders;
}

/** Whether a name may reach the threshold that meets no more of the query than these tokens. */
function mayBeEnough(query: PreparedName, met: ReadonlySet<number>, threshold: number): boolean {
  const sum = { gained: 0, met: 0, alone: 0 };
  query.weights.forEach((weight, q) => {
    if (met.has(q)) {
      sum.gained += boundWeight(weight) * (1 - threshold);
      sum.met += boundWeight(weight);
    } else sum.alone += query.leastAlone[q]!;
  });
  return sum.gained - threshold * queryLossOf(query.family, sum.met, sum.alone) >= -TOLERANCE;
}
