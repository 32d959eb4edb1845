/** The table of corroborating features. Adding one is a row here. */
import { roundScore } from '../round-score.ts';
import type { Subject } from '../subject.ts';
import { MAX_CORROBORATION_BONUS } from '../weights.ts';
import { birth } from './birth.ts';
import { country, nationality } from './countries.ts';
import type { Corroboration, Facts, Reason } from './feature.ts';
import { gender } from './gender.ts';

const corroborations: readonly Corroboration[] = [birth, gender, nationality, country];

export interface Corroborated {
  /** What all facts together add to (positive) or take from (negative) the score. */
  adjustment: number;
  /** Sum of agreements and contradictions, for ranking. */
  support: number;
  reasons: Reason[];
}

/** Evaluates every fact that both sides state. */
export function corroborate(subject: Subject, entity: Facts): Corroborated {
  let bonus = 0;
  let loss = 0;
  let support = 0;
  const reasons: Reason[] = [];
  for (const feature of corroborations) {
    const result = feature.evaluate(subject, entity);
    if (!result) continue;
    const change = result.agreement * (result.agreement > 0 ? feature.bonus : feature.loss);
    if (change > 0) bonus += change;
    else loss -= change;
    support += result.agreement;
    reasons.push({
      feature: feature.feature,
      score: roundScore(change),
      detail: result.detail,
    });
  }
  return { adjustment: Math.min(bonus, MAX_CORROBORATION_BONUS) - loss, support, reasons };
}
