import { SCORE_STEPS } from './weights.ts';

/** A score as it is shown and stored: four decimals. */
export function roundScore(score: number): number {
  return Math.round(score * SCORE_STEPS) / SCORE_STEPS;
}
