import type { DateInterval } from '@gatehouse/matching';
import type { Random } from '../random.ts';

/** How a date of birth arrives altered; undefined where the way does not apply. */
export type DateManipulation = (date: string, random: Random) => DateInterval | undefined;

function dayInterval(date: string): DateInterval {
  return { from: date, to: date, precision: 'day' };
}

function shifted(date: string, days: number): DateInterval {
  const moved = new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000);
  return dayInterval(moved.toISOString().slice(0, 10));
}

export const dateManipulations: Readonly<Record<string, DateManipulation>> = {
  'date-day-month-swapped': (date) => {
    const [year, month, day] = date.split('-') as [string, string, string];
    return Number(day) > 12 || day === month ? undefined : dayInterval(`${year}-${day}-${month}`);
  },
  'date-day-off': (date, random) => shifted(date, random() < 0.5 ? -1 : 1),
  'date-year-off': (date, random) => {
    const [year, month, day] = date.split('-') as [string, string, string];
    if (month === '02' && day === '29') return undefined;
    return dayInterval(`${Number(year) + (random() < 0.5 ? -1 : 1)}-${month}-${day}`);
  },
  'date-year-only': (date) => {
    const year = date.slice(0, 4);
    return { from: `${year}-01-01`, to: `${year}-12-31`, precision: 'year' };
  },
};
