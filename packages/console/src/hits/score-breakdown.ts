import type { WireHit } from '@gatehouse/contract';
import { labelOf } from '../ui/format.ts';
import { identifierDetail } from './identifier-detail.ts';

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
}

/** Lines about an equal identifier, and about an address that resembles a listed one. */
const identifiers: ReadonlySet<string> = new Set(['identifier', 'similar-wallet']);

/** Facts whose number is added to the score; every other line is a similarity. */
const added: ReadonlySet<string> = new Set(['date-of-birth', 'gender', 'nationality', 'country']);

const labels: Readonly<Record<string, string>> = {
  'name-exact': 'same word',
  'name-joined': 'joined words',
  'name-native': 'original script',
  'name-legal-form': 'legal form',
  'name-transliteration': 'transliteration',
  'name-digraph': 'transliteration',
  'name-spelling': 'spelling',
  'name-sound': 'sound',
  'name-equivalent': 'name variant',
  'name-related': 'related word',
  'name-initial': 'initial',
  'name-misread': 'look-alike letters (OCR)',
  'name-scrambled': 'scrambled letters',
  'name-query-only': 'not listed',
  'name-list-only': 'only listed',
  gender: 'Sex',
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
      detail: identifiers.has(feature) ? identifierDetail(detail) : detail,
      tone: toneOf(feature, score),
      isPart: feature.startsWith('name-'),
    }),
  );
  const total: BreakdownRow = {
    key: 'score',
    label: 'Score',
    value: threeDecimals(hit.score),
    detail: calculationOf(hit),
    tone: 'none',
    isPart: false,
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

/** How the score follows from the lines. */
function calculationOf({ reasons, score, article }: WireHit): string {
  if (article) return 'The name’s similarity × 0.5 to 1: the graver the risk words beside it, the higher';
  const identifier = reasons.find(({ feature }) => identifiers.has(feature));
  const facts = reasons.filter(({ feature }) => added.has(feature));
  const name = reasons.find(({ feature }) => feature === 'name');
  const base = name === undefined ? 'Set by the identifier' : 'Set by the identifier and the name';
  const words = identifier ? base : 'The name’s similarity';
  if (facts.length === 0) return words;
  const sum = facts.reduce((total, fact) => total + fact.score, name?.score ?? 0);
  const changed = `${words}, changed by the facts`;
  if (identifier || name === undefined || isEqual(sum, score)) return changed;
  if (isEqual(score, 1)) return `${changed}; the maximum is 1`;
  if (isEqual(score, 0)) return `${changed}; the minimum is 0`;
  const losses = facts.reduce((total, fact) => total + Math.min(0, fact.score), 0);
  const bonus = (score - name.score - losses).toFixed(2);
  return score < sum ? `${changed}; agreeing facts add at most ${bonus} in all` : changed;
}

/** Each number has four decimals, so that a sum of five may be off by a few of the last. */
function isEqual(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.0005;
}
