/** Calendar arithmetic on plain dates, without a clock and without time zones. */
import type { DateInterval } from './entry.ts';

/** Mean length of a year. */
export const DAYS_PER_YEAR = 365.25;

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** Days of a month, 1 = January. */
export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeap(year) ? 29 : MONTH_LENGTHS[month - 1]!;
}

/** `YYYY-MM-DD`, or undefined for a day that the calendar does not have. */
export function isoDate(year: number, month: number, day: number): string | undefined {
  if (
    !(year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month))
  ) {
    return undefined;
  }
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** A number that grows by one a day, from a `YYYY-MM-DD` date (Howard Hinnant's civil-day count). */
export function dayNumber(date: string): number {
  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7));
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear =
    Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + Number(date.slice(8, 10)) - 1;
  return era * 146097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
}

/** The `YYYY-MM-DD` date of a day number. */
export function dateOfDay(day: number): string {
  const era = Math.floor(day / 146097);
  const dayOfEra = day - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return isoDate(year, month, dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1)!;
}

export function yearInterval(
  from: number,
  to = from,
  precision: DateInterval['precision'] = 'year',
): DateInterval {
  const pad = (year: number) => String(year).padStart(4, '0');
  return { from: `${pad(from)}-01-01`, to: `${pad(to)}-12-31`, precision };
}

export function monthInterval(year: number, month: number): DateInterval {
  const padded = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
  return { from: `${padded}-01`, to: `${padded}-${daysInMonth(year, month)}`, precision: 'month' };
}

export function dayInterval(date: string): DateInterval {
  return { from: date, to: date, precision: 'day' };
}

/** `YYYY-MM-DD`, `YYYY-MM` or `YYYY` as an interval; undefined for anything else or a day that does not exist. */
export function parseBirth(text: string): DateInterval | undefined {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text.trim());
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2] ?? 1), Number(match[3] ?? 1)];
  const date = isoDate(year, month, day);
  if (!date) return undefined;
  if (match[3]) return dayInterval(date);
  return match[2] ? monthInterval(year, month) : yearInterval(year);
}

/** Whether two spans share a day. */
export function overlaps(a: DateInterval, b: DateInterval): boolean {
  return a.from <= b.to && b.from <= a.to;
}
