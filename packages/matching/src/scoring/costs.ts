/**
 * What tokens cost that matched nothing, against those that matched.
 *
 * score = Σ(weight × similarity of the parts that matched) ÷ (Σ weight of the parts that matched + loss)
 *
 * A part that the list name has alone costs little (people leave parts out); one that the query has alone costs
 * more, the more the fewer others matched; parts that both have alone contradict each other and cost most.
 */
import type { Family } from '../names/roles.ts';
import { UNMATCHED_COSTS, type UnmatchedCosts } from '../weights.ts';

const COSTS: Record<Family, UnmatchedCosts> = UNMATCHED_COSTS;

function queryLoss(costs: UnmatchedCosts, matched: number, queryAlone: number): number {
  return costs.queryAlone * queryAlone * (1 + queryAlone / matched);
}

/** What the query loses by what matches nothing, when at most `matched` of its weight matches something. */
export function queryLossOf(family: Family, matched: number, queryAlone: number): number {
  if (queryAlone <= 0) return 0;
  return matched <= 0 ? Number.POSITIVE_INFINITY : queryLoss(COSTS[family], matched, queryAlone);
}

/** Loss of an alignment, in weight. `matched` must be above 0. */
export function lossOf(
  family: Family,
  weights: { matched: number; queryAlone: number; listAlone: number },
  isNear = false,
): number {
  const costs = COSTS[family];
  return (
    queryLoss(costs, weights.matched, weights.queryAlone) +
    costs.listAlone * weights.listAlone +
    (isNear ? costs.nearConflict : costs.conflict) * Math.min(weights.queryAlone, weights.listAlone)
  );
}

/** The best score when at most `matched` of the query's weight matches something and `alone` of it matches nothing. */
export function scoreBound(family: Family, matched: number, alone: number): number {
  if (alone <= 0) return 1;
  return matched <= 0 ? 0 : matched / (matched + queryLoss(COSTS[family], matched, alone));
}

/** The maximum that one query token can weigh in a match: a part weighs the mean of both sides, at most 1. */
export function boundWeight(weight: number): number {
  return Math.max(weight, (weight + 1) / 2);
}

/** The most weight that a list name may have alone and lose no more than `loss`. */
export function maxListAlone(family: Family, loss: number): number {
  return loss / COSTS[family].listAlone;
}

/** The minimum that one more query token of this weight loses when it matches nothing. */
export function minQueryLoss(family: Family, weight: number): number {
  return COSTS[family].queryAlone * weight;
}

/** The minimum that a list name loses by so much weight that matches nothing. */
export function minListLoss(family: Family, weight: number): number {
  return COSTS[family].listAlone * weight;
}
