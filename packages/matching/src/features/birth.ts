/** Dates of birth as spans: they agree when any two overlap. */
import { DAYS_PER_YEAR, dayNumber, overlaps } from '../dates.ts';
import type { DateInterval } from '../entry.ts';
import {
  BIRTH_AGREEMENT,
  BIRTH_CONTRADICTION,
  CORROBORATION,
  FAR_BIRTH_YEARS,
  NEAR_BIRTH_YEARS,
  SWAPPED_BIRTH_AGREEMENT,
} from '../weights.ts';
import type { Corroboration } from './feature.ts';

/** The agreement of two dates that overlap: that of the one that is stated less exactly. */
function agreementOf(a: DateInterval, b: DateInterval): number {
  return Math.min(BIRTH_AGREEMENT[a.precision], BIRTH_AGREEMENT[b.precision]);
}

function isSwapped(a: DateInterval, b: DateInterval): boolean {
  if (a.precision !== 'day' || b.precision !== 'day') return false;
  return a.from === `${b.from.slice(0, 4)}-${b.from.slice(8)}-${b.from.slice(5, 7)}`;
}

/** Years between two spans that do not overlap. */
function yearsApart(a: DateInterval, b: DateInterval): number {
  const gap = a.to < b.from ? dayNumber(b.from) - dayNumber(a.to) : dayNumber(a.from) - dayNumber(b.to);
  return gap / DAYS_PER_YEAR;
}

function contradictionOf(a: DateInterval, b: DateInterval): number {
  const apart = yearsApart(a, b);
  const sameYear = a.from.slice(0, 4) === b.from.slice(0, 4);
  if (sameYear) return BIRTH_CONTRADICTION.sameYear;
  const certainty = a.precision === 'circa' || b.precision === 'circa' ? 'circa' : 'exact';
  if (apart <= NEAR_BIRTH_YEARS) return BIRTH_CONTRADICTION.near[certainty];
  if (apart <= FAR_BIRTH_YEARS) return BIRTH_CONTRADICTION.far[certainty];
  return BIRTH_CONTRADICTION.beyond;
}

function show(date: DateInterval): string {
  if (date.precision === 'day') return date.from;
  if (date.precision === 'month') return date.from.slice(0, 7);
  const [from, to] = [date.from.slice(0, 4), date.to.slice(0, 4)];
  const years = from === to ? from : `${from} to ${to}`;
  return date.precision === 'circa' ? `about ${years}` : years;
}

export const birth: Corroboration = {
  feature: 'date-of-birth',
  ...CORROBORATION.birth,
  evaluate(subject, entity) {
    let best: { agreement: number; detail: string } | undefined;
    for (const a of subject.births ?? []) {
      for (const b of entity.births) {
        let agreement: number;
        if (overlaps(a, b)) agreement = agreementOf(a, b);
        else if (isSwapped(a, b)) agreement = SWAPPED_BIRTH_AGREEMENT;
        else agreement = contradictionOf(a, b);
        const word = agreement > 0 ? 'fits' : agreement < 0 ? 'contradicts' : 'may fit';
        if (!best || agreement > best.agreement)
          best = { agreement, detail: `${show(a)} ${word} ${show(b)}` };
      }
    }
    return best;
  },
};
