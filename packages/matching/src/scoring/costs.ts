/**
 * What tokens cost that matched nothing, against those that matched.
 *
 * score = Σ(weight × similarity of the parts that matched) ÷ (Σ weight of the parts that matched + loss)
 *
 * An unmatched part of the list name costs little (people leave parts out); one of the query costs
 * more, the more the fewer others matched; unmatched parts of both contradict each other and cost most.
 */
import type { Family } from '../names/roles.ts';
import { UNMATCHED_COSTS, type UnmatchedCosts } from '../weights.ts';

const COSTS: Record<Family, UnmatchedCosts> = UNMATCHED_COSTS;

function queryLoss(costs: UnmatchedCosts, matched: number, queryUnmatched: number): number {
  return costs.queryUnmatched * queryUnmatched * (1 + queryUnmatched / matched);
}

/** What the query loses by what matches nothing, when at most `matched` of its weight matches something. */
export function queryLossOf(family: Family, matched: number, queryUnmatched: number): number {
  if (queryUnmatched <= 0) return 0;
  return matched <= 0 ? Number.POSITIVE_INFINITY : queryLoss(COSTS[family], matched, queryUnmatched);
}

/** Loss of an alignment, in weight. `matched` must be above 0. */
export function lossOf(
  family: Family,
  weights: { matched: number; queryUnmatched: number; listUnmatched: number },
  isNear = false,
): number {
  const costs = COSTS[family];
  return (
    queryLoss(costs, weights.matched, weights.queryUnmatched) +
    costs.listUnmatched * weights.listUnmatched +
    (isNear ? costs.nearConflict : costs.conflict) * Math.min(weights.queryUnmatched, weights.listUnmatched)
  );
}

/** The best score when at most `matched` of the query's weight matches something and `unmatched` of it does not. */
export function scoreBound(family: Family, matched: number, unmatched: number): number {
  if (unmatched <= 0) return 1;
  return matched <= 0 ? 0 : matched / (matched + queryLoss(COSTS[family], matched, unmatched));
}

/** The maximum that one query token can weigh in a match: a part weighs the mean of both sides, at most 1. */
export function boundWeight(weight: number): number {
  return Math.max(weight, (weight + 1) / 2);
}

/** The maximum unmatched weight of a list name that costs no more than `loss`. */
export function maxListUnmatched(family: Family, loss: number): number {
  return loss / COSTS[family].listUnmatched;
}

/** The minimum that one more query token of this weight loses when it matches nothing. */
export function minQueryLoss(family: Family, weight: number): number {
  return COSTS[family].queryUnmatched * weight;
}

/** The minimum that a list name loses by so much weight that matches nothing. */
export function minListLoss(family: Family, weight: number): number {
  return COSTS[family].listUnmatched * weight;
}
