import type { WireHit } from '@gatehouse/contract';
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

const labels: Readonly<Record<string, string>> = {
  name: 'Name similarity',
  'name-exact': 'Same word',
  'name-joined': 'Joined words',
  'name-native': 'Original script',
  'name-legal-form': 'Legal form',
  'name-transliteration': 'Transliteration',
  'name-digraph': 'Transliteration',
  'name-spelling': 'Spelling',
  'name-sound': 'Sound',
  'name-equivalent': 'Name variant',
  'name-related': 'Related word',
  'name-initial': 'Initial',
  'name-misread': 'Look-alike letters (OCR)',
  'name-scrambled': 'Scrambled letters',
  'name-query-only': 'Not listed',
  'name-list-only': 'Only listed',
  'similar-wallet': 'Similar wallet address',
  'hosted-score': 'Score of the provider',
};

/** The lines of a hit's score, in the order of the service, and the score. */
export function breakdownOf(hit: WireHit): readonly BreakdownRow[] {
  const rows = hit.reasons.map(
    ({ feature, score, detail }, index): BreakdownRow => ({
      key: `${index} ${feature}`,
      label: labels[feature] ?? labelOf(feature),
      value: added.has(feature) && score > 0 ? `+${threeDecimals(score)}` : threeDecimals(score),
      detail: identifiers.has(feature) ? identifierDetail(detail) : reasonText(feature, detail),
      tone: toneOf(feature, score),
      isPart: feature.startsWith('name-'),
      isTotal: false,
    }),
  );
  const total: BreakdownRow = {
    key: 'score',
    label: 'Score',
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

/** A minus sign as long as a plus sign. */
function threeDecimals(score: number): string {
  return score.toFixed(3).replace('-', '−');
}

/** The most that agreeing facts add in all: the limit of matching, `MAX_CORROBORATION_BONUS`. */
const maxAgreement = 0.05;

/** The most that agreeing facts lead to where the names are of other letters: the limit of matching, `MAX_OTHER_LETTERS`. */
const maxOfOtherLetters = 0.99;

/** How the score follows from the lines, in figures: `0.900 + 0.030 − 0.140 = 0.790`, and each limit that applied. */
function calculationOf({ reasons, score, article }: WireHit): string {
  if (article) return 'Name similarity × 0.5 to 1: the graver the risk words beside it, the higher';
  const facts = reasons.filter(({ feature }) => added.has(feature)).map((fact) => fact.score);
  const name = reasons.find(({ feature }) => feature === 'name');
  const wallet = reasons.find(({ feature }) => feature === 'similar-wallet');
  if (reasons.some(({ feature }) => feature === 'identifier')) {
    const base = name === undefined ? 'Set by the identifier' : 'Set by the identifier and the name';
    return facts.length === 0 ? base : `${base}, then the facts${score === 1 ? '; 1.000 at most' : ''}`;
  }
  const base = Math.max(name?.score ?? 0, wallet?.score ?? 0);
  if (facts.length === 0) {
    if (!isEqual(base, score)) return '';
    return wallet !== undefined && base === wallet.score ? 'Similar wallet address' : 'Name similarity';
  }
  return sumText(base, facts, score);
}

function sumText(base: number, facts: readonly number[], score: number): string {
  const gains = facts.filter((fact) => fact > 0).reduce((sum, fact) => sum + fact, 0);
  const losses = facts.filter((fact) => fact < 0);
  const loss = losses.reduce((sum, fact) => sum + fact, 0);
  const sum = base + gains + loss;
  const terms = [threeDecimals(base), ...facts.map(term)].join(' ');
  if (isEqual(sum, score)) return `${terms} = ${threeDecimals(score)}`;
  if (isEqual(score, 0) && sum < 0) return `${terms} = ${threeDecimals(sum)}; 0.000 at least`;
  // What the lines do not explain is not explained here.
  if (sum < score) return '';
  if (gains > maxAgreement && isEqual(base + maxAgreement + loss, score)) {
    const counted = [threeDecimals(base), term(maxAgreement), ...losses.map(term)].join(' ');
    return `${counted} = ${threeDecimals(score)}; agreeing facts add ${threeDecimals(maxAgreement)} at most`;
  }
  const capped = `${terms} = ${threeDecimals(sum)}, capped at ${threeDecimals(score)}`;
  if (isEqual(score, 1)) return capped;
  const isOfOtherLetters = base < 1 && isEqual(score, Math.max(base, maxOfOtherLetters));
  return isOfOtherLetters ? `${capped}, as the names are not letter for letter the same` : '';
}

/** A number with its sign as an operator: `+ 0.050`. */
function term(score: number): string {
  return `${score < 0 ? '−' : '+'} ${threeDecimals(Math.abs(score))}`;
}

/** Each number has four decimals, so that a sum of five may be off by a few of the last. */
function isEqual(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.0005;
}
