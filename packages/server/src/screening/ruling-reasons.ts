import type { AlertSubject, RulingVerdict, WireHit } from '@gatehouse/contract';
import { isSimilarBirthDate } from './similar-birth-dates.ts';

/** Reasons for rulings that the verdicts of a hit bear out. Pure: only the hit's own score is read. */

/** Facts that agree or contradict, as reasons call them. */
const facts = [
  { feature: 'date-of-birth', noun: 'date of birth' },
  { feature: 'gender', noun: 'gender' },
  { feature: 'nationality', noun: 'nationality' },
  { feature: 'country', noun: 'country' },
] as const;

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
  const agreeing = facts.filter(({ feature }) => scoreOf(feature) > 0).map(({ noun }) => noun);
  const named = scoreOf('name') >= sameName ? ['name', ...agreeing] : agreeing;
  const birth = scoreOf('date-of-birth') > 0 ? verdicts.get('date-of-birth') : undefined;
  const isNear = isSimilarBirthDate(subject.facts['dateOfBirth'] ?? '', hit);
  return {
    FALSE_POSITIVE: identifier
      ? []
      : facts
          .filter(({ feature }) => scoreOf(feature) < 0 && !(isNear && feature === 'date-of-birth'))
          .map(({ feature, noun }) => `Another ${noun}: ${verdicts.get(feature)!.detail}`),
    TRUE_MATCH: [
      ...(identifier ? [`The number agrees: ${identifier.detail}`] : []),
      // A year may fit a whole date: the reason shows what was compared.
      ...(birth ? [`${agreement(named)}: ${birth.detail}`] : []),
    ],
    UNDECIDED: ['More information is needed'],
  };
}

function agreement(nouns: readonly string[]): string {
  const last = nouns.at(-1)!;
  const text = nouns.length === 1 ? `${last} agrees` : `${nouns.slice(0, -1).join(', ')} and ${last} agree`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * How the hit itself contradicts what is said of it; undefined where it does not. What it does not know it leaves to
 * people.
 */
export function contradictionOf(
  hit: Pick<WireHit, 'reasons'>,
  { ruling, reason }: { readonly ruling: RulingVerdict; readonly reason: string },
): string | undefined {
  const verdicts = verdictsOf(hit);
  const text = reason.toLowerCase().replaceAll(/\s+/g, ' ').trim();
  for (const { feature, noun } of facts) {
    const verdict = verdicts.get(feature);
    if (verdict === undefined) continue;
    const saysAnother = new RegExp(`^(?:an)?other ${noun}(?:$|[.:;,])`).test(text);
    if (ruling === 'FALSE_POSITIVE' && saysAnother && verdict.score > 0) {
      return `its ${noun} agrees: ${verdict.detail}`;
    }
    const saysSame = /^[a-z, ]+ agrees?(?:$|[.:;])/.test(text) && text.split(/[.:;]/)[0]!.includes(noun);
    if (ruling === 'TRUE_MATCH' && saysSame && verdict.score < 0) {
      return `its ${noun} contradicts: ${verdict.detail}`;
    }
  }
  return undefined;
}
