import { currentLocale, rawText, text, textIfKnown } from '../messages/text.ts';

const locale = currentLocale();
const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
const integer = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const hundredths = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** The person's own time zone, such as `Europe/Zurich`. */
export const timeZone = dateTime.resolvedOptions().timeZone;

/** An instant in that time zone. */
export function formatInstant(at: number): string {
  return dateTime.format(at);
}

const zoned = new Intl.DateTimeFormat(locale, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** An instant of the record, such as a delivery or a deadline, with the name of the zone. */
export function formatZonedInstant(at: number): string {
  return zoned.format(at);
}

/** How long ago an instant was, roughly. */
export function formatAge(at: number, now = Date.now()): string {
  if (Math.round((at - now) / 60_000) === 0) {
    return at > now ? text('format.inLessThanMinute') : text('format.justNow');
  }
  const [unit, length] = steps.find(([, ms]) => Math.abs(now - at) >= ms) ?? ['minute', 60_000];
  return relative.format(Math.round((at - now) / length), unit);
}

/** How long ago an instant was, as a length: `23 days`. */
export function formatLateness(at: number, now = Date.now()): string {
  const [unit, length] = steps.find(([, ms]) => now - at >= ms) ?? (['minute', 60_000] as const);
  const count = Math.max(1, Math.round((now - at) / length));
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** Words that are letters one by one. */
const initials = /\b(?:api|id|json|kyb|kyc|mrz|url)\b/gi;

function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase();
}

/** Where the catalogue has the name of a code, if it has one: of `dateOfBirth` `labels.date-of-birth`. */
export function labelKey(name: string): string {
  return `labels.${wordsOf(name).replaceAll(' ', '-')}`;
}

/**
 * The name of a code: the catalogue's, or one made of its words. `countryOfNationality` is `Nationality`, `date-of-birth`
 * is `Date of birth`, `KYC_EVENT` is `KYC event`.
 */
export function labelOf(name: string): string {
  const known = textIfKnown(labelKey(name));
  if (known !== undefined) return known;
  const words = wordsOf(name);
  const label = words.replaceAll(initials, (word) => word.toUpperCase()).replace(/ ms$/, ' (ms)');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** Marks that close a sentence in any language, and what keeps directions apart behind them. */
const closed = /[.!?…。！？؟۔”“»」』][\u2066-\u2069]*$/;

/** A message of the service, which begins like a clause, as a sentence of its own. */
export function sentenceOf(message: string): string {
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return closed.test(sentence) ? sentence : `${sentence}${rawText('format.fullStop')}`;
}

/** A score from 0 to 1, by hundredths. */
export function percent(score: number): string {
  return hundredths.format(score);
}

/** A count with the separators of the language. */
export function formatNumber(count: number): string {
  return integer.format(count);
}

/** A number of bytes in the largest unit that it fills. */
export function bytesText(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024;
  if (bytes === 0) return formatUnit(0, 'kilobyte', 0);
  if (mebibytes < 1) return formatUnit(Math.max(1, Math.round(bytes / 1024)), 'kilobyte', 0);
  return mebibytes < 1024
    ? formatUnit(mebibytes, 'megabyte', 1)
    : formatUnit(mebibytes / 1024, 'gigabyte', 1);
}

function formatUnit(value: number, unit: string, fractionDigits: number): string {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
    useGrouping: false,
  }).format(value);
}

const dateOnly = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const timeOnly = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** A period whose end is exclusive, as days where it begins and ends at midnight. */
export function periodText(from: number | undefined, before: number | undefined): string {
  const isWhole = [from, before].every((at) => at === undefined || timeOnly.format(at) === '00:00:00');
  const format = isWhole ? dateOnly : dateTime;
  const last = before === undefined ? undefined : format.format(isWhole ? before - 1 : before);
  if (from === undefined) return text('format.until', { at: last ?? '' });
  const first = format.format(from);
  if (last === undefined) return text('format.since', { at: first });
  return first === last ? last : text('format.betweenDates', { from: first, to: last });
}

const days = {
  short: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' }),
  long: new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'long',
  }),
};

/** The day of an instant in that time zone, without the time. */
export function formatDate(at: number): string {
  return dateOnly.format(at);
}

/** A day `YYYY-MM-DD` of the calendar: `26 Nov`, or `Thu, 26 November`. */
export function formatDay(day: string, form: 'short' | 'long'): string {
  return days[form].format(Date.parse(day));
}

/** A share of a whole as a rounded percentage; nothing but all of it is 100%, and nothing but none of it 0%. */
export function shareText(part: number, whole: number): string {
  const rounded = Math.round((part / whole) * 100);
  if (rounded === 100 && part < whole) return text('format.almostAll', { share: percentText(99) });
  return rounded === 0 && part > 0
    ? text('format.almostNone', { share: percentText(1) })
    : percentText(rounded);
}

const inPercent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 });

/** A percentage as the language writes it: 62 is `62%` in English. */
export function percentText(share: number): string {
  return inPercent.format(share / 100);
}

/** How long something took: milliseconds below a second, else seconds, minutes or hours. */
export function durationText(ms: number): string {
  if (ms < 1_000) return formatUnit(Math.round(ms), 'millisecond', 0);
  if (ms < 60_000) return formatUnit(ms / 1_000, 'second', 1);
  return ms < 3_600_000 ? formatUnit(ms / 60_000, 'minute', 1) : formatUnit(ms / 3_600_000, 'hour', 1);
}

/** Names or values beside each other, with the comma of the language. */
export function listText(values: readonly string[]): string {
  return values.join(rawText('format.listSeparator'));
}

/** Parts of a sentence, or values that have commas themselves. */
export function clausesText(parts: readonly string[]): string {
  return parts.join(rawText('format.clauseSeparator'));
}

const nameList = new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' });

/** Names or labels one after the other: `Jane, Ann`. */
export function formatList(items: readonly string[]): string {
  return nameList.format(items);
}
