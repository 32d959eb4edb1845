/** Dates in digits, in the order of their publisher. */
import { dayInterval, isoDate, monthInterval, yearInterval } from '../dates.ts';
import type { DateInterval } from '../entry.ts';

/** `YYYY-MM-DD` of `DD/MM/YYYY`; undefined for anything else. */
export function britishDay(text: string | undefined): string | undefined {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text ?? '');
  return match ? isoDate(Number(match[3]), Number(match[2]), Number(match[1])) : undefined;
}

/** `YYYY-MM-DD` of `MM/DD/YYYY`; undefined for anything else. */
export function americanDay(text: string | undefined): string | undefined {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text ?? '');
  return match ? isoDate(Number(match[3]), Number(match[1]), Number(match[2])) : undefined;
}

/** The first `YYYY-MM-DD` of a text; undefined without one. */
export function isoDay(text: string | undefined): string | undefined {
  const match = /(\d{4})-(\d{2})-(\d{2})/.exec(text ?? '');
  return match ? isoDate(Number(match[1]), Number(match[2]), Number(match[3])) : undefined;
}

/**
 * A date of birth as `DD/MM/YYYY`, in which letters or zeros stand for a day or a month that is not known:
 * `dd/mm/1975`, `00/00/1975`, `dd/08/1975`. Undefined where the year is not known (`15/08/19yy`): a century says
 * nothing about a person.
 */
export function britishBirth(text: string): DateInterval | undefined {
  const match = /^(\d{1,2}|dd)\/(\d{1,2}|mm)\/(\d{4})$/i.exec(text.trim());
  if (!match) return undefined;
  const [day, month, year] = [Number(match[1]) || 0, Number(match[2]) || 0, Number(match[3])];
  if (year === 0) return undefined;
  if (month === 0) return yearInterval(year);
  if (month > 12) return undefined;
  if (day === 0) return monthInterval(year, month);
  const date = isoDate(year, month, day);
  return date ? dayInterval(date) : undefined;
}
