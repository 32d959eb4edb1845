/** Dates of birth as lists write them, in words and in other calendars. */
import { dayInterval, isoDate, monthInterval, yearInterval } from '../dates.ts';
import type { DateInterval } from '../entry.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** How far an approximate year may be off, either way. */
const CIRCA_YEARS = 2;

/** 1..12 for a month's English name or its beginning. */
function monthOf(word: string): number | undefined {
  const at = MONTHS.indexOf(word.toLowerCase().slice(0, 3));
  return at < 0 ? undefined : at + 1;
}

function span(from: DateInterval, to: DateInterval): DateInterval | undefined {
  return from.from <= to.to ? { from: from.from, to: to.to, precision: 'range' } : undefined;
}

/** An approximate date: some years either way for a year, the year around it for a full date. */
export function around(date: DateInterval): DateInterval {
  const [from, to] = [Number(date.from.slice(0, 4)), Number(date.to.slice(0, 4))];
  const slack = date.precision === 'day' || date.precision === 'month' ? 1 : CIRCA_YEARS;
  return yearInterval(from - slack, to + slack, 'circa');
}

/** Gregorian year span of a year of the Islamic calendar, which is eleven days shorter. */
function islamicYear(year: number): DateInterval {
  const first = Math.floor(year * 0.970224 + 621.5774);
  return yearInterval(first, first + 1, 'range');
}

function single(text: string): DateInterval | undefined {
  let match = /^(\d{1,2})[ -]([A-Za-z]{3,9})\.?,?[ -](\d{4})$/.exec(text);
  if (match) {
    const month = monthOf(match[2]!);
    const date = month && isoDate(Number(match[3]), month, Number(match[1]));
    return date ? dayInterval(date) : undefined;
  }
  match = /^([A-Za-z]{3,9})\.?,? (\d{4})$/.exec(text);
  if (match) {
    const month = monthOf(match[1]!);
    return month ? monthInterval(Number(match[2]), month) : undefined;
  }
  match = /^(\d{4})$/.exec(text);
  if (match) return yearInterval(Number(match[1]));
  match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match) {
    const date = isoDate(Number(match[1]), Number(match[2]), Number(match[3]));
    return date ? dayInterval(date) : undefined;
  }
  match = /^\d{1,2}\/\d{1,2}\/(1[34]\d{2})\b.*hijri/i.exec(text);
  return match ? islamicYear(Number(match[1])) : undefined;
}

/**
 * A date of birth in one of the forms lists use: `08 Sep 1966`, `Oct 1966`, `1984`, `1966-09-08`, `circa 1956`,
 * `1981 to 1983`, `01 Jan 1947 to 01 Jan 1949`, `circa 1979-1982`, `Between Aug. and Sep. 1977`, Hijri dates.
 */
export function parseWrittenDate(text: string): DateInterval | undefined {
  const plain = text
    .replace(/\s+/g, ' ')
    .replace(/[.;,]+$/, '')
    .trim();
  const circa = /^(?:circa|approximately|approx\.?|about|c\.) ?(.*)$/i.exec(plain);
  if (circa) {
    const date = parseWrittenDate(circa[1]!);
    return date ? around(date) : undefined;
  }
  const months = /^between ([A-Za-z]{3,9})\.? and ([A-Za-z]{3,9})\.? (\d{4})$/i.exec(plain);
  if (months) {
    const [from, to] = [single(`${months[1]} ${months[3]}`), single(`${months[2]} ${months[3]}`)];
    return from && to ? span(from, to) : undefined;
  }
  const range = /^(?:between )?(.+?) (?:to|and) (.+)$/i.exec(plain) ?? /^(\d{4})-(\d{4})$/.exec(plain);
  if (range) {
    const [from, to] = [single(range[1]!), single(range[2]!)];
    return from && to ? span(from, to) : undefined;
  }
  return single(plain);
}

/** `30-35 years old` on a day: the span of births that fits, as an estimate. */
export function birthFromAge(text: string, on: string): DateInterval | undefined {
  const match = /(\d{1,3})(?:\s*-\s*(\d{1,3}))?\s+years? old/i.exec(text);
  if (!match) return undefined;
  const year = Number(on.slice(0, 4));
  const [youngest, oldest] = [Number(match[1]), Number(match[2] ?? match[1])];
  return yearInterval(year - Math.max(youngest, oldest) - 1, year - Math.min(youngest, oldest), 'circa');
}
