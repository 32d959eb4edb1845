import type { FieldValue } from '@gatehouse/contract';

export interface DateParts {
  readonly day: string;
  readonly month: string;
  readonly year: string;
}
export type DatePart = keyof DateParts;

/** The parts of a date as 2026-01-31, of a year alone, or of one that is not complete yet (`2026--5`). */
export function partsOfDate(value: FieldValue): DateParts {
  if (typeof value !== 'string') return { day: '', month: '', year: '' };
  const [year = '', month = '', day = ''] = value.split('-');
  return { day: plain(day), month: plain(month), year };
}

function plain(part: string): string {
  return part.replace(/^0(?=\d)/, '');
}

/** The date; where parts are missing, a text that is no date and can be taken apart again. */
export function joinDate({ day, month, year }: DateParts): string | null {
  if (day === '' && month === '' && year === '') return null;
  if (day === '' && month === '') return year;
  return `${year}-${padded(month)}-${padded(day)}`;
}

function padded(part: string): string {
  return part === '' ? '' : part.padStart(2, '0');
}

/** In which order a place writes the parts. */
export function partsOrder(locale: string): readonly DatePart[] {
  const order = new Intl.DateTimeFormat(locale)
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type): type is DatePart => type === 'day' || type === 'month' || type === 'year');
  return order.length === 3 ? order : ['day', 'month', 'year'];
}
