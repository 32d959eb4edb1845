import type { WireHit } from '@gatehouse/contract';
import { languages } from '../messages/languages.ts';
import { currentLanguage, currentLocale, text, textIfKnown } from '../messages/text.ts';
import { labelOf } from '../ui/format.ts';
import { identifierDetail } from './identifier-detail.ts';
import { reasonText } from './reason-text.ts';

/** One line of the score breakdown, as it is shown. */
export interface BreakdownRow {
  readonly key: string;
  readonly label: string;
  /** Three decimals: some facts change the score by less than a hundredth. */
  readonly value: string;
  readonly detail: string;
  readonly tone: 'agree' | 'contradict' | 'none';
  /** A part of the line above it. */
  readonly isPart: boolean;
  /** The sum of all. */
  readonly isTotal: boolean;
}

/** Lines about an equal identifier, and about an address that resembles a listed one. */
const identifiers: ReadonlySet<string> = new Set(['identifier', 'similar-wallet']);

/** Facts whose number is added to the score; every other line is a similarity. */
const added: ReadonlySet<string> = new Set(['date-of-birth', 'gender', 'nationality', 'country']);

/** The lines of a hit's score, in the order of the service, and the score. */
export function breakdownOf(hit: WireHit): readonly BreakdownRow[] {
  const rows = hit.reasons.map(
    ({ feature, score, detail }, index): BreakdownRow => ({
      key: `${index} ${feature}`,
      label: textIfKnown(`entities.feature-${feature}`) ?? labelOf(feature),
      value: added.has(feature) && score > 0 ? `+${threeDecimals(score)}` : threeDecimals(score),
      detail: identifiers.has(feature) ? identifierDetail(detail) : reasonText(feature, detail),
      tone: toneOf(feature, score),
      isPart: feature.startsWith('name-'),
      isTotal: false,
    }),
  );
  const total: BreakdownRow = {
    key: 'score',
    label: text('entities.score'),
    value: threeDecimals(hit.score),
    detail: calculationOf(hit),
    tone: 'none',
    isPart: false,
    isTotal: true,
  };
  return [...rows, total];
}

/** An address that only resembles the listed one agrees with nothing. */
function toneOf(feature: string, score: number): BreakdownRow['tone'] {
  if (score < 0) return 'contradict';
  return score > 0 && feature !== 'similar-wallet' ? 'agree' : 'none';
}

const thousandths = new Intl.NumberFormat(currentLocale(), {
  minimumFractionDigits: 3,
  maximumFractionDigits: 3,
  useGrouping: false,
});

/** A minus sign as long as a plus sign. */
function threeDecimals(score: number): string {
  return thousandths.format(score).replace('-', '−');
}

/** The most that agreeing facts add in all: the limit of matching, `MAX_CORROBORATION_BONUS`. */
const maxAgreement = 0.05;

/** The most that agreeing facts lead to where the names are of other letters: the limit of matching, `MAX_OTHER_LETTERS`. */
const maxOfOtherLetters = 0.99;

/** How the score follows from the lines, in figures: `0.900 + 0.030 − 0.140 = 0.790`, and each limit that applied. */
function calculationOf({ reasons, score, article }: WireHit): string {
  if (article) return text('entities.ofArticle');
  const facts = reasons.filter(({ feature }) => added.has(feature)).map((fact) => fact.score);
  const name = reasons.find(({ feature }) => feature === 'name');
  const wallet = reasons.find(({ feature }) => feature === 'similar-wallet');
  if (reasons.some(({ feature }) => feature === 'identifier')) {
    const base = name === undefined ? text('entities.byIdentifier') : text('entities.byIdentifierName');
    if (facts.length === 0) return base;
    return score === 1
      ? text('entities.thenFactsAtMost', { base, most: threeDecimals(1) })
      : text('entities.thenFacts', { base });
  }
  const base = Math.max(name?.score ?? 0, wallet?.score ?? 0);
  if (facts.length === 0) {
    if (!isEqual(base, score)) return '';
    return wallet !== undefined && base === wallet.score
      ? text('entities.feature-similar-wallet')
      : text('entities.feature-name');
  }
  return sumText(base, facts, score);
}

function sumText(base: number, facts: readonly number[], score: number): string {
  const gains = facts.filter((fact) => fact > 0).reduce((sum, fact) => sum + fact, 0);
  const losses = facts.filter((fact) => fact < 0);
  const loss = losses.reduce((sum, fact) => sum + fact, 0);
  const sum = base + gains + loss;
  const terms = facts.map(term);
  if (isEqual(sum, score)) return equation(base, terms, score);
  if (isEqual(score, 0) && sum < 0) {
    return text('entities.atLeast', { sum: equation(base, terms, sum), least: threeDecimals(0) });
  }
  // What the lines do not explain is not explained here.
  if (sum < score) return '';
  if (gains > maxAgreement && isEqual(base + maxAgreement + loss, score)) {
    return text('entities.agreeingAtMost', {
      sum: equation(base, [term(maxAgreement), ...losses.map(term)], score),
      most: threeDecimals(maxAgreement),
    });
  }
  const values = { sum: equation(base, terms, sum), score: threeDecimals(score) };
  if (isEqual(score, 1)) return text('entities.capped', values);
  const isOfOtherLetters = base < 1 && isEqual(score, Math.max(base, maxOfOtherLetters));
  return isOfOtherLetters ? text('entities.cappedLetters', values) : '';
}

/** `0.900 + 0.030 = 0.930`, read from left to right in every language (Unicode isolates). */
function equation(base: number, terms: readonly string[], result: number): string {
  const written = `${[threeDecimals(base), ...terms].join(' ')} = ${threeDecimals(result)}`;
  return languages[currentLanguage()].direction === 'rtl' ? `\u2066${written}\u2069` : written;
}

/** A number with its sign as an operator: `+ 0.050`. */
function term(score: number): string {
  return `${score < 0 ? '−' : '+'} ${threeDecimals(Math.abs(score))}`;
}

/** Each number has four decimals, so that a sum of five may be off by a few of the last. */
function isEqual(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.0005;
}
