/** What two names score, and what is left of it for names whose letters differ: 1 says that nothing does. */
import { MAX_OTHER_LETTERS, OTHER_LETTERS_FROM } from './weights.ts';

/**
 * The score of two names.
 * @param aligned score of their alignment
 * @param worth of the readings and of the kind of name
 * @param haveEqualLetters asked only where it matters
 */
export function nameScoreOf(aligned: number, worth: number, haveEqualLetters: () => boolean): number {
  if (worth < 1 || aligned <= OTHER_LETTERS_FROM || haveEqualLetters()) return aligned * worth;
  const share = (MAX_OTHER_LETTERS - OTHER_LETTERS_FROM) / (1 - OTHER_LETTERS_FROM);
  return OTHER_LETTERS_FROM + share * (aligned - OTHER_LETTERS_FROM);
}

/** A score that other facts raised or lowered, from 0 to less than 1, or to 1 where it was that before. */
export function boundedScore(score: number, before: number): number {
  return Math.max(0, Math.min(before === 1 ? 1 : Math.max(before, MAX_OTHER_LETTERS), score));
}
