/**
 * What tokens cost that met nothing, against those that met.
 *
 * score = Σ(weight × similarity of the parts that met) ÷ (Σ weight of the parts that met + loss)
 *
 * A part that the list name has alone costs little (people leave parts out); one that the query has alone costs
 * more, the more the fewer others met; parts that both have alone contradict each other and cost most.
 */
import type { Family } from '../names/roles.ts';
import { REMAINDER_COSTS, type RemainderCosts } from '../weights.ts';

const COSTS: Record<Family, RemainderCosts> = REMAINDER_COSTS;

function queryLoss(costs: RemainderCosts, met: number, queryAlone: number): number {
  return costs.queryAlone * queryAlone * (1 + queryAlone / met);
}

/** What the query loses by what meets nothing, when at most `met` of its weight meets something. */
export function queryLossOf(family: Family, met: number, queryAlone: number): number {
  if (queryAlone <= 0) return 0;
  return met <= 0 ? Number.POSITIVE_INFINITY : queryLoss(COSTS[family], met, queryAlone);
}

/** Loss of an alignment, in weight. `met` must be above 0. */
export function lossOf(
  family: Family,
  weights: { met: number; queryAlone: number; listAlone: number },
  isNear = false,
): number {
  const costs = COSTS[family];
  return (
    queryLoss(costs, weights.met, weights.queryAlone) +
    costs.listAlone * weights.listAlone +
    (isNear ? costs.nearConflict : costs.conflict) * Math.min(weights.queryAlone, weights.listAlone)
  );
}

/** The best score when at most `met` of the query's weight meets something and `alone` of it meets nothing. */
export function scoreBound(family: Family, met: number, alone: number): number {
  if (alone <= 0) return 1;
  return met <= 0 ? 0 : met / (met + queryLoss(COSTS[family], met, alone));
}

/** The most that one query token can weigh in a meeting: a part weighs the mean of both sides, at most 1. */
export function boundWeight(weight: number): number {
  return Math.max(weight, (weight + 1) / 2);
}

/** The most weight that a list name may have alone and lose no more than `loss`. */
export function maxListAlone(family: Family, loss: number): number {
  return loss / COSTS[family].listAlone;
}

/** The least that one more query token of this weight loses when it meets nothing. */
export function minQueryLoss(family: Family, weight: number): number {
  return COSTS[family].queryAlone * weight;
}

/** The least that a list name loses by so much weight that meets nothing. */
export function minListLoss(family: Family, weight: number): number {
  return COSTS[family].listAlone * weight;
}
