/** Dates of birth as spans: they agree when any two overlap. */
import { dayNumber, overlaps } from '../dates.ts';
import type { DateInterval } from '../entry.ts';
import type { Corroboration } from './feature.ts';

const YEAR = 365.25;
/** Agreement by how exactly both sides tell the date. */
const SAME_DAY = 1;
const SAME_MONTH = 0.8;
const SAME_YEAR = 0.6;
const OVERLAPPING = 0.4;
/** A swapped day and month is one person's typing error. */
const SWAPPED = 0.5;
/** Years apart that estimates and typing errors explain, and from which two people are certain. */
const NEAR_YEARS = 1;
const FAR_YEARS = 4;

function agreementOf(a: DateInterval, b: DateInterval): number {
  const rank = { day: 0, month: 1, year: 2, range: 3, circa: 3 };
  const coarser = Math.max(rank[a.precision], rank[b.precision]);
  return [SAME_DAY, SAME_MONTH, SAME_YEAR, OVERLAPPING][coarser]!;
}

function isSwapped(a: DateInterval, b: DateInterval): boolean {
  if (a.precision !== 'day' || b.precision !== 'day') return false;
  return a.from === `${b.from.slice(0, 4)}-${b.from.slice(8)}-${b.from.slice(5, 7)}`;
}

/** Years between two spans that do not overlap. */
function yearsApart(a: DateInterval, b: DateInterval): number {
  const gap = a.to < b.from ? dayNumber(b.from) - dayNumber(a.to) : dayNumber(a.from) - dayNumber(b.to);
  return gap / YEAR;
}

function contradictionOf(a: DateInterval, b: DateInterval): number {
  const apart = yearsApart(a, b);
  const sameYear = a.from.slice(0, 4) === b.from.slice(0, 4);
  if (sameYear) return -0.35;
  const circa = a.precision === 'circa' || b.precision === 'circa';
  if (apart <= NEAR_YEARS) return circa ? 0 : -0.5;
  if (apart <= FAR_YEARS) return circa ? -0.5 : -0.9;
  return -1;
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
  gain: 0.05,
  loss: 0.15,
  evaluate(subject, entity) {
    let best: { agreement: number; detail: string } | undefined;
    for (const a of subject.births ?? []) {
      for (const b of entity.births) {
        let agreement: number;
        if (overlaps(a, b)) agreement = agreementOf(a, b);
        else if (isSwapped(a, b)) agreement = SWAPPED;
        else agreement = contradictionOf(a, b);
        const word = agreement > 0 ? 'fits' : agreement < 0 ? 'contradicts' : 'may fit';
        if (!best || agreement > best.agreement)
          best = { agreement, detail: `${show(a)} ${word} ${show(b)}` };
      }
    }
    return best;
  },
};
