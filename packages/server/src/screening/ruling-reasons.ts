import {
  type AlertSubject,
  type Phrase,
  phrase,
  type RulingVerdict,
  type WireHit,
} from '@gatehouse/contract';
import { isSimilarBirthDate } from './similar-birth-dates.ts';

/** Reasons for rulings that the verdicts of a hit bear out. Pure: only the hit's own score is read. */

/** Facts that agree or contradict, as reasons call them; `parts`: what agrees where a side states no more. */
const facts = [
  { feature: 'date-of-birth', noun: 'date of birth', parts: ['month of birth', 'year of birth'] },
  { feature: 'gender', noun: 'gender', parts: [] },
  { feature: 'nationality', noun: 'nationality', parts: [] },
  { feature: 'country', noun: 'country', parts: [] },
] as const;

/** How a line of the score ends where a nationality is only some tie of the entity to that country. */
const otherTie = ' is another tie of the entity';

/** A name from which on both sides write it alike. */
const sameName = 0.995;

type Verdicts = ReadonlyMap<string, { readonly score: number; readonly detail: string }>;

function verdictsOf({ reasons }: Pick<WireHit, 'reasons'>): Verdicts {
  return new Map(reasons.map(({ feature, score, detail }) => [feature, { score, detail }]));
}

/**
 * What may be said of a hit by one key: a fact that contradicts, facts that agree. Dates of birth that a typing error
 * explains contradict in the score, and yet tell no two people apart: for those people find words of their own.
 */
export function rulingReasons(
  hit: Pick<WireHit, 'reasons' | 'dobs' | 'dobRanges'>,
  subject: Pick<AlertSubject, 'facts'>,
): Record<RulingVerdict, string[]> {
  const verdicts = verdictsOf(hit);
  const scoreOf = (feature: string) => verdicts.get(feature)?.score ?? 0;
  const identifier = verdicts.get('identifier');
  const birth =
    scoreOf('date-of-birth') > 0 ? agreeingBirth(verdicts.get('date-of-birth')!.detail) : undefined;
  const isNear = isSimilarBirthDate(subject.facts['dateOfBirth'] ?? '', hit);
  return {
    FALSE_POSITIVE: identifier
      ? []
      : facts
          .filter(({ feature }) => scoreOf(feature) < 0 && !(isNear && feature === 'date-of-birth'))
          .map(({ feature, noun }) => `Another ${noun}: ${verdicts.get(feature)!.detail}`),
    TRUE_MATCH: [
      ...(identifier ? [`Identifier agrees: ${identifier.detail}`] : []),
      ...(birth ? [`${agreement([...agreeingNouns(verdicts), birth.noun])} (${birth.common})`] : []),
    ],
    UNDECIDED: ['More information is needed'],
  };
}

/** What agrees beside the birth. Another tie to a country is no nationality in common. */
function agreeingNouns(verdicts: Verdicts): readonly string[] {
  const agrees = (feature: string) => (verdicts.get(feature)?.score ?? 0) > 0;
  const isOtherTie = verdicts.get('nationality')?.detail.endsWith(otherTie) ?? false;
  return [
    ...((verdicts.get('name')?.score ?? 0) >= sameName ? ['name'] : []),
    ...facts
      .filter(({ feature }) => feature !== 'date-of-birth' && agrees(feature))
      .filter(({ feature }) => !(feature === 'nationality' && isOtherTie))
      .map(({ noun }) => noun),
  ];
}

/**
 * As much of a birth as both sides state and as agrees, by the line of the score that compared them: `1980-05-05 fits 1980`
 * says no more than the year. Undefined where they only may be the same: a span of years, an estimate, day and month exchanged.
 */
function agreeingBirth(detail: string): { readonly noun: string; readonly common: string } | undefined {
  const [one = '', other = ''] = detail.split(' fits ');
  const common = one.length < other.length ? one : other;
  if (!/^\d{4}(?:-\d{2}){0,2}$/.test(common) || !one.startsWith(common) || !other.startsWith(common))
    return undefined;
  const noun = { 4: 'year of birth', 7: 'month of birth' }[common.length] ?? 'date of birth';
  return { noun, common };
}

/** `Name agrees; year of birth agrees`: each fact by itself, so that nobody reads more into one than it says. */
function agreement(nouns: readonly string[]): string {
  const text = nouns.map((noun) => `${noun} agrees`).join('; ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * How the hit itself contradicts what is said of it; undefined where it does not. What it does not know it leaves to
 * people.
 */
export function contradictionOf(
  hit: Pick<WireHit, 'reasons'>,
  { ruling, reason }: { readonly ruling: RulingVerdict; readonly reason: string },
): readonly Phrase[] | undefined {
  const verdicts = verdictsOf(hit);
  const text = reason.toLowerCase().replaceAll(/\s+/g, ' ').trim();
  for (const { feature, noun, parts } of facts) {
    const verdict = verdicts.get(feature);
    if (verdict === undefined) continue;
    const detail = phrase('findings.value', { value: verdict.detail });
    const saysAnother = new RegExp(`^(?:an)?other ${noun}(?:$|[.:;,])`).test(text);
    if (ruling === 'FALSE_POSITIVE' && saysAnother && verdict.score > 0) {
      const agreeing = feature === 'date-of-birth' ? agreeingBirth(verdict.detail)?.noun : noun;
      return agreeing === undefined
        ? [phrase('refusals.factMayBeSame', { fact: noun }), detail]
        : [phrase('refusals.factAgrees', { fact: agreeing }), detail];
    }
    if (ruling === 'TRUE_MATCH' && saysAgreement(text, [noun, ...parts]) && verdict.score < 0) {
      return [phrase('refusals.factContradicts', { fact: noun }), detail];
    }
  }
  return undefined;
}

/** Whether a reason begins with clauses that facts agree, and one of them has such a noun: `name agrees; gender agrees`. */
function saysAgreement(text: string, nouns: readonly string[]): boolean {
  for (const clause of text.split(/[.:;]/).map((part) => part.trim())) {
    const [, agreeing] = /^([a-z, ]+) agrees?(?:$| \()/.exec(clause) ?? [];
    if (agreeing === undefined) return false;
    if (nouns.some((noun) => agreeing.includes(noun))) return true;
  }
  return false;
}
