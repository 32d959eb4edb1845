/** Whether a text is a date as 2026-01-31 that exists. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

/** Completed years of life on `today`; both are dates as 2026-01-31. Who was born on 29 February is older on 1 March. */
export function ageInYears(birth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4));
  return today.slice(5) < birth.slice(5) ? years - 1 : years;
}

/** Whether every letter of a text is a Latin one; digits, marks and blanks have no script. */
export function isLatin(text: string): boolean {
  return /^(?:\P{L}|\p{Script=Latin})*$/u.test(text);
}

const patterns = new Map<string, RegExp>();

/** A rule's pattern, which has to fit the whole value. */
export function patternOf(source: string): RegExp {
  const known = patterns.get(source);
  if (known) return known;
  const pattern = new RegExp(`^(?:${source})$`, 'v');
  patterns.set(source, pattern);
  return pattern;
}
