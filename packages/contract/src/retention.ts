/** What ages, in the order in which a run takes it: what is least to be missed first. */
export const retentionKinds = [
  'messages',
  'webhookContent',
  'uploads',
  'quickScans',
  'executions',
  'customers',
  'monitoring',
  'assurance',
  'usage',
  'auditDetails',
] as const;
export type RetentionKind = (typeof retentionKinds)[number];

export const retentionBases = ['RELATIONSHIP_END', 'LAST_DECISION'] as const;
export type RetentionBasis = (typeof retentionBases)[number];

/** An ISO 8601 duration of days or months of up to four digits, or years of up to three: all of them begin after the year 1. */
export const periodPattern = /^P[1-9](?:[0-9]{0,3}[DM]|[0-9]{0,2}Y)$/;

/** Periods where nobody says otherwise; null: without end. docs/retention.md has the reasons. */
export const defaultPeriods: Readonly<Record<RetentionKind, string | null>> = {
  messages: 'P30D',
  webhookContent: 'P365D',
  uploads: 'P30D',
  quickScans: 'P5Y',
  // As long as their customer.
  executions: null,
  customers: 'P5Y',
  monitoring: 'P5Y',
  assurance: 'P5Y',
  usage: 'P10Y',
  auditDetails: 'P10Y',
};

type Unit = 'D' | 'M' | 'Y';

function partsOf(period: string): { readonly count: number; readonly unit: Unit } {
  return { count: Number(period.slice(1, -1)), unit: period.slice(-1) as Unit };
}

/** The instant before which something is older than a period: calendar months and years, of UTC, and never a day too late. */
export function cutoffOf(period: string, asOf: Date): Date {
  const { count, unit } = partsOf(period);
  if (unit === 'D') return new Date(asOf.getTime() - count * 86_400_000);
  const cutoff = new Date(asOf);
  const day = cutoff.getUTCDate();
  cutoff.setUTCDate(1);
  cutoff.setUTCMonth(cutoff.getUTCMonth() - count * (unit === 'Y' ? 12 : 1));
  const lastDay = new Date(Date.UTC(cutoff.getUTCFullYear(), cutoff.getUTCMonth() + 1, 0)).getUTCDate();
  cutoff.setUTCDate(Math.min(day, lastDay));
  return cutoff;
}

/** The day on which a period ends that began on a day, both as `2026-11-29`, in UTC: from then on `cutoffOf` is past the day. */
export function endOf(period: string, from: string): string {
  const start = new Date(`${from}T00:00:00Z`);
  const { count, unit } = partsOf(period);
  const end = new Date(start);
  if (unit === 'D') end.setUTCDate(end.getUTCDate() + count);
  else end.setUTCMonth(end.getUTCMonth() + count * (unit === 'Y' ? 12 : 1));
  const dayBefore = () => new Date(end.getTime() - 86_400_000);
  // The 31st of January and a month is beyond February.
  while (cutoffOf(period, dayBefore()) >= start) end.setUTCDate(end.getUTCDate() - 1);
  return end.toISOString().slice(0, 10);
}

/** What AMLR Art. 77 demands to keep for five years. */
const fiveYears: readonly RetentionKind[] = ['quickScans', 'executions', 'customers', 'monitoring'];

/** Whether a period may end before the law against money laundering allows it. */
export function isBelowLaw(kind: RetentionKind, period: string | null): boolean {
  return fiveYears.includes(kind) && isShorter(period, 'P5Y');
}

const shortest: Readonly<Record<Unit, number>> = { D: 1, M: 28, Y: 365 };
const longest: Readonly<Record<Unit, number>> = { D: 1, M: 31, Y: 366 };

/** Whether a period may end earlier than another one, on any day; null: without end. */
export function isShorter(period: string | null, than: string | null): boolean {
  if (period === null) return false;
  if (than === null) return true;
  const [one, other] = [partsOf(period), partsOf(than)];
  const months = ({ count, unit }: typeof one) => count * (unit === 'Y' ? 12 : 1);
  if (one.unit === other.unit) return one.count < other.count;
  if (one.unit !== 'D' && other.unit !== 'D') return months(one) < months(other);
  return one.count * shortest[one.unit] < other.count * longest[other.unit];
}
