import type { WireHit } from '@gatehouse/contract';

/** Days between two dates that estimates and typing errors explain, as scoring has it. */
const nearDays = 366;

interface Span {
  readonly from: string;
  readonly to: string;
}

/**
 * Whether a birth of the subject may be one of the hit's, written or typed otherwise: at most a year apart, or whole
 * dates of which one digit differs, or two neighbouring digits, or day and month, are exchanged. Pure.
 */
export function isSimilarBirthDate(
  stated: string,
  { dobs, dobRanges }: Pick<WireHit, 'dobs' | 'dobRanges'>,
): boolean {
  const own = stated.split(', ').flatMap(spanOf);
  const listed = [...dobs.map(({ dateOfBirth }) => ({ from: dateOfBirth, to: dateOfBirth })), ...dobRanges];
  return own.some((a) => listed.some((b) => daysApart(a, b) <= nearDays || isMistyped(a, b)));
}

/** `YYYY-MM-DD`, `YYYY` or `YYYY to YYYY`, as the facts of a subject have them. */
function spanOf(text: string): Span[] {
  const dates = text.split(' to ');
  const [first, last] = [dates[0]!, dates.at(-1)!];
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return [{ from: text, to: text }];
  return /^\d{4}( to \d{4})?$/.test(text) ? [{ from: `${first}-01-01`, to: `${last}-12-31` }] : [];
}

function daysApart(a: Span, b: Span): number {
  const gap = a.to < b.from ? Date.parse(b.from) - Date.parse(a.to) : Date.parse(a.from) - Date.parse(b.to);
  return gap / 86_400_000;
}

/** Only of whole dates: of years alone, one digit or two tell a decade or a generation apart. */
function isMistyped(a: Span, b: Span): boolean {
  return a.from === a.to && b.from === b.to && (isOneError(a.from, b.from) || isSwapped(a.from, b.from));
}

/** One digit is another one, or two neighbours changed places. */
function isOneError(a: string, b: string): boolean {
  const different = [...a].flatMap((sign, at) => (sign === b[at] ? [] : [at]));
  if (different.length === 1) return true;
  const [first, second] = different;
  return (
    different.length === 2 && second === first! + 1 && a[first!] === b[second] && a[second] === b[first!]
  );
}

function isSwapped(a: string, b: string): boolean {
  return a === `${b.slice(0, 4)}-${b.slice(8)}-${b.slice(5, 7)}`;
}
