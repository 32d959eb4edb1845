import type { CaseAlert, WireHit } from '@gatehouse/contract';
import { text } from '../messages/text.ts';
import { listText } from '../ui/format.ts';
import { birthVerdict } from './birth-verdict.ts';
import { reasonText } from './reason-text.ts';

/** How a fact of who was screened compares with the listed one, in a sign and words. Pure. */

export interface Verdict {
  /** As in the table of the hits. */
  readonly sign: '✓' | '≈' | '✕' | '?';
  readonly word: string;
  readonly tone: string;
  readonly why?: string;
  /** The score uses it, so the entry states it, even where the hit does not show everything that the entry states. */
  readonly isCounted?: true;
}

/** A birth that contradicts in the score, and that a typing error or an estimate explains. */
const nearBirth = { sign: '≈', word: text('entities.nearBirth'), tone: 'gh-near' } as const;
/** One tie to a country counts for the hit and another one against it. */
const nearCountry = { sign: '≈', word: text('entities.nearCountry'), tone: 'gh-near' } as const;

export const notCompared: Verdict = { sign: '?', word: text('entities.uncompared'), tone: 'gh-dim' };

/**
 * By the score, with the signs of the table of hits; where the score does not use it, whether both sides stated anything.
 * @param compared the pieces of the score that speak of the fact, and what the table says of all facts, where there is one
 */
export function verdictOf(
  hit: Pick<WireHit, 'reasons'>,
  compared: {
    readonly features: readonly string[];
    readonly isTold: boolean;
    readonly verdicts: CaseAlert['verdicts'] | undefined;
  },
): Verdict {
  const { features, isTold, verdicts } = compared;
  const reasons = hit.reasons.filter(({ feature }) => features.includes(feature));
  const why = listText(reasons.map(noteOf).filter(Boolean));
  if (reasons.some(({ score }) => score < 0)) {
    if (verdicts?.birth === 'near' && features.includes('date-of-birth'))
      return { ...nearBirth, why, isCounted: true };
    if (reasons.some(({ score }) => score > 0)) return { ...nearCountry, why, isCounted: true };
    return { sign: '✕', word: text('entities.contradicts'), tone: 'gh-caution', why, isCounted: true };
  }
  if (reasons.every(({ score }) => score === 0)) {
    return isTold ? { sign: '?', word: text('entities.notUsed'), tone: 'gh-dim', why } : notCompared;
  }
  if (features.includes('date-of-birth')) {
    const verdict = birthVerdict(reasons[0]!.detail);
    const word = text(`entities.birth-${verdict}`);
    return verdict === 'same-date'
      ? { sign: '✓', word, tone: 'gh-same', why, isCounted: true }
      : { sign: '≈', word, tone: 'gh-near', why, isCounted: true };
  }
  const isAlike =
    reasons.some(({ feature }) => feature === 'similar-wallet') ||
    (features.includes('name') && reasons.every(({ score }) => score < 0.995));
  // What only resembles the listed fact wants a look of its own.
  return isAlike
    ? { sign: '≈', word: text('entities.similar'), tone: 'gh-near', why, isCounted: true }
    : { sign: '✓', word: text('entities.agrees'), tone: 'gh-same', why, isCounted: true };
}

/** What a line of the score says that the values beside each other do not; the breakdown below has it all. */
function noteOf({ feature, detail }: WireHit['reasons'][number]): string {
  if (feature === 'identifier' || feature === 'similar-wallet') return detail;
  return detail.endsWith(' is another tie of the entity') ? reasonText(feature, detail) : '';
}
