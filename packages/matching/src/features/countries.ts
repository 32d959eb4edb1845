/** Nationality of people and countries of companies: both are sets, agreeing when they share a member. */

import type { Subject } from '../subject.ts';
import { CORROBORATION, WEAKER_TIE_AGREEMENT } from '../weights.ts';
import type { Corroboration, Facts } from './feature.ts';

/** People change nationality and lists state it incompletely: a difference is no full contradiction. */
const DIFFERENT = -1;

function firstShared(own: readonly string[], others: readonly string[]): string | undefined {
  return own.find((code) => others.includes(code));
}

function evaluateNationality(subject: Subject, entity: Facts) {
  const own = subject.nationalities ?? [];
  if (own.length === 0 || entity.type !== 'individual') return undefined;
  const shared = firstShared(own, entity.nationalities);
  if (shared) return { agreement: 1, detail: `both ${shared}` };
  const tie = firstShared(own, entity.countries);
  if (tie) return { agreement: WEAKER_TIE_AGREEMENT, detail: `${tie} is another tie of the entity` };
  if (entity.nationalities.length === 0) return undefined;
  return { agreement: DIFFERENT, detail: `${own.join(', ')} against ${entity.nationalities.join(', ')}` };
}

function evaluateCountry(subject: Subject, entity: Facts) {
  const own = subject.countries ?? [];
  if (own.length === 0) return undefined;
  const others = [...entity.countries, ...entity.nationalities];
  const shared = firstShared(own, others);
  if (shared) return { agreement: 1, detail: `both tied to ${shared}` };
  if (entity.type === 'individual' || others.length === 0) return undefined;
  return { agreement: DIFFERENT, detail: `${own.join(', ')} against ${others.join(', ')}` };
}

export const nationality: Corroboration = {
  feature: 'nationality',
  ...CORROBORATION.nationality,
  evaluate: evaluateNationality,
};

/** Residence of a person only supports: living elsewhere contradicts nothing. */
export const country: Corroboration = {
  feature: 'country',
  ...CORROBORATION.country,
  evaluate: evaluateCountry,
};
