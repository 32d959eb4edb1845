import { formatDay } from '../ui/format.ts';

/** Days of a period in the person's own time zone, as the service is asked for them. */

interface ChartPeriod {
  /** `YYYY-MM-DD`. */
  readonly from: string;
  readonly until: string;
}

/** The last days, with today. */
export function lastDays(count: number, now = new Date()): ChartPeriod {
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - count + 1);
  return { from: isoDay(first), until: isoDay(now) };
}

function isoDay(at: Date): string {
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${String(at.getFullYear()).padStart(4, '0')}-${month}-${day}`;
}

/** A day for an axis and for those who hear it. The day is one of the calendar, wherever the reader is. */
export function dayTexts(day: string): { readonly short: string; readonly long: string } {
  return { short: formatDay(day, 'short'), long: formatDay(day, 'long') };
}
