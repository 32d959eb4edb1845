/** Documents are valid for ten years, some for fifteen; a few countries write a far date for "without end". */
const yearsAhead = 50;

/** Two digits of a year of birth: the last such year that is not in the future. */
export function readBirthDate(six: string, today: Date): string | undefined {
  const parts = partsOf(six);
  if (parts === undefined) return undefined;
  const now = isoDate(today);
  const century = Math.floor(today.getUTCFullYear() / 100) * 100;
  const inThis = writeDate(century + parts.year, parts);
  // Compared at the length that is known: 2026 alone is not after 2026-11-22.
  const isPast = inThis !== undefined && inThis <= now.slice(0, inThis.length);
  return isPast ? inThis : writeDate(century - 100 + parts.year, parts);
}

/** Two digits of a year of expiry: the year that lies less than fifty years ahead and at most fifty back. */
export function readExpiryDate(six: string, today: Date): string | undefined {
  const parts = partsOf(six);
  if (parts === undefined) return undefined;
  const thisYear = today.getUTCFullYear();
  let year = Math.floor(thisYear / 100) * 100 + parts.year;
  if (year >= thisYear + yearsAhead) year -= 100;
  if (year < thisYear - yearsAhead) year += 100;
  return writeDate(year, parts);
}

interface DateParts {
  readonly year: number;
  /** Null where the document does not say. */
  readonly month: number | null;
  readonly day: number | null;
}

/** ICAO 9303-3, 4.8: parts that are not known are fillers, and zeros on many documents; a day without its month is none. */
function partsOf(six: string): DateParts | undefined {
  const [, year, months, days] = /^(\d\d)(\d\d|<<)(\d\d|<<)$/.exec(six) ?? [];
  if (year === undefined || months === undefined || days === undefined) return undefined;
  const month = known(months);
  const day = known(days);
  return month === null && day !== null ? undefined : { year: Number(year), month, day };
}

function known(two: string): number | null {
  return two === '<<' || two === '00' ? null : Number(two);
}

/** Undefined for a day that no calendar has. */
function writeDate(year: number, { month, day }: DateParts): string | undefined {
  const inYear = String(year);
  if (month === null) return inYear;
  if (month < 1 || month > 12) return undefined;
  const inMonth = `${inYear}-${String(month).padStart(2, '0')}`;
  if (day === null) return inMonth;
  const whole = `${inMonth}-${String(day).padStart(2, '0')}`;
  const date = new Date(`${whole}T00:00:00Z`);
  return isoDate(date) === whole ? whole : undefined;
}

/** Empty for a date that is none. */
export function isoDate(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}
