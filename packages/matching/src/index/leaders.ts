/** Which tokens of a query are looked up first, so that the others need not be. */
import type { PreparedName } from '../names/prepare.ts';
import { boundWeight, queryLossOf } from '../scoring/costs.ts';
import { TOLERANCE } from './plan.ts';

/**
 * The fewest of some query tokens, the first of them, of which every name meets at least one that may score the
 * threshold; undefined where these are not enough.
 */
export function leadersOf(
  query: PreparedName,
  places: readonly number[],
  threshold: number,
): readonly number[] | undefined {
  const balance = { gained: 0, met: 0, alone: 0 };
  for (const weight of query.weights) {
    balance.gained += boundWeight(weight) * (1 - threshold);
    balance.met += boundWeight(weight);
  }
  for (let count = 1; count <= places.length; count++) {
    const q = places[count - 1]!;
    const most = boundWeight(query.weights[q]!);
    balance.gained -= most * (1 - threshold);
    balance.met -= most;
    balance.alone += query.leastAlone[q]!;
    const lost = threshold * queryLossOf(query.family, balance.met, balance.alone);
    if (balance.gained - lost < -TOLERANCE) return places.slice(0, count);
  }
  return undefined;
}
